import type { CalendarDate } from '../../domain/dates.ts';
import { type LoanAccount, loanAccountAt } from '../../domain/loan-account.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { readAsOf } from '../as-of-date.ts';
import type { Call } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveLoan } from '../resolve-loan.ts';

export interface LoanAt {
  readonly dossier: LoanDossier;
  readonly account: LoanAccount;
  readonly asOf: CalendarDate;
}

/**
 * The loan a request names, with its account at the date asked; a later date than today looks ahead, unless what
 * is asked for knows only what happened. Figures use the policy in force on that date.
 */
export async function loanAt(
  tx: ReadTx,
  input: { readonly loan_id: string; readonly as_of?: string | undefined },
  call: Call,
  options: { readonly mayBeLater: boolean } = { mayBeLater: true },
): Promise<LoanAt | Refusal> {
  const asOf = readAsOf(input.as_of, call.today, options);
  if (isRefusal(asOf)) return asOf;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { values } = await policyInForce(tx, asOf);
  return { dossier, asOf, account: loanAccountAt(dossier, asOf, values, call.today) };
}
