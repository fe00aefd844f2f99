import type { CalendarDate } from '../../domain/dates.ts';
import type { Policy } from '../../domain/policy-values.ts';
import type { ReadTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';

/** What the policy in force says of booking payments and of taking them back. */
export interface PaymentRules {
  readonly policy: Policy;
  /** null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  readonly acceptOverpayment: boolean;
}

/** Reads the rules in force now. */
export async function paymentRules(tx: ReadTx, call: Call): Promise<PaymentRules> {
  const policy = await policyInForce(tx, call.today);
  return {
    policy: policy.values,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
  };
}
