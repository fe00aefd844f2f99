import type { OperationOutput } from '../../contract/operation-types.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import type { LoanFacts } from '../../domain/loan-facts.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { Policy } from '../../domain/policy-values.ts';
import type { SplitChange } from '../../domain/replay.ts';
import type { Call } from '../call.ts';

type Reversed = OperationOutput<'payments.reverse'>;
type Figures = Reversed['corrections'][number]['before'];
type AccountFigures = Reversed['account']['before'];

/** The payments a command changed, each as it stood and as it stands now. */
export function correctionsResponse(changes: readonly SplitChange[]): Reversed['corrections'] {
  return changes.map(({ paymentId, before, after }) => ({
    payment_id: paymentId,
    before: figuresOf(before),
    after: figuresOf(after),
  }));
}

/** The account on the business date before and after a command. */
export function accountChange(
  before: LoanFacts,
  after: LoanFacts,
  policy: Policy,
  call: Call,
): Reversed['account'] {
  return { before: accountFigures(before, policy, call), after: accountFigures(after, policy, call) };
}

function figuresOf(split: PaymentSplit): Figures {
  return {
    principal_amount: amountToNumber(split.principalPiastres),
    interest_amount: amountToNumber(split.interestPiastres),
    fee_amount: amountToNumber(split.feePiastres),
    credit_amount: amountToNumber(split.creditPiastres),
    recovered_amount: amountToNumber(split.recoveredPiastres),
    remaining_balance: amountToNumber(split.remainingPiastres),
  };
}

function accountFigures(facts: LoanFacts, policy: Policy, call: Call): AccountFigures {
  const account = loanAccountAt(facts, call.today, policy, call.today);
  return {
    outstanding_balance: amountToNumber(account.outstandingPiastres),
    accrued_interest: amountToNumber(account.accruedInterestPiastres),
    payoff_amount: amountToNumber(account.payoffPiastres),
    arrears_amount: amountToNumber(account.arrearsPiastres),
    credit_balance: amountToNumber(account.creditBalancePiastres),
    days_past_due: account.daysPastDue,
    next_payment_due_date: account.nextPaymentDueDate,
    payment_status: account.paymentStatus,
  };
}
