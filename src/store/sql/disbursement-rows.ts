import type { SettledDisbursement } from '../port.ts';
import type { DisbursementOutcomeRecord, DisbursementRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import { rowsOfIds } from './rows-of-ids.ts';

export const DISBURSEMENT = selectList('d', FACT_FIELDS.disbursement);
export const OUTCOME = selectList('o', FACT_FIELDS.outcome);
export const OUTCOMES_OF_LOANS = rowsOfIds(
  'd.loan_id',
  (which) => `SELECT ${OUTCOME} FROM disbursements d
    JOIN disbursement_outcomes o ON o.disbursement_reference = d.disbursement_reference
    WHERE ${which} ORDER BY o.outcome`,
);

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
