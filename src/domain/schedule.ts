import { type Accrual, interestDue, openAccrual, withDisbursement, withPayment } from './accrual.ts';
import { addMonths, type CalendarDate } from './dates.ts';
import { flatParts } from './flat-interest.ts';
import { type InterestRule, interestRuleOf, simpleInterestRule } from './interest-rule.ts';
import { levelInstallment } from './level-installment.ts';
import type { DisbursementEvent } from './loan-event.ts';
import { type LoanTerms, roundedToTerms } from './loan-terms.ts';
import { divideHalfAwayFromZero, formatAmountGrouped, type Piastres, piastres } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

/** One installment; installment = principal + interest, always. */
export interface ScheduleRow {
  /** 1 for the first. */
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly installmentPiastres: Piastres;
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  /** Principal left when this and every earlier installment was paid on its date. */
  readonly balancePiastres: Piastres;
}

/** What is to be paid and when. Depends on the terms and the disbursements, never on payments. */
export interface Schedule {
  /** All of them, unless fewer were asked for. */
  readonly rows: readonly ScheduleRow[];
  /** How many there are in all. */
  readonly count: number;
  /** Value date of the first disbursement. */
  readonly startDate: CalendarDate;
  readonly maturityDate: CalendarDate;
}

/** Says after a row that those after it are not needed; `upToPiastres` is the sum of the installments so far. */
export type IsEnough = (row: ScheduleRow, upToPiastres: number) => boolean;

/**
 * The schedule of a loan from its disbursements in any order, at least one. Later ones (tranches) re-solve the
 * installments due after their date. Refused: a disbursement on or after maturity (`date_after_maturity`),
 * a second one of a flat loan (`flat_single_disbursement`).
 */
export function buildSchedule(
  terms: LoanTerms,
  disbursements: readonly DisbursementEvent[],
  isEnough?: IsEnough,
): Schedule | Refusal {
  const count = terms.termMonths;
  const inOrder = disbursements.toSorted(byValueDate);
  const first = inOrder[0];
  if (first === undefined) return refuse('nothing_disbursed', 'a schedule starts with a disbursement');
  const startDate = first.valueDate;
  const maturityDate = addMonths(startDate, terms.termMonths);
  const last = inOrder.at(-1) as DisbursementEvent;
  if (last.valueDate >= maturityDate) {
    const what = `${formatAmountGrouped(last.amountPiastres)} on ${last.valueDate}`;
    return refuse('date_after_maturity', `${what} is not before maturity, ${maturityDate}`);
  }
  if (terms.repaymentStyle === 'flat') {
    if (inOrder.length > 1) {
      return refuse(
        'flat_single_disbursement',
        `a flat loan is paid out once; ${formatAmountGrouped(first.amountPiastres)} was, on ${startDate}`,
      );
    }
    return { rows: flatRows(terms, startDate, first.amountPiastres), count, startDate, maturityDate };
  }
  return { rows: rollRows(terms, startDate, inOrder, isEnough), count, startDate, maturityDate };
}

/** Earlier value date first, then booking order. */
function byValueDate(a: DisbursementEvent, b: DisbursementEvent): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  return a.order - b.order;
}

/** Rows of a flat loan. */
function flatRows(terms: LoanTerms, start: CalendarDate, amountPiastres: Piastres): ScheduleRow[] {
  let balance: number = amountPiastres;
  return flatParts(terms, start, amountPiastres, simpleInterestRule(terms, start)).map((part, index) => {
    balance -= part.principalPiastres;
    return {
      number: index + 1,
      dueDate: addMonths(start, index + 1),
      installmentPiastres: piastres(part.principalPiastres + part.interestPiastres),
      principalPiastres: part.principalPiastres,
      interestPiastres: part.interestPiastres,
      balancePiastres: piastres(balance),
    };
  });
}

/**
 * Rows of the other styles. Each row is split as a payment on its due date would be, by the very same
 * arithmetic, which is why paying the schedule ends at exactly zero.
 */
function rollRows(
  terms: LoanTerms,
  start: CalendarDate,
  disbursements: readonly DisbursementEvent[],
  isEnough: IsEnough | undefined,
): ScheduleRow[] {
  const rule = interestRuleOf(terms, start, disbursements[0]?.amountPiastres ?? piastres(0));
  const dueDates: CalendarDate[] = [];
  for (let month = 1; month <= terms.termMonths; month += 1) dueDates.push(addMonths(start, month));
  const rows: ScheduleRow[] = [];
  let accrual = openAccrual(start);
  let next = 0;
  let upTo = 0;
  /** Installment (annuity) or principal part (equal_principal) in force; solved anew after each tranche. */
  let plan: Piastres | null = null;
  for (let index = 0; index < dueDates.length; index += 1) {
    const dueDate = dueDates[index] as CalendarDate;
    while (next < disbursements.length && (disbursements[next]?.valueDate ?? dueDate) < dueDate) {
      const { valueDate, amountPiastres } = disbursements[next] as DisbursementEvent;
      accrual = withDisbursement(rule, accrual, valueDate, amountPiastres);
      plan = null;
      next += 1;
    }
    const interest = interestDue(rule, accrual, dueDate);
    const owed = accrual.principalPiastres + interest;
    let installment: number;
    if (index === dueDates.length - 1) {
      installment = owed;
    } else if (terms.repaymentStyle === 'bullet' || index < terms.graceMonths) {
      installment = interest;
    } else {
      plan ??= planFrom(terms, rule, accrual, index === 0 ? dueDates : dueDates.slice(index));
      const wanted =
        terms.repaymentStyle === 'annuity'
          ? plan
          : roundedToTerms(interest + plan, terms.installmentRounding);
      installment = Math.min(wanted, owed);
    }
    const row = splitRow(accrual, dueDate, piastres(installment), interest);
    accrual = row.accrual;
    const made: ScheduleRow = {
      number: index + 1,
      dueDate,
      installmentPiastres: piastres(installment),
      principalPiastres: row.principalPiastres,
      interestPiastres: row.interestPiastres,
      balancePiastres: accrual.principalPiastres,
    };
    rows.push(made);
    upTo += installment;
    if (isEnough?.(made, upTo) === true) break;
  }
  return rows;
}

/** The equal installment, or the equal principal part (half up), over the due dates left. */
function planFrom(
  terms: LoanTerms,
  rule: InterestRule,
  accrual: Accrual,
  dueDates: readonly CalendarDate[],
): Piastres {
  if (terms.repaymentStyle === 'annuity') {
    return levelInstallment(rule, accrual, dueDates, terms.installmentRounding);
  }
  const part = divideHalfAwayFromZero(BigInt(accrual.principalPiastres), BigInt(dueDates.length));
  return piastres(Number(part));
}

/** Splits a row as a payment; a row with nothing to pay starts no new piece. */
function splitRow(accrual: Accrual, dueDate: CalendarDate, installment: Piastres, interest: Piastres) {
  if (installment > 0) return withPayment(accrual, dueDate, installment, interest);
  return { interestPiastres: piastres(0), principalPiastres: piastres(0), accrual };
}
