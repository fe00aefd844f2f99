import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Conduct, ConductCounters, LoanHere } from './conduct.ts';
import { isDefaulted } from './conduct.ts';
import type { Piastres } from './money.ts';
import { compare, over, type Rational, rational, roundedHalfUp, sum, times } from './rational.ts';
import type { ReasonCode } from './reason-codes.ts';
import type { SalesBasis } from './sales-basis.ts';

const DAY_MS = 86_400_000;

export type RiskRating = 'low' | 'medium' | 'high';

/** How fresh a connected store's data is. */
export interface StoreFreshness {
  /** QUEUED, FETCHING, READY, DISCONNECTED or ERRORED. */
  readonly status: string;
  /** End of the last successful fetch or import; null when there was none. */
  readonly lastFetchMs: number | null;
}

/** What the rating is made from. */
interface RatingInputs {
  readonly atMs: number;
  readonly ageMonths: number;
  readonly declaredPiastres: Piastres;
  readonly hasOrders: boolean;
  readonly score: Rational;
  readonly basis: SalesBasis;
  readonly conduct: Conduct;
  readonly counters: ConductCounters | null;
  readonly loansHere: readonly LoanHere[];
  readonly stores: readonly StoreFreshness[];
}

/** A rule that puts a floor under the rating, whatever R says. */
interface RatingFloor {
  readonly atLeast: 'medium' | 'high';
  /** null for a rule that has no reason code of its own. */
  readonly code: ReasonCode | null;
  readonly rule: string;
}

export interface RatingResult {
  /** A: min(age, 36)/36 × 100. */
  readonly agePoints: Rational;
  /** R, one decimal. */
  readonly index: Rational;
  /** What R alone would give. */
  readonly byIndex: RiskRating;
  readonly rating: RiskRating;
  /** The floors that applied, strictest first. */
  readonly floors: readonly RatingFloor[];
}

/** R = 0.55 × score + 0.20 × A + 0.25 × K and the rating, with the floors that apply. */
export function rateRisk(inputs: RatingInputs, policy: AssessmentPolicy): RatingResult {
  const countedMonths = Math.min(inputs.ageMonths, policy.fullAgeMonths);
  const agePoints = times(over(rational(countedMonths), rational(policy.fullAgeMonths)), rational(100));
  const index = roundedHalfUp(
    sum(
      times(policy.weightScore, inputs.score),
      times(policy.weightAge, agePoints),
      times(policy.weightConduct, inputs.conduct.points),
    ),
    1,
  );
  const byIndex =
    compare(index, policy.lowFrom) >= 0 ? 'low' : compare(index, policy.mediumFrom) >= 0 ? 'medium' : 'high';
  const floors = [...highFloors(inputs, policy), ...mediumFloors(inputs, policy)];
  const raised = floors[0]?.atLeast ?? 'low';
  const order: readonly RiskRating[] = ['low', 'medium', 'high'];
  const rating = order[Math.max(order.indexOf(byIndex), order.indexOf(raised))] as RiskRating;
  return { agePoints, index, byIndex, rating, floors };
}

/** A store disconnected, or with nothing fetched for longer than the policy allows. */
function isStale(store: StoreFreshness, atMs: number, policy: AssessmentPolicy): boolean {
  if (store.status.toUpperCase() === 'DISCONNECTED' || store.lastFetchMs === null) return true;
  return atMs - store.lastFetchMs > policy.staleAfterDays * DAY_MS;
}

function highFloors(inputs: RatingInputs, policy: AssessmentPolicy): RatingFloor[] {
  const floors: RatingFloor[] = [];
  const high = (code: ReasonCode | null, rule: string) => floors.push({ atLeast: 'high', code, rule });
  if (inputs.loansHere.some(isDefaulted)) high('C21', 'a defaulted loan here');
  if (inputs.counters !== null && inputs.counters.warnings0To60 >= policy.highFromWarnings) {
    high('C01', `${policy.highFromWarnings} or more warnings in 0_60`);
  }
  if (inputs.basis.fullFile && compare(inputs.score, policy.highBelowScore) < 0) {
    high(null, 'a full file with a low score');
  }
  return floors;
}

function mediumFloors(inputs: RatingInputs, policy: AssessmentPolicy): RatingFloor[] {
  const floors: RatingFloor[] = [];
  const medium = (code: ReasonCode, rule: string) => floors.push({ atLeast: 'medium', code, rule });
  const { basis } = inputs;
  if (!basis.fullFile) medium(inputs.hasOrders ? 'D02' : 'D01', 'a thin file (d < 1)');
  if (inputs.ageMonths < policy.mediumBelowAgeMonths) {
    medium('B01', `under ${policy.mediumBelowAgeMonths} months old`);
  }
  const bearable = times(policy.mediumAboveDeclaredRatio, basis.verified);
  // Without any orders there is nothing the declared sales could be above; D01 says it.
  if (inputs.hasOrders && compare(rational(inputs.declaredPiastres), bearable) > 0) {
    medium('S06', 'declared sales far above verified sales');
  }
  if (inputs.stores.some((store) => isStale(store, inputs.atMs, policy))) {
    medium('D03', 'a store disconnected or its data old');
  }
  return floors;
}
