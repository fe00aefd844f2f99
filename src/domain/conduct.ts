import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Piastres } from './money.ts';
import { clamp, minus, type Rational, rational, sum, times, ZERO } from './rational.ts';
import type { Loss } from './reason-codes.ts';

/** A loan of the same merchant at this bank, as on the day the assessment is asked for. */
export interface LoanHere {
  readonly paidOff: boolean;
  readonly everMoreThan30DaysLate: boolean;
  readonly overdueNow: boolean;
  readonly defaulted: boolean;
  readonly writtenOff: boolean;
  readonly outstandingPiastres: Piastres;
  /** Approved and not disbursed yet. */
  readonly approvedUndisbursedPiastres: Piastres;
  /** The `installment_amount` of the loan, 0 when none is due any more. */
  readonly monthlyInstallmentPiastres: Piastres;
}

/** Counters of the linked user's features; the numbers are days before T. */
export interface ConductCounters {
  readonly airtime0To30: number;
  readonly airtime30To60: number;
  readonly airtime60To90: number;
  readonly reminders0To30: number;
  readonly reminders0To90: number;
  readonly warnings0To60: number;
  readonly warnings0To90: number;
}

/** One step of the conduct figure. */
interface ConductStep {
  readonly what: string;
  /** Added to K; negative when it costs. */
  readonly points: Rational;
}

/** K with how it came about. */
export interface Conduct {
  /** 0 to 100. */
  readonly points: Rational;
  readonly steps: readonly ConductStep[];
  /** Reasons, with what each cost. */
  readonly losses: readonly Loss[];
  /** Repayment seen to be clean (C10). */
  readonly clean: boolean;
}

/** A written-off loan counts as a defaulted one. */
export function isDefaulted(loan: LoanHere): boolean {
  return loan.defaulted || loan.writtenOff;
}

/** Overdue now; a defaulted loan is a long overdue one. */
export function isOverdue(loan: LoanHere): boolean {
  return loan.overdueNow || isDefaulted(loan);
}

/** K: how the merchant has paid, here and, where a user is linked and permits it, elsewhere. */
export function judgeConduct(
  loans: readonly LoanHere[],
  counters: ConductCounters | null,
  policy: AssessmentPolicy,
): Conduct {
  const steps: ConductStep[] = [{ what: 'start (unknown)', points: policy.conductStart }];
  const losses: Loss[] = [];
  const gain = (what: string, points: Rational) => steps.push({ what, points });
  const lose = (code: Loss['code'], what: string, points: Rational) => {
    steps.push({ what, points: minus(ZERO, points) });
    losses.push({ code, points });
  };
  const cleanLoan = loans.some((loan) => loan.paidOff && !loan.everMoreThan30DaysLate && !isDefaulted(loan));
  if (cleanLoan) gain('an earlier loan paid off, never more than 30 days late', policy.conductCleanLoan);
  if (loans.some(isOverdue)) lose('C20', 'a loan overdue now', policy.conductOverdueLoan);
  const remindersOnly = counters !== null && counters.reminders0To90 > 0 && counters.warnings0To90 === 0;
  if (counters !== null) {
    judgeWarnings(counters, policy, lose);
    if (counters.reminders0To30 >= policy.conductManyRemindersFrom) {
      lose('C02', `${counters.reminders0To30} reminders in 0_30`, policy.conductManyReminders);
    }
    if (remindersOnly) gain('reminders but no warning in 0_90', policy.conductRemindersOnly);
    judgeAirtime(counters, policy, gain, lose);
  }
  const points = clamp(sum(...steps.map((step) => step.points)), ZERO, rational(100));
  return { points, steps, losses, clean: cleanLoan || remindersOnly };
}

type Lose = (code: Loss['code'], what: string, points: Rational) => void;

function judgeWarnings(counters: ConductCounters, policy: AssessmentPolicy, lose: Lose): void {
  const recent = counters.warnings0To60;
  const older = counters.warnings0To90 - counters.warnings0To60;
  if (recent > 0) {
    const counted = Math.min(recent, policy.conductRecentWarningMax);
    lose(
      'C01',
      `${recent} warnings in 0_60, ${counted} counted`,
      times(rational(counted), policy.conductRecentWarning),
    );
  }
  if (older > 0) {
    const counted = Math.min(older, policy.conductOlderWarningMax);
    lose(
      'C01',
      `${older} warnings in 60_90, ${counted} counted`,
      times(rational(counted), policy.conductOlderWarning),
    );
  }
}

function judgeAirtime(
  counters: ConductCounters,
  policy: AssessmentPolicy,
  gain: (what: string, points: Rational) => void,
  lose: Lose,
): void {
  const { airtime0To30: newest, airtime30To60: middle, airtime60To90: oldest } = counters;
  if (newest > 0 && middle > 0 && oldest > 0) {
    gain('airtime bought in each of 0_30, 30_60 and 60_90', policy.conductAirtimeSteady);
  }
  const all = newest + middle + oldest;
  if (newest === 0 && all >= policy.conductAirtimeStoppedFrom) {
    lose('C03', `no airtime in 0_30 but ${all} purchases in 0_90`, policy.conductAirtimeStopped);
  }
}
