import type { OperationOutput } from '../contract/operation-types.ts';
import { formatAmountGrouped, piastres } from '../domain/money.ts';
import type { Deps } from '../shell/command-definition.ts';

/**
 * A loan as a question names it, with the business that owes it: an id alone does not tell the right loan from the
 * wrong one. Where the business cannot be read, the id alone.
 */
export async function loanInWords(loanId: string, deps: Deps): Promise<string> {
  const loan = await (await deps.backend()).call('loans.get', { loan_id: loanId });
  return loan.ok ? `${loanId} of ${loan.value.business_name}` : loanId;
}

export type Application = OperationOutput<'applications.get'>;

/** An application to name in a question; null where it cannot be read, as from a server of another make. */
export async function applicationOf(applicationId: string, deps: Deps): Promise<Application | null> {
  const backend = await deps.backend();
  if ((await backend.isOurs?.()) === false) return null;
  const found = await backend.call('applications.get', { application_id: applicationId });
  return found.ok ? found.value : null;
}

/** What an application asks for, in one line. */
export function applicationInWords(asked: Application): string {
  const terms = `${moneyInWords(asked.requested_amount)} EGP over ${asked.requested_term_months} months`;
  return `${asked.application_id} of ${asked.business_name} (merchant ${asked.merchant_id}) asks for ${terms}.`;
}

/** An amount of an answer with grouped thousands. */
export function moneyInWords(amount: number): string {
  return formatAmountGrouped(piastres(Math.round(amount * 100)));
}
