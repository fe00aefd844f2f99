import type { OperationOutput } from '../../contract/operation-types.ts';
import { disbursementEvents } from '../../domain/disbursement.ts';
import { effectiveAnnualRate, type Payout } from '../../domain/effective-annual-rate.ts';
import type { LoanAccount } from '../../domain/loan-account.ts';
import { byDateThenKind } from '../../domain/loan-event.ts';
import type { LoanFacts } from '../../domain/loan-facts.ts';
import type { LoanTerms } from '../../domain/loan-terms.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { Policy } from '../../domain/policy-values.ts';
import { scheduleTotals } from '../../domain/quote.ts';
import { rateToNumber } from '../../domain/rate.ts';
import type { Schedule, ScheduleRow } from '../../domain/schedule.ts';

type Quote = OperationOutput<'quotes.get'>;
type ScheduleSummary = Pick<
  Quote,
  | 'installment_amount'
  | 'total_interest'
  | 'total_payment'
  | 'effective_annual_rate'
  | 'day_count'
  | 'repayment_style'
>;

/** A schedule's totals as `loan quote` and `loan schedule` answer them. */
export function scheduleSummary(
  terms: LoanTerms,
  schedule: Schedule,
  payouts: readonly Payout[],
): ScheduleSummary {
  const totals = scheduleTotals(schedule);
  return {
    installment_amount: amountToNumber(totals.installmentAmountPiastres),
    total_interest: amountToNumber(totals.totalInterestPiastres),
    total_payment: amountToNumber(totals.totalPaymentPiastres),
    effective_annual_rate: effectiveAnnualRate(schedule, payouts),
    day_count: terms.dayCount,
    repayment_style: terms.repaymentStyle,
  };
}

/** The payouts a loan's schedule is made of, by date: of a preview the whole approved amount at its start. */
export function payoutsOf(account: LoanAccount, facts: Pick<LoanFacts, 'disbursements'>): readonly Payout[] {
  if (account.started) {
    return disbursementEvents(facts.disbursements, account.asOf).toSorted(byDateThenKind);
  }
  return [{ amountPiastres: account.originalAmountPiastres, valueDate: account.schedule.startDate }];
}

/** What a schedule costs, as it stands beside a decision and a loan. */
export function costOf(
  terms: LoanTerms,
  schedule: Schedule,
  payouts: readonly Payout[],
): Pick<ScheduleSummary, 'total_interest' | 'total_payment' | 'effective_annual_rate'> {
  const { total_interest, total_payment, effective_annual_rate } = scheduleSummary(terms, schedule, payouts);
  return { total_interest, total_payment, effective_annual_rate };
}

/** What the policy says of payments that come late, as a borrower is told it; null: nothing. */
export function latePaymentTerms({
  lateFee,
  penaltyRateE4,
}: Policy): Pick<Quote, 'late_fee' | 'penalty_rate'> {
  return {
    late_fee:
      lateFee === null
        ? null
        : { amount: amountToNumber(lateFee.amountPiastres), after_days: lateFee.afterDays },
    penalty_rate: penaltyRateE4 === null ? null : rateToNumber(penaltyRateE4),
  };
}

/** One row of a schedule. */
export function installmentResponse(row: ScheduleRow): Quote['installments'][number] {
  return {
    number: row.number,
    due_date: row.dueDate,
    installment_amount: amountToNumber(row.installmentPiastres),
    principal_amount: amountToNumber(row.principalPiastres),
    interest_amount: amountToNumber(row.interestPiastres),
    balance: amountToNumber(row.balancePiastres),
  };
}
