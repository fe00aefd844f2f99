import type { CalendarDate } from '../../domain/dates.ts';
import { type FileRow, matchRow } from '../../domain/matched-rows.ts';
import { foldReference, isRealReference } from '../../domain/real-reference.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../../store/port.ts';
import { breathe } from '../breathing.ts';
import { checkedId } from '../resolve-loan.ts';
import { accountForm } from './bank-account.ts';
import { NameLookup } from './name-lookup.ts';
import { fileRowOf, type PlannedRow } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import { rowDigest } from './row-digest.ts';

/** So many are looked up together; what is read for them is then let go. */
const ROWS_AT_ONCE = 2_000;

/** How the rows of a file are to be read. */
export interface Matching {
  /** Whether a bank made it; false: staff did, in our own columns. */
  readonly hasAccount: boolean;
  readonly today: CalendarDate;
}

/** Finds the loan of each row, in the order of the file, and gives it its key. */
export async function matchRows(tx: ReadTx, rows: PlannedRows, how: Matching): Promise<void> {
  const lookup = new NameLookup(tx, how.today, { byApplication: !how.hasAccount });
  const shared = how.hasAccount ? referencesOfManyPayers(rows) : NO_REFERENCES;
  for (const some of inSome(rows)) {
    await matchSome(some, { lookup, hasAccount: how.hasAccount, shared });
    await breathe();
  }
}

/** Says of rows without a loan which may be meant, once it is known which are new. */
export async function suggestLoans(tx: ReadTx, rows: PlannedRows, how: Matching): Promise<void> {
  const lookup = new NameLookup(tx, how.today, { byApplication: !how.hasAccount });
  for (const some of inSome(rows)) {
    if (how.hasAccount) await suggestByName(some, lookup);
    else await explainMistyped(tx, some);
    await breathe();
  }
}

const NO_REFERENCES: ReadonlySet<string> = new Set();

/** References of a bank's file, as they are compared, that several payers have: they tell no payment from another. */
function referencesOfManyPayers(rows: PlannedRows): ReadonlySet<string> {
  const payers = new Map<string, string>();
  const shared = new Set<string>();
  for (const { part } of rows) {
    if (!part.bank_reference) continue;
    const reference = foldReference(part.bank_reference);
    const { payer_account, payer_phone, payer_name, text, direction } = part;
    const payer = foldForSearch(payer_account ?? payer_phone ?? payer_name ?? text ?? '').replace(
      /\s+/g,
      ' ',
    );
    const name = `${direction} ${reference}`;
    const known = payers.get(name);
    if (known === undefined) payers.set(name, payer);
    else if (known !== payer) shared.add(reference);
  }
  return shared;
}

function* inSome(rows: PlannedRows): Generator<readonly PlannedRow[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

async function matchSome(
  rows: readonly PlannedRow[],
  { lookup, hasAccount, shared }: { lookup: NameLookup; hasAccount: boolean; shared: ReadonlySet<string> },
): Promise<void> {
  const read = rows.map((row) => {
    row.realReference = realReferenceOf(row.part.bank_reference, shared);
    return fileRowOf(row.part, row.realReference !== null);
  });
  const names = await lookup.of(hasAccount ? read : read.map((row) => ({ ...NO_NAMES, loan: row.loan })));
  rows.forEach((row, at) => {
    const fileRow = read[at] as FileRow;
    if (fileRow.currency === 'EGP' && fileRow.amountPiastres === null) {
      row.refuse('invalid_amount', `${fileRow.amount} is not an amount in EGP with two decimals`);
      return;
    }
    // Two spellings of an account are one account.
    const account = hasAccount ? accountForm(row.account ?? '') : null;
    row.takeMatch(matchRow(fileRow, { account, names, digest: rowDigest }));
  });
}

function realReferenceOf(reference: string | null | undefined, shared: ReadonlySet<string>): string | null {
  if (!reference || !isRealReference(reference)) return null;
  const folded = foldReference(reference);
  return shared.has(folded) ? null : folded;
}

const NO_NAMES = {
  loan: null,
  customerReference: null,
  endToEndId: null,
  text: null,
  otherText: null,
  payerAccount: null,
  payerPhone: null,
  payerName: null,
};

/** Loans of businesses with the payer's name are suggested where nothing else names one. */
async function suggestByName(rows: readonly PlannedRow[], lookup: NameLookup): Promise<void> {
  const unmatched = rows.filter(
    ({ outcome, code, part }) => outcome === 'held' && code === 'no_match' && part.payer_name,
  );
  if (unmatched.length === 0) return;
  const loans = await lookup.suggestions(unmatched.map(({ part }) => part.payer_name ?? ''));
  for (const row of unmatched) {
    row.suggestions = loans.get(foldForSearch((row.part.payer_name ?? '').trim())) ?? row.suggestions;
  }
}

/** Most mistyped ids of a file that the nearest existing one is looked up for. */
const EXPLAINED = 100;

/** Says of loans that staff wrote whether the id is mistyped, and which one may have been meant. */
async function explainMistyped(tx: ReadTx, rows: readonly PlannedRow[]): Promise<void> {
  const unknown = rows.filter(({ outcome, code }) => outcome === 'refused' && code === 'unknown_loan');
  for (const row of unknown.slice(0, EXPLAINED)) {
    const checked = await checkedId(tx, 'loan', row.part.loan ?? '');
    if (!isRefusal(checked) || checked.code !== 'id_mistyped') continue;
    row.refuse(checked.code, `${checked.message}${checked.hint === undefined ? '' : `: ${checked.hint}`}`);
  }
}
