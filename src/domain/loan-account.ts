import { type Coverage, coverageAt, type InstallmentStatus } from './coverage.ts';
import { type CalendarDate, daysBetween } from './dates.ts';
import {
  type DisbursementStatus,
  disbursementEvents,
  disbursementStatusAt,
  undisbursedPiastres,
} from './disbursement.ts';
import { foldFacts } from './fold-loan.ts';
import type { FeeCharge, PenaltyPiece } from './late-fees.ts';
import type { DisbursementEvent } from './loan-event.ts';
import { type LoanFacts, writeOffAt } from './loan-facts.ts';
import { type LoanState, type Owed, owedAt, type WrittenOff } from './loan-state.ts';
import { type Piastres, piastres } from './money.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule, type IsEnough, type Schedule, type ScheduleRow } from './schedule.ts';

export type PaymentStatus = 'current' | 'overdue' | 'paid_off' | 'defaulted';

/** Policy values a status depends on, as in force on the date asked. */
export interface ServicingPolicy {
  readonly defaultDays: number;
  readonly graceDays: number;
  readonly arrearsTolerancePiastres: Piastres;
}

/** A loan at a date, computed from its facts; nothing of it is ever stored. */
export interface LoanAccount {
  readonly asOf: CalendarDate;
  /** False before the first completed disbursement; the schedule is a preview then. */
  readonly started: boolean;
  readonly originalAmountPiastres: Piastres;
  readonly disbursedPiastres: Piastres;
  readonly undisbursedPiastres: Piastres;
  readonly outstandingPiastres: Piastres;
  readonly accruedInterestPiastres: Piastres;
  readonly feesDuePiastres: Piastres;
  readonly payoffPiastres: Piastres;
  readonly creditBalancePiastres: Piastres;
  /** null while it was not written off; from then on nothing is due, and days past due stand still. */
  readonly writtenOff: WrittenOff | null;
  /** Small rests given up after a last payment: principal, and interest and fees left unpaid. */
  readonly releasedPiastres: Piastres;
  /** Fees that fell due by the date, paid or not. */
  readonly feeCharges: readonly FeeCharge[];
  readonly penaltyPieces: readonly PenaltyPiece[];
  readonly arrearsPiastres: Piastres;
  readonly daysPastDue: number;
  readonly nextPaymentDueDate: CalendarDate | null;
  /** Of the row at the next due date. */
  readonly installmentAmountPiastres: Piastres | null;
  /** What payments lack of that row; 0 when there is none. */
  readonly nextShortfallPiastres: Piastres;
  readonly maturityDate: CalendarDate | null;
  readonly paymentStatus: PaymentStatus;
  /** Of the disbursement registered last; null when there is none. */
  readonly disbursementStatus: DisbursementStatus | null;
  readonly totalPaymentsMade: number;
  readonly schedule: Schedule;
  /** One for each row of the schedule. */
  readonly rowStatuses: readonly InstallmentStatus[];
  readonly everythingCovered: boolean;
  readonly state: LoanState;
}

/**
 * The loan as it stands at `asOf`. A later date than today means: as if nothing else were booked, while
 * scheduled disbursements complete. `previewFrom` is where the schedule of a loan not yet paid out starts
 * (the business date). Without the whole schedule, its rows and their statuses end where no figure needs them.
 */
export function loanAccountAt(
  facts: LoanFacts,
  asOf: CalendarDate,
  servicing: ServicingPolicy,
  previewFrom: CalendarDate = asOf,
  options: { readonly wholeSchedule: boolean } = { wholeSchedule: true },
): LoanAccount {
  const state = foldFacts(facts, asOf);
  const started = state.running !== null;
  const disbursements = disbursementEvents(facts.disbursements, asOf);
  // The figures need the rows due by then and the first that is open; most of a book is not looked at further.
  const isEnough: IsEnough = ({ dueDate }, upTo) =>
    dueDate > asOf && upTo - state.coveredPiastres > servicing.arrearsTolerancePiastres;
  const schedule = scheduleOf(
    facts,
    started ? disbursements : [previewDisbursement(facts, previewFrom)],
    options.wholeSchedule ? undefined : isEnough,
  );
  const owed = owedAt(state, asOf);
  const coverage = coverageOf(
    facts,
    schedule,
    { state, owed, asOf: started ? asOf : previewFrom },
    servicing,
  );
  const next = started ? (schedule.rows[coverage.firstUncovered] ?? null) : null;
  const stoppedOn = state.writtenOff?.valueDate ?? asOf;
  const daysPastDue = next === null ? 0 : Math.max(0, daysBetween(next.dueDate, stoppedOn));
  const nextDue = state.writtenOff === null ? next : null;
  return {
    asOf,
    started,
    originalAmountPiastres: facts.loan.approvedAmountPiastres,
    disbursedPiastres: state.disbursedPiastres,
    undisbursedPiastres: undisbursedPiastres(facts),
    outstandingPiastres: owed.principalPiastres,
    accruedInterestPiastres: owed.interestPiastres,
    feesDuePiastres: owed.feePiastres,
    payoffPiastres: owed.totalPiastres,
    creditBalancePiastres: state.creditPiastres,
    writtenOff: state.writtenOff,
    releasedPiastres: piastres(
      state.released.reduce((sum, one) => sum + one.principalPiastres + one.unpaidPiastres, 0),
    ),
    feeCharges: owed.feeCharges,
    penaltyPieces: owed.penaltyPieces,
    arrearsPiastres: arrearsAt(schedule, asOf, coverage, state, owed),
    daysPastDue,
    nextPaymentDueDate: nextDue?.dueDate ?? null,
    installmentAmountPiastres: nextDue?.installmentPiastres ?? null,
    nextShortfallPiastres: shortfallOf(schedule, nextDue, state.coveredPiastres, owed.totalPiastres),
    maturityDate: started ? schedule.maturityDate : null,
    paymentStatus: paymentStatus(facts, asOf, owed.totalPiastres, started, daysPastDue, servicing),
    disbursementStatus: lastStatus(facts, asOf),
    totalPaymentsMade: state.splits.length,
    schedule,
    rowStatuses: coverage.rowStatuses,
    everythingCovered: started && coverage.firstUncovered === schedule.count,
    state,
  };
}

