import type { DecisionRecord } from '../store/records.ts';

/**
 * The status an application has by its decisions, in order: that of the last one, and `pending_review` again once
 * the loan of an approval was cancelled.
 */
export function applicationStatusFrom(
  decisions: readonly DecisionRecord[],
  closedLoans: ReadonlySet<string>,
): string {
  const last = decisions.at(-1);
  if (last === undefined) return 'submitted';
  if (last.decision === 'approved' && last.loanId !== null && closedLoans.has(last.loanId))
    return 'pending_review';
  return last.decision;
}
