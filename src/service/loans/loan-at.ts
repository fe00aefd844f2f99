import type { CalendarDate } from '../../domain/dates.ts';
import { type LoanAccount, loanAccountAt } from '../../domain/loan-account.ts';
import type { Policy } from '../../domain/policy-values.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { servicingRulesOf } from '../../domain/servicing-policy.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { Instant } from '../../store/records.ts';
import { readAsOf } from '../as-of-date.ts';
import type { Call } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveLoan } from '../resolve-loan.ts';

export interface LoanAt {
  readonly dossier: LoanDossier;
  readonly account: LoanAccount;
  readonly asOf: CalendarDate;
  /** In force on that date. */
  readonly policy: Policy;
}

/**
 * The loan a request names, with its account at the date asked; a later date than today looks ahead, unless what
 * is asked for knows only what happened. Figures use the policy in force on that date. With `known_at` both are as
 * the bank knew them at that instant.
 */
export async function loanAt(
  tx: ReadTx,
  input: {
    readonly loan_id: string;
    readonly as_of?: string | undefined;
    readonly known_at?: string | undefined;
  },
  call: Call,
  options: { readonly mayBeLater: boolean } = { mayBeLater: true },
): Promise<LoanAt | Refusal> {
  const asOf = readAsOf(input.as_of, call.today, options);
  if (isRefusal(asOf)) return asOf;
  const found = await resolveLoan(tx, input.loan_id);
  if (isRefusal(found)) return found;
  const known = input.known_at === undefined ? null : await knownAt(found, input.known_at);
  if (isRefusal(known)) return known;
  const { values, document } = await policyInForce(tx, asOf, known?.at ?? null);
  // What the policy says of fees and small rests is as the bank knew it, too.
  const dossier =
    known === null
      ? found
      : { ...known.dossier, rules: servicingRulesOf(document, await tx.policy.earlierRulesThrough()) };
  return { dossier, asOf, policy: values, account: loanAccountAt(dossier, asOf, values, call.today) };
}

/** Loaded when it is asked for: most reads are not of the past, and a read must start fast. */
async function knownAt(
  dossier: LoanDossier,
  text: string,
): Promise<{ readonly dossier: LoanDossier; readonly at: Instant } | Refusal> {
  const [{ readKnownAt }, { dossierKnownAt }] = await Promise.all([
    import('../known-at.ts'),
    import('./dossier-known-at.ts'),
  ]);
  const at = readKnownAt('known_at', text);
  if (isRefusal(at)) return at;
  if (at === null) throw new Error('a time that was given was not read');
  const seen = dossierKnownAt(dossier, at);
  return isRefusal(seen) ? seen : { dossier: seen, at };
}