/**
 * What `pay --amount due` means: the arrears, or without any what the next installment lacks, at most the
 * payoff.
 */
export function dueAmount(account: LoanAccount): Piastres {
  return account.arrearsPiastres > 0 ? account.arrearsPiastres : account.nextShortfallPiastres;
}

/** The schedule; the decisions that made the facts keep it from being refused. */
function scheduleOf(
  facts: LoanFacts,
  disbursements: readonly DisbursementEvent[],
  isEnough: IsEnough | undefined,
): Schedule {
  const schedule = buildSchedule(facts.loan, disbursements, isEnough);
  if (isRefusal(schedule)) throw new Error(`facts that no decision allows: ${schedule.message}`);
  return schedule;
}

/** The whole approved amount paid out on a day, for the preview of a loan not yet paid out. */
function previewDisbursement(facts: LoanFacts, date: CalendarDate): DisbursementEvent {
  const amountPiastres = facts.loan.approvedAmountPiastres;
  return { kind: 'disbursement', id: 'preview', valueDate: date, amountPiastres, order: 0 };
}

/** What is covered of the schedule: of a loan written off as on that day, and what was to come then is written off. */
function coverageOf(
  facts: LoanFacts,
  schedule: Schedule,
  { state, owed, asOf }: { readonly state: LoanState; readonly owed: Owed; readonly asOf: CalendarDate },
  servicing: ServicingPolicy,
): Coverage {
  const { writtenOff, coveredPiastres } = state;
  const tolerancePiastres = servicing.arrearsTolerancePiastres;
  const paid = { coveredPiastres, tolerancePiastres };
  if (writtenOff === null) {
    const owedPiastres =
      state.running === null
        ? facts.loan.approvedAmountPiastres
        : owed.principalPiastres + owed.interestPiastres;
    return coverageAt(schedule, asOf, { ...paid, owedPiastres });
  }
  const { valueDate, amountPiastres, unpaidInterestPiastres } = writtenOff;
  const owedPiastres = amountPiastres + unpaidInterestPiastres;
  const then = coverageAt(schedule, valueDate, { ...paid, owedPiastres });
  const rowStatuses = then.rowStatuses.map((status, index) =>
    status !== 'paid' && (schedule.rows[index]?.dueDate ?? valueDate) > valueDate ? 'written_off' : status,
  );
  return { ...then, rowStatuses };
}

/** Installments due by the date that are not paid, and fees due, at most the payoff; from maturity on the payoff. */
function arrearsAt(
  schedule: Schedule,
  asOf: CalendarDate,
  coverage: Coverage,
  state: LoanState,
  { totalPiastres: payoffPiastres, feePiastres }: Owed,
): Piastres {
  if (state.running === null || state.writtenOff !== null) return piastres(0);
  if (asOf >= schedule.maturityDate) return payoffPiastres;
  const missing = Math.max(0, coverage.dueByDatePiastres - state.coveredPiastres);
  return piastres(Math.min(missing + feePiastres, payoffPiastres));
}

/** What payments lack of the next row. */
function shortfallOf(
  schedule: Schedule,
  next: ScheduleRow | null,
  coveredPiastres: number,
  payoffPiastres: Piastres,
): Piastres {
  if (next === null) return piastres(0);
  if (next.number === schedule.count) return payoffPiastres;
  let upTo = 0;
  for (const row of schedule.rows.slice(0, next.number)) upTo += row.installmentPiastres;
  return piastres(Math.min(Math.max(0, upTo - coveredPiastres), payoffPiastres));
}

/** The first that fits: paid off, defaulted, overdue, current. One written off stays defaulted until recovered. */
function paymentStatus(
  facts: LoanFacts,
  asOf: CalendarDate,
  owedPiastres: number,
  started: boolean,
  daysPastDue: number,
  servicing: ServicingPolicy,
): PaymentStatus {
  const pending = facts.disbursements.some((one) => disbursementStatusAt(one, asOf) === 'pending');
  if (started && owedPiastres === 0 && !pending) return 'paid_off';
  if (writeOffAt(facts, asOf) !== null) return 'defaulted';
  if (daysPastDue >= servicing.defaultDays && daysPastDue > 0) return 'defaulted';
  return daysPastDue > servicing.graceDays ? 'overdue' : 'current';
}

/** Status of the disbursement registered last. */
function lastStatus(facts: LoanFacts, asOf: CalendarDate): DisbursementStatus | null {
  const last = facts.disbursements.reduce<LoanFacts['disbursements'][number] | null>(
    (latest, one) => (latest === null || one.order > latest.order ? one : latest),
    null,
  );
  return last === null ? null : disbursementStatusAt(last, asOf);
}
