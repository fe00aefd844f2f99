import { type DatedValue, valueInForce } from './dated-values.ts';
import { addDays, addMonths, type CalendarDate, daysBetween } from './dates.ts';
import type { DisbursementEvent } from './loan-event.ts';
import type { LoanTerms } from './loan-terms.ts';
import { divideHalfAwayFromZero, type Piastres, piastres } from './money.ts';
import type { RateE4 } from './rate.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule } from './schedule.ts';
import type { ServicingRules } from './servicing-rules.ts';

/** What a bank charges for an installment that is late. */
export interface LateFee {
  readonly amountPiastres: Piastres;
  /** Days after the due date on which the fee falls due. */
  readonly afterDays: number;
}

/** A fee that an installment not covered in time has brought. */
export interface FeeCharge {
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** The date the fee fell due. */
  readonly chargedOn: CalendarDate;
  readonly amountPiastres: Piastres;
}

/** A stretch of days for which penalty interest runs on what is overdue. */
export interface PenaltyPiece {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly overduePiastres: Piastres;
  readonly annualRateE4: RateE4;
  readonly days: number;
}

/** Where a loan's fees stand; penalty interest is one of them. */
export interface FeeAccount {
  /** Late fees charged and unpaid. */
  readonly duePiastres: Piastres;
  readonly charges: readonly FeeCharge[];
  /** Fees that may still come, by date; null until they were looked up. */
  readonly coming: readonly FeeCharge[] | null;
  readonly penalty: Penalty;
}

interface Penalty {
  /** Due and unpaid at the date the account stands at: what was carried and, rounded, what came since. */
  readonly duePiastres: Piastres;
  /** Left unpaid at the last payment. */
  readonly carriedPiastres: Piastres;
  /** Exact penalty since then, over {@link PENALTY_DENOMINATOR}. */
  readonly exactNumerator: bigint;
  /** It is counted up to here; null while none was. */
  readonly countedTo: CalendarDate | null;
  readonly pieces: readonly PenaltyPiece[];
}

/** Days of a year × percent × 10^4 a whole. */
export const PENALTY_DENOMINATOR = 365n * 1_000_000n;

/** Nothing charged yet. */
export const NO_FEES: FeeAccount = {
  duePiastres: piastres(0),
  charges: [],
  coming: null,
  penalty: {
    duePiastres: piastres(0),
    carriedPiastres: piastres(0),
    exactNumerator: 0n,
    countedTo: null,
    pieces: [],
  },
};

/** What of a loan decides whether an installment is covered. */
export interface FeeLoan {
  readonly terms: LoanTerms;
  /** The same array for as long as there are no others: what follows from them is worked out once. */
  readonly disbursements: readonly DisbursementEvent[];
  /** Principal and interest paid. */
  readonly coveredPiastres: number;
  /** The same with the fees paid, by which installments were covered once. */
  readonly appliedPiastres: number;
  /** Principal and interest owed on a date, at least the loan's last event's. */
  readonly owedOn: (date: CalendarDate) => number;
}

/** All fees due and unpaid. */
export function feesDue({ duePiastres, penalty }: FeeAccount): number {
  return duePiastres + penalty.duePiastres;
}

/**
 * The fees of a loan at a date, before the payments of that date. An installment brings the fee once, on the day that
 * many days after its due date, when the payments dated before that day do not cover it; the amount and the days are
 * those in force on that day.
 */
export function feesAt(
  rules: ServicingRules,
  before: FeeAccount,
  loan: FeeLoan,
  date: CalendarDate,
): FeeAccount {
  const withPenalty = rules.penaltyRates.length === 0 ? before : penaltyAt(rules, before, loan, date);
  if (rules.fees.length === 0) return withPenalty;
  const coming = before.coming ?? feesThatMayCome(rules, loan);
  const [next] = coming;
  if (next === undefined || next.chargedOn > date) return { ...withPenalty, coming };
  const { sums } = installmentSums(loan);
  const charges = [...before.charges];
  let due: number = before.duePiastres;
  let at = 0;
  for (; (coming[at]?.chargedOn ?? '9999') <= date; at++) {
    const charge = coming[at] as FeeCharge;
    if (!isUncovered(rules, loan, sums, charge, due)) continue;
    charges.push(charge);
    due += charge.amountPiastres;
  }
  return { ...withPenalty, duePiastres: piastres(due), charges, coming: coming.slice(at) };
}

/** The account after a payment of so much to the fees on the date it stands at: late fees first, then the penalty. */
export function withFeesPaid(account: FeeAccount, paidPiastres: number): FeeAccount {
  const { penalty } = account;
  const late = Math.min(paidPiastres, account.duePiastres);
  const left = piastres(penalty.duePiastres - (paidPiastres - late));
  return {
    ...account,
    duePiastres: piastres(account.duePiastres - late),
    penalty: { ...penalty, duePiastres: left, carriedPiastres: left, exactNumerator: 0n },
  };
}

/** The account with nothing due any more. */
export function withoutFees(account: FeeAccount): FeeAccount {
  return withFeesPaid(account, feesDue(account));
}

