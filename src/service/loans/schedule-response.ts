import type { OperationOutput } from '../../contract/operation-types.ts';
import { effectiveAnnualRate } from '../../domain/effective-annual-rate.ts';
import type { LoanTerms } from '../../domain/loan-terms.ts';
import { amountToNumber, type Piastres } from '../../domain/money.ts';
import { scheduleTotals } from '../../domain/quote.ts';
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
  disbursedPiastres: Piastres,
): ScheduleSummary {
  const totals = scheduleTotals(schedule);
  return {
    installment_amount: amountToNumber(totals.installmentAmountPiastres),
    total_interest: amountToNumber(totals.totalInterestPiastres),
    total_payment: amountToNumber(totals.totalPaymentPiastres),
    effective_annual_rate: effectiveAnnualRate(
      schedule.rows.map((row) => row.installmentPiastres),
      disbursedPiastres,
    ),
    day_count: terms.dayCount,
    repayment_style: terms.repaymentStyle,
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
