import type { CalendarDate } from '../../src/domain/dates.ts';
import type { DisbursementFact } from '../../src/domain/disbursement.ts';
import type { ServicingPolicy } from '../../src/domain/loan-account.ts';
import type { DisbursementEvent, PaymentEvent } from '../../src/domain/loan-event.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import type { LoanTerms } from '../../src/domain/loan-terms.ts';
import { formatAmount, type Piastres, parseAmount, piastres } from '../../src/domain/money.ts';
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

/** Facts of a loan with one completed disbursement and payments, as `[date, amount]` pairs. */
export function factsOf(
  loan: LoanTerms,
  start: string,
  payments: readonly (readonly [string, string])[] = [],
  more: Partial<LoanFacts> = {},
): LoanFacts {
  return {
    loan,
    closure: null,
    disbursements: [disbursementFact(start, loan.approvedAmountPiastres, 1)],
    payments: payments.map(([date, amount], index) => ({
      paymentId: `PAY-${index + 2}`,
      amountPiastres: egp(amount),
      paymentDate: day(date),
      order: index + 2,
      reversal: null,
    })),
    writeOffs: [],
    refunds: [],
    undrawnCancellations: [],
    ...more,
  };
}

/** A registered disbursement, automatic and without an outcome unless told otherwise. */
export function disbursementFact(
  date: string,
  amountPiastres: Piastres,
  order: number,
  more: Partial<DisbursementFact> = {},
): DisbursementFact {
  return {
    disbursementReference: `DSB-${order}`,
    amountPiastres,
    disbursementDate: day(date),
    settlement: 'automatic',
    order,
    outcome: null,
    ...more,
  };
}

/** The shipped policy: 90 days, no grace, no tolerance. */
export const SERVICING: ServicingPolicy = {
  defaultDays: 90,
  graceDays: 0,
  arrearsTolerancePiastres: piastres(0),
};

/** A schedule as rows of text: due date, principal, interest, balance. */
export function printed(schedule: Schedule): string[] {
  return schedule.rows.map((row) =>
    [row.dueDate, row.principalPiastres, row.interestPiastres, row.balancePiastres]
      .map((cell) => (typeof cell === 'string' ? cell : formatAmount(cell)))
      .join(' '),
  );
}
