import { type DatedValue, valueInForce } from './dated-values.ts';
import { addDays, addMonths, type CalendarDate } from './dates.ts';
import type { DisbursementEvent } from './loan-event.ts';
import type { LoanTerms } from './loan-terms.ts';
import { type Piastres, piastres } from './money.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule } from './schedule.ts';

/** What a bank charges for an installment that is late. */
export interface LateFee {
  readonly amountPiastres: Piastres;
  /** Days after the due date on which the fee falls due. */
  readonly afterDays: number;
}

/** The bank's rule of late fees with its history; plain data, so that it can be handed on with a loan's facts. */
export interface LateFees {
  /** Values are a {@link LateFee}, or null where there is none. */
  readonly fees: readonly DatedValue[];
  /** Values are piastres: what an installment may lack and be covered. */
  readonly tolerances: readonly DatedValue[];
}

/** A fee that an installment not covered in time has brought. */
export interface FeeCharge {
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** The date the fee fell due. */
  readonly chargedOn: CalendarDate;
  readonly amountPiastres: Piastres;
}

/** Where a loan's fees stand. */
export interface FeeAccount {
  readonly duePiastres: Piastres;
  readonly charges: readonly FeeCharge[];
  /** Fees that may still come, by date; null until they were looked up. */
  readonly coming: readonly FeeCharge[] | null;
}

/** Nothing charged yet. */
export const NO_FEES: FeeAccount = { duePiastres: piastres(0), charges: [], coming: null };

/** What of a loan decides whether an installment is covered. */
export interface FeeLoan {
  readonly terms: LoanTerms;
  readonly disbursements: readonly DisbursementEvent[];
  readonly appliedPiastres: number;
  /** Principal and interest left unpaid; fees are known. */
  readonly owesPrincipal: boolean;
}

/**
 * The fees of a loan at a date, before the payments of that date. An installment brings the fee once, on the day that
 * many days after its due date, when the payments dated before that day do not cover it; the amount and the days are
 * those in force on that day.
 */
export function feesAt(rule: LateFees, before: FeeAccount, loan: FeeLoan, date: CalendarDate): FeeAccount {
  const coming = before.coming ?? feesThatMayCome(rule, loan);
  const [next] = coming;
  if (next === undefined || next.chargedOn > date) return { ...before, coming };
  const upTo = installmentSums(loan);
  const charges = [...before.charges];
  let due: number = before.duePiastres;
  let at = 0;
  for (; (coming[at]?.chargedOn ?? '9999') <= date; at++) {
    const charge = coming[at] as FeeCharge;
    if (!isUncovered(rule, loan, upTo, charge, due)) continue;
    charges.push(charge);
    due += charge.amountPiastres;
  }
  return { duePiastres: piastres(due), charges, coming: coming.slice(at) };
}

/** Whether an installment with something to pay is not covered; the last one is only when nothing is owed. */
function isUncovered(
  rule: LateFees,
  loan: FeeLoan,
  upTo: readonly number[],
  { number, chargedOn }: FeeCharge,
  feesDue: number,
): boolean {
  if (!loan.owesPrincipal && feesDue === 0) return false;
  const sum = upTo[number] ?? 0;
  if (sum === (upTo[number - 1] ?? 0)) return false;
  const tolerance = (valueInForce(rule.tolerances, chargedOn) ?? 0) as number;
  return number === upTo.length - 1 || sum - loan.appliedPiastres > tolerance;
}

/** The sums of the installments up to each, from index 0 for none. */
function installmentSums({ terms, disbursements }: FeeLoan): number[] {
  const schedule = buildSchedule(terms, disbursements);
  const sums = [0];
  if (isRefusal(schedule)) return sums;
  for (const row of schedule.rows) sums.push((sums.at(-1) ?? 0) + row.installmentPiastres);
  return sums;
}

/** What each installment would bring, by date. Due dates follow from the first disbursement alone. */
function feesThatMayCome({ fees }: LateFees, { terms, disbursements }: FeeLoan): FeeCharge[] {
  const start = disbursements[0]?.valueDate;
  if (start === undefined) return [];
  const delays = [...new Set(fees.flatMap(({ value }) => (value as LateFee | null)?.afterDays ?? []))];
  delays.sort((a, b) => a - b);
  const coming: FeeCharge[] = [];
  for (let number = 1; number <= terms.termMonths; number++) {
    const dueDate = addMonths(start, number);
    for (const days of delays) {
      const chargedOn = addDays(dueDate, days);
      const fee = valueInForce(fees, chargedOn) as LateFee | null | undefined;
      if (fee?.afterDays !== days) continue;
      coming.push({ number, dueDate, chargedOn, amountPiastres: fee.amountPiastres });
      break;
    }
  }
  return coming.sort((a, b) => (a.chargedOn < b.chargedOn ? -1 : a.chargedOn > b.chargedOn ? 1 : 0));
}
