import type { ReadTx } from '../../store/port.ts';
import type { StepBefore } from '../call.ts';

/** Everybody who agreed to the decision that made a loan. */
export async function decidersOf(
  tx: ReadTx,
  loan: { readonly loanId: string; readonly applicationId: string },
): Promise<StepBefore[]> {
  const decisions = await tx.decisions.ofApplications([loan.applicationId]);
  const people = decisions.filter(({ loanId }) => loanId === loan.loanId).map(({ decidedBy }) => decidedBy);
  for (const approval of await tx.approvals.ofObject(loan.applicationId)) {
    const last = approval.steps.at(-1);
    if (last?.kind !== 'carried_out' || last.result !== loan.loanId) continue;
    people.push(...approval.steps.map(({ doneBy }) => doneBy));
  }
  return [...new Set(people)].map((person) => ({ person, did: `decided on loan ${loan.loanId}` }));
}
