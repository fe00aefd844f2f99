import type { CalendarDate } from '../../src/domain/dates.ts';
import type { DisbursementEvent, PaymentEvent } from '../../src/domain/loan-event.ts';
import type { LoanTerms } from '../../src/domain/loan-terms.ts';
import { type Piastres, parseAmount, piastres } from '../../src/domain/money.ts';
import { parseRate } from '../../src/domain/rate.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { buildSchedule, type Schedule } from '../../src/domain/schedule.ts';

/** A date that the test knows to exist. */
export function day(text: string): CalendarDate {
  return text as CalendarDate;
}

/** An amount in EGP as text, in piastres. */
export function egp(text: string): Piastres {
  const amount = parseAmount(text, { grouping: true });
  if (isRefusal(amount)) throw new Error(amount.message);
  return amount;
}

/** Terms of a loan; amount and rate as a person writes them. */
export function termsOf(
  amount: string,
  rate: string,
  termMonths: number,
  more: Partial<LoanTerms> = {},
): LoanTerms {
  const annualRateE4 = parseRate(rate, { minE4: 0 });
  if (isRefusal(annualRateE4)) throw new Error(annualRateE4.message);
  return {
    approvedAmountPiastres: egp(amount),
    annualRateE4,
    termMonths,
    dayCount: 'monthly',
    repaymentStyle: 'annuity',
    graceMonths: 0,
    installmentRounding: 'half_up',
    ...more,
  };
}

/** A disbursement event; `order` also makes its id. */
export function paidOut(valueDate: string, amountPiastres: Piastres, order = 1): DisbursementEvent {
  return { kind: 'disbursement', id: `DSB-${order}`, valueDate: day(valueDate), amountPiastres, order };
}

/** A payment event; `order` also makes its id. */
export function paidBack(valueDate: string, amountPiastres: Piastres, order: number): PaymentEvent {
  return { kind: 'payment', id: `PAY-${order}`, valueDate: day(valueDate), amountPiastres, order };
}

/** The schedule of disbursements that are known to be allowed. */
export function scheduleOf(terms: LoanTerms, ...disbursements: readonly DisbursementEvent[]): Schedule {
  const schedule = buildSchedule(terms, disbursements);
  if (isRefusal(schedule)) throw new Error(schedule.message);
  return schedule;
}

/** The payments that follow a schedule to the letter: every installment above zero on its due date. */
export function paymentsOf(schedule: Schedule, firstOrder = 100): PaymentEvent[] {
  return schedule.rows
    .filter((row) => row.installmentPiastres > 0)
    .map((row) => paidBack(row.dueDate, piastres(row.installmentPiastres), firstOrder + row.number));
}
