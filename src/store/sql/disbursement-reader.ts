import type { CalendarDate } from '../../domain/dates.ts';
import type { DisbursementStatus } from '../../domain/disbursement.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx, SettledDisbursement } from '../port.ts';
import type { DisbursementOutcomeRecord, DisbursementRecord } from '../records.ts';
import { query } from './dialect.ts';
import { DISBURSEMENT, OUTCOME, settled } from './disbursement-rows.ts';
import { anyIdOfMerchants, type Condition, condition, rowsOfPage } from './list-page.ts';
import { loanSays, saidOfLoans } from './loan-search.ts';
import { allOfIds, inOrderAsked, isAmong, rowsOfIds } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const OUTCOMES = rowsOfIds(
  'o.disbursement_reference',
  (which) => `SELECT ${OUTCOME} FROM disbursement_outcomes o WHERE ${which} ORDER BY o.outcome`,
);
/** Failed is the last word on a disbursement that was completed before, and the greater text. */
const LAST_OUTCOME = `(SELECT max(outcome) FROM disbursement_outcomes
  WHERE disbursement_reference = d.disbursement_reference)`;

const BY_REFERENCE = inOrderAsked(DISBURSEMENT, 'disbursements d', 'd.disbursement_reference');
const LAST_ACCOUNT = query(
  (d) => `SELECT d.merchant_bank_account AS account FROM loans l JOIN disbursements d ON d.loan_id = l.loan_id
  WHERE l.merchant_id IN (${anyIdOfMerchants(d)})
    AND d.method IN ('bank_transfer', 'wallet', 'check') AND coalesce(${LAST_OUTCOME}, '') <> 'failed'
  ORDER BY d.seq DESC LIMIT 1`,
);

const NEWEST_FIRST = {
  columns: DISBURSEMENT,
  from: 'disbursements d',
  orderBy: 'd.seq DESC, d.disbursement_reference',
};

const has = (outcome: 'completed' | 'failed') => `EXISTS (SELECT 1 FROM disbursement_outcomes o
  WHERE o.disbursement_reference = d.disbursement_reference AND o.outcome = '${outcome}')`;
/** As one value, which no engine works out for all in advance: a page of them may be near at hand. So are loans below. */
const VALUE_DATE = `coalesce((SELECT max(o.date) FROM disbursement_outcomes o
    WHERE o.disbursement_reference = d.disbursement_reference AND o.outcome = 'completed'),
  CASE WHEN d.settlement = 'automatic' THEN d.disbursement_date END)`;
/** As `disbursementStatusAt` of the domain says it, with the date bound so many times. */
const STATUSES: Readonly<Record<DisbursementStatus, { readonly sql: string; readonly dates: number }>> = {
  failed: { sql: has('failed'), dates: 0 },
  completed: { sql: `${VALUE_DATE} <= ? AND NOT ${has('failed')}`, dates: 1 },
  // Mostly there are few in many: what the row itself rules out is not looked up.
  pending: {
    sql: `(d.disbursement_reference IN (SELECT o.disbursement_reference FROM disbursement_outcomes o
      WHERE o.outcome = 'completed' AND o.date > ?) OR ((d.settlement = 'manual' OR d.disbursement_date > ?)
      AND NOT ${has('completed')})) AND NOT ${has('failed')}`,
    dates: 2,
  },
};

function isIn(statuses: readonly DisbursementStatus[], asOf: CalendarDate): Condition {
  const asked = statuses.map((status) => STATUSES[status]);
  return {
    sql: asked.map(({ sql }) => `(${sql})`).join(' OR '),
    values: asked.flatMap(({ dates }) => Array.from({ length: dates }, () => asOf)),
  };
}

/** Engines fold ASCII alone: of wallets and checks an account may be any text. */
const BEYOND_ASCII = `SELECT DISTINCT d.merchant_bank_account AS account FROM disbursements d
  WHERE octet_length(d.merchant_bank_account) > length(d.merchant_bank_account)`;

/** That a text is part of the reference, the loan id or the account, or of what the loan goes by. */
async function says(connection: SqlConnection, search: string): Promise<Condition> {
  const wanted = foldForSearch(search.trim());
  const accounts = await connection.all<{ account: string }>(BEYOND_ASCII);
  const found = accounts.map((row) => row.account).filter((one) => foldForSearch(one).includes(wanted));
  return {
    sql: (d) => `${['d.disbursement_reference', 'd.loan_id', 'd.merchant_bank_account']
      .map((column) => d.contains(`lower(${column})`))
      .join(' OR ')} OR ${isAmong('d.merchant_bank_account', d)}
      OR (SELECT count(*) FROM loans l WHERE l.loan_id = d.loan_id AND (${loanSays(d)})) > 0`,
    values: [wanted, wanted, wanted, JSON.stringify(found), ...saidOfLoans(search)],
  };
}

/** Reads of disbursements. */
export function disbursementReader(connection: SqlConnection): ReadTx['disbursements'] {
  return {
    byReferences: async (references) =>
      withOutcomes(
        connection,
        await connection.all<DisbursementRecord>(BY_REFERENCE, JSON.stringify(references)),
      ),
    list: async (filter, page) => {
      const { loanId, status, search } = filter;
      const rows = await rowsOfPage<DisbursementRecord>(
        connection,
        NEWEST_FIRST,
        [
          ...condition(loanId !== undefined, 'd.loan_id = ?', loanId),
          ...(status === undefined ? [] : [isIn(status.oneOf, status.asOf)]),
          ...(search === undefined ? [] : [await says(connection, search)]),
        ],
        page,
      );
      return withOutcomes(connection, rows);
    },
    lastAccountOfMerchant: async (merchantId) =>
      (await connection.get<{ account: string }>(LAST_ACCOUNT, JSON.stringify([merchantId])))?.account ??
      null,
  };
}

/** Adds to each disbursement what became of it. */
async function withOutcomes(
  connection: SqlConnection,
  rows: readonly DisbursementRecord[],
): Promise<SettledDisbursement[]> {
  if (rows.length === 0) return [];
  const references = rows.map((row) => row.disbursementReference);
  return settled(rows, await allOfIds<DisbursementOutcomeRecord>(connection, OUTCOMES, references));
}
