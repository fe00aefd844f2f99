import { foldForSearch } from '../../domain/search-folding.ts';
import type { HeldRowRecord } from '../receipt-records.ts';
import type { MerchantRecord, UserRecord } from '../records.ts';
import { searchFormOfHeld, searchFormOfMerchant, searchFormsOfUser } from '../search-forms.ts';
import { HELD } from './held-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Names kept folded beside themselves, for the search. */
const NAMED = [
  { thing: 'application', table: 'applications', id: 'application_id' },
  { thing: 'loan', table: 'loans', id: 'loan_id' },
] as const;

const MERCHANTS = `SELECT merchant_id AS "merchantId", external_id AS "externalId", name,
  contact_name AS "contactName", contact_phone AS "contactPhone", search_folded AS folded FROM merchants`;
const HELD_ROWS = `SELECT ${HELD}, h.search_folded AS folded FROM held_rows h`;
const USERS = `SELECT user_id AS "userId", user_name AS "userName", user_phone AS "userPhone",
  search_folded AS folded, phone_digits AS digits FROM users`;

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly folded: string;
}

/**
 * Forms kept for the search that are not those of the names they are of: what is searched would then not be found, or
 * be found under another's name.
 */
export async function keptFormsFaults(connection: SqlConnection): Promise<string[]> {
  const faults: string[] = [];
  const fault = (thing: string, id: string) =>
    faults.push(`${thing} ${id}: the form kept for the search is not that of its name`);
  for (const { thing, table, id } of NAMED) {
    const named = `SELECT ${id} AS id, business_name AS name, business_name_folded AS folded FROM ${table}`;
    await connection.visit<NamedRow>(named, [], (row) => {
      if (foldForSearch(row.name) !== row.folded) fault(thing, row.id);
    });
  }
  await connection.visit<MerchantRecord & { folded: string }>(MERCHANTS, [], (row) => {
    if (searchFormOfMerchant(row) !== row.folded) fault('merchant', row.merchantId);
  });
  await connection.visit<HeldRowRecord & { folded: string }>(HELD_ROWS, [], (row) => {
    if (searchFormOfHeld(row) !== row.folded) fault('held row', row.heldId);
  });
  await connection.visit<UserRecord & { folded: string; digits: string }>(USERS, [], (row) => {
    const [folded, digits] = searchFormsOfUser(row);
    if (folded !== row.folded || digits !== row.digits) fault('user', row.userId);
  });
  return faults;
}
