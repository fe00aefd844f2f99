import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Conduct } from './conduct.ts';
import type { AmountOffer } from './offer.ts';
import { compare, minus, sum } from './rational.ts';
import type { Loss, ReasonCode } from './reason-codes.ts';
import type { RatingResult } from './risk-rating.ts';
import type { PartName, ScorePart } from './scorecard.ts';

/** The reasons of an assessment, sorted by where they are told. */
export interface Reasons {
  /** On what data it rests; empty for a full, fresh file. */
  readonly data: readonly ReasonCode[];
  /** What limited the amount. */
  readonly amount: readonly ReasonCode[];
  /** What else speaks: rules that raised the rating, then points lost, most first, then what speaks for it. */
  readonly merits: readonly ReasonCode[];
  /** Each code once: rules that raised the rating, points lost, what speaks for it, data, amount. */
  readonly all: readonly ReasonCode[];
}

const PART_CODES: Readonly<Record<PartName, ReasonCode>> = {
  trend: 'S01',
  stability: 'S02',
  returns: 'S03',
  activity: 'S04',
  concentration: 'S05',
  agreement: 'S06',
};

/** Collects the reasons in the order of their weight. */
export function collectReasons(
  facts: {
    readonly parts: readonly ScorePart[];
    readonly conduct: Conduct;
    readonly rating: RatingResult;
    readonly offer: AmountOffer;
    readonly foreignOrders: boolean;
  },
  policy: AssessmentPolicy,
): Reasons {
  const floors = facts.rating.floors.flatMap(({ code }) => (code === null ? [] : [code]));
  const bars: ReasonCode[] = facts.offer.barredBy === 'overdue loan' ? ['C20'] : [];
  const partLosses: Loss[] = facts.parts
    .filter((part) => part.blamed)
    .map(({ name, of, points }) => ({ code: PART_CODES[name], points: minus(of, points) }));
  const lost = byCode([...partLosses, ...facts.conduct.losses])
    .filter(({ points }) => compare(points, policy.reasonMinPoints) >= 0)
    .sort((a, b) => compare(b.points, a.points))
    .map(({ code }) => code);
  const overrides = [...floors, ...bars];
  const clean: ReasonCode[] = facts.conduct.clean ? ['C10'] : [];
  const foreign: ReasonCode[] = facts.foreignOrders ? ['D04'] : [];
  const isData = (code: ReasonCode) => code.startsWith('D');
  return {
    data: [...overrides.filter(isData), ...foreign],
    amount: facts.offer.limits,
    merits: once([...overrides.filter((code) => !isData(code)), ...lost, ...clean]),
    all: once([...overrides, ...lost, ...clean, ...foreign, ...facts.offer.limits]),
  };
}

/** Points lost under one code added up: warnings old and new are one reason. */
function byCode(losses: readonly Loss[]): Loss[] {
  const codes = once(losses.map((loss) => loss.code));
  return codes.map((code) => {
    const points = losses.filter((loss) => loss.code === code).map((loss) => loss.points);
    return { code, points: sum(...points) };
  });
}

function once(codes: readonly ReasonCode[]): ReasonCode[] {
  return [...new Set(codes)];
}