/** Whether an installment with something to pay is not covered. */
function isUncovered(
  rules: ServicingRules,
  loan: FeeLoan,
  sums: readonly number[],
  { number, chargedOn }: FeeCharge,
  feesDueThen: number,
): boolean {
  const sum = sums[number] ?? 0;
  if (sum === (sums[number - 1] ?? 0)) return false;
  const isLast = number === sums.length - 1;
  const tolerance = (valueInForce(rules.tolerances, chargedOn) ?? 0) as number;
  const owed = loan.owedOn(chargedOn);
  if (rules.earlierThrough !== null && chargedOn <= rules.earlierThrough) {
    return (owed > 0 || feesDueThen > 0) && (isLast || sum - loan.appliedPiastres > tolerance);
  }
  return Math.min(isLast ? owed : sum - loan.coveredPiastres, owed) > tolerance;
}

/** Counts penalty interest on to a date: on what is overdue, by days of a 365th of a year, never on itself. */
function penaltyAt(rules: ServicingRules, before: FeeAccount, loan: FeeLoan, date: CalendarDate): FeeAccount {
  const { penalty } = before;
  const from = penalty.countedTo ?? loan.disbursements[0]?.valueDate ?? date;
  const pieces = from < date ? penaltyPieces(rules, loan, from, date) : [];
  let exact = penalty.exactNumerator;
  for (const { overduePiastres, annualRateE4, days } of pieces) {
    exact += BigInt(overduePiastres) * BigInt(annualRateE4) * BigInt(days);
  }
  const fresh = Number(divideHalfAwayFromZero(exact, PENALTY_DENOMINATOR));
  return {
    ...before,
    penalty: {
      duePiastres: piastres(penalty.carriedPiastres + fresh),
      carriedPiastres: penalty.carriedPiastres,
      exactNumerator: exact,
      countedTo: from < date ? date : from,
      pieces: pieces.length === 0 ? penalty.pieces : [...penalty.pieces, ...pieces],
    },
  };
}

/** The days between two dates in pieces over which neither what is overdue nor the rate changes. */
function penaltyPieces(
  rules: ServicingRules,
  loan: FeeLoan,
  from: CalendarDate,
  to: CalendarDate,
): PenaltyPiece[] {
  const { sums, dueDates } = installmentSums(loan);
  const changes = [...rules.penaltyRates, ...rules.tolerances].flatMap((one) => one.from ?? []);
  const inside = [...dueDates, ...changes].filter((date) => date > from && date < to);
  const starts = [from, ...new Set(inside.toSorted())];
  return starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? to;
    const rate = (valueInForce(rules.penaltyRates, start) ?? null) as RateE4 | null;
    const overdue = overdueOn(rules, loan, { sums, dueDates }, start);
    if (rate === null || rate === 0 || overdue === 0) return [];
    const days = daysBetween(start, end);
    return [{ from: start, to: end, overduePiastres: piastres(overdue), annualRateE4: rate, days }];
  });
}

/** What is missing of the installments due by a date, at most what is owed; nothing within the tolerance. */
function overdueOn(
  rules: ServicingRules,
  loan: FeeLoan,
  { sums, dueDates }: InstallmentSums,
  date: CalendarDate,
): number {
  const dueCount = dueDates.findLastIndex((due) => due <= date) + 1;
  const missing = Math.min((sums[dueCount] ?? 0) - loan.coveredPiastres, loan.owedOn(date));
  const tolerance = (valueInForce(rules.tolerances, date) ?? 0) as number;
  return missing > tolerance ? missing : 0;
}

interface InstallmentSums {
  /** Of the installments up to each, from index 0 for none. */
  readonly sums: readonly number[];
  readonly dueDates: readonly CalendarDate[];
}

const SUMS_OF = new WeakMap<readonly DisbursementEvent[], InstallmentSums>();

function installmentSums({ terms, disbursements }: FeeLoan): InstallmentSums {
  const known = SUMS_OF.get(disbursements);
  if (known !== undefined) return known;
  const schedule = buildSchedule(terms, disbursements);
  const sums = [0];
  const dueDates: CalendarDate[] = [];
  for (const row of isRefusal(schedule) ? [] : schedule.rows) {
    sums.push((sums.at(-1) ?? 0) + row.installmentPiastres);
    dueDates.push(row.dueDate);
  }
  const found = { sums, dueDates };
  SUMS_OF.set(disbursements, found);
  return found;
}

/** What each installment would bring, by date. Due dates follow from the first disbursement alone. */
function feesThatMayCome({ fees }: ServicingRules, { terms, disbursements }: FeeLoan): FeeCharge[] {
  const start = disbursements[0]?.valueDate;
  if (start === undefined) return [];
  const delays = delaysOf(fees);
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

function delaysOf(fees: readonly DatedValue[]): number[] {
  const delays = new Set(fees.flatMap(({ value }) => (value as LateFee | null)?.afterDays ?? []));
  return [...delays].sort((a, b) => a - b);
}
