import type { ReadTx, SettledDisbursement } from '../port.ts';
import type { DisbursementOutcomeRecord, DisbursementRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { anyIdOfMerchants, condition, listPage } from './list-page.ts';
import { allOfIds, inOrderAsked, rowsOfIds } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

export const DISBURSEMENT = selectList('d', FACT_FIELDS.disbursement);
const OUTCOME = selectList('o', FACT_FIELDS.outcome);
const OUTCOMES = rowsOfIds(
  'o.disbursement_reference',
  (which) => `SELECT ${OUTCOME} FROM disbursement_outcomes o WHERE ${which} ORDER BY o.outcome`,
);
export const OUTCOMES_OF_LOANS = rowsOfIds(
  'd.loan_id',
  (which) => `SELECT ${OUTCOME} FROM disbursements d
    JOIN disbursement_outcomes o ON o.disbursement_reference = d.disbursement_reference
    WHERE ${which} ORDER BY o.outcome`,
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

/** Reads of disbursements. */
export function disbursementReader(connection: SqlConnection): ReadTx['disbursements'] {
  return {
    byReferences: async (references) =>
      connection.all<DisbursementRecord>(BY_REFERENCE, JSON.stringify(references)),
    list: async (filter, page) => {
      const found = await listPage<DisbursementRecord>(
        connection,
        { columns: DISBURSEMENT, from: 'disbursements d', orderBy: 'd.seq DESC, d.disbursement_reference' },
        [
          ...condition(filter.loanId !== undefined, 'd.loan_id = ?', filter.loanId),
          ...condition(filter.outcome === 'none', `${LAST_OUTCOME} IS NULL`),
          ...condition(
            filter.outcome === 'completed' || filter.outcome === 'failed',
            `${LAST_OUTCOME} = ?`,
            filter.outcome,
          ),
        ],
        page,
      );
      return { totalCount: found.totalCount, rows: await withOutcomes(connection, found.rows) };
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

/** Each disbursement with what became of it: `outcomes` are theirs, in the order of the word. */
export function settled(
  rows: readonly DisbursementRecord[],
  outcomes: readonly DisbursementOutcomeRecord[],
): SettledDisbursement[] {
  // The later of two replaces the earlier: failed comes after completed.
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.disbursementReference, outcome]));
  const completed = outcomes.filter((outcome) => outcome.outcome === 'completed');
  const completionOf = new Map(completed.map((outcome) => [outcome.disbursementReference, outcome]));
  return rows.map((row) => ({
    ...row,
    outcome: outcomeOf.get(row.disbursementReference) ?? null,
    completion: completionOf.get(row.disbursementReference) ?? null,
  }));
}
