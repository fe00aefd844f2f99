import { describe, expect, it } from 'vitest';
import { type AssessmentInputs, assess } from '../../src/domain/assess.ts';
import { assessmentPolicyAt } from '../../src/domain/assessment-policy.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { SHIPPED_POLICY, setPolicyValue } from '../../src/domain/policy-document.ts';
import { REASON_WORDS, type ReasonCode } from '../../src/domain/reason-codes.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import {
  inputsOf,
  NO_ORDERS,
  OWNER_WARNED,
  profileOf,
  QUIET,
  QUIET_LOAN,
  SEASONAL,
  SHIPPED,
  STEADY,
  T_MS,
} from './assessment-fixtures.ts';

const year = Array.from({ length: 12 }, () => 100);
const even = { buckets: year, orders90: 300, activeDays: 80, returnsPercent: 0, topPercent: 3 };

function on(sales: Partial<typeof even> & { wholeBuckets?: number }, change: Partial<AssessmentInputs> = {}) {
  const profile = profileOf({ ...even, ...sales });
  const inputs = inputsOf({ sales: profile, declared: 100_000, requested: 50_000, term: 12, ageMonths: 36 });
  return { ...inputs, ...change };
}

const owing = { ...QUIET_LOAN, outstandingPiastres: 11_000_000 as never };
const REACHED_BY: Record<ReasonCode, AssessmentInputs> = {
  D01: on({}, { sales: NO_ORDERS }),
  D02: on({ orders90: 12 }),
  D03: on({}, { stores: [{ status: 'DISCONNECTED', lastFetchMs: T_MS }] }),
  D04: on({}, { sales: { ...profileOf(even), foreignOrderCount: 4 } }),
  S01: on({ buckets: [80, 80, 80, ...year.slice(3)] }),
  S02: on({ buckets: [60, 140, 100, 60, 140, 100, 60, 140, 100, 60, 140, 100] }),
  S03: on({ returnsPercent: 10 }),
  S04: on({ activeDays: 20 }),
  S05: on({ topPercent: 40 }),
  S06: on({}, { declaredSalesPiastres: 13_500_000 as never }),
  B01: on({}, { foundedOn: '2025-12-01' as CalendarDate }),
  C01: OWNER_WARNED,
  C02: on({}, { counters: { ...QUIET, reminders0To30: 5, reminders0To90: 5 } }),
  C03: on({}, { counters: { ...QUIET, airtime30To60: 3 } }),
  C10: on({}, { loansHere: [{ ...QUIET_LOAN, paidOff: true }] }),
  C20: on({}, { loansHere: [{ ...QUIET_LOAN, overdueNow: true }] }),
  C21: on({}, { loansHere: [{ ...QUIET_LOAN, defaulted: true }] }),
  A01: SEASONAL,
  A02: on({}, { requestedTermMonths: 2 }),
  A03: on({}, { loansHere: [owing] }),
  A04: on(
    { buckets: year.map((egp) => egp * 100) },
    { requestedAmountPiastres: 500_000_000 as never, declaredSalesPiastres: 1_000_000_000 as never },
  ),
  A05: on({ buckets: year.map(() => 0.4) }),
};

describe('reasons', () => {
  it.each(Object.entries(REACHED_BY))('%s is reached, and is absent from a spotless file', (code, inputs) => {
    const { assessmentNotes, explanation } = assess(inputs, SHIPPED);
    expect(explanation.reasons).toContain(code);
    expect(assessmentNotes).toContain(`${REASON_WORDS[code as ReasonCode]} (${code})`);
    expect(assess(on({}), SHIPPED).explanation.reasons).toEqual([]);
  });

  it('do not call sales falling that rise a little, or that nobody could compare', () => {
    expect(assess(STEADY, SHIPPED).explanation.reasons).toEqual([]);
    expect(assess(on({ wholeBuckets: 5 }), SHIPPED).explanation.reasons).toEqual(['D02']);
  });

  it('do not call what sold nothing uneven, falling, returned or sold to one customer', () => {
    const silent = { ...profileOf({ ...even, buckets: [], wholeBuckets: 12 }), grossLast90HalfPiastres: 0n };
    const { explanation, assessmentNotes } = assess(on({}, { sales: silent }), SHIPPED);
    expect(explanation.parts.find(({ name }) => name === 'returns')).toMatchObject({ points: 0 });
    expect(explanation.reasons.filter((code) => code.startsWith('S'))).toEqual(['S06']);
    expect(assessmentNotes).not.toMatch(/S01|S02|S03|S05/);
    const undeclared = assess(on({}, { sales: silent, declaredSalesPiastres: 0 as never }), SHIPPED);
    expect(undeclared.explanation.reasons.filter((code) => code.startsWith('S'))).toEqual([]);
  });

  it('say that an amount is as requested only when it is, else that it was rounded', () => {
    const notes = (requested: number) =>
      assess(on({}, { requestedAmountPiastres: requested as never }), SHIPPED).assessmentNotes;
    expect(notes(5_000_000)).toContain(' Amount: as requested.');
    expect(notes(5_012_345)).toContain(' Amount: as requested, rounded down to a multiple of 500.');
  });

  it('put rules that raised the rating first, then points lost, most first, four at most in the notes', () => {
    const inputs = on(
      { activeDays: 15, returnsPercent: 12, topPercent: 50, buckets: [70, 130, 60, ...year.slice(3)] },
      { foundedOn: '2025-12-01' as CalendarDate, loansHere: [{ ...QUIET_LOAN, overdueNow: true }] },
    );
    const { assessmentNotes, explanation } = assess(inputs, SHIPPED);
    expect(explanation.reasons).toEqual(['B01', 'C20', 'S01', 'S04', 'S03', 'S02', 'S05']);
    expect(assessmentNotes).toContain(
      ' Amount: none, overdue loan (C20). Reasons: under 12 months old (B01), overdue loan (C20), ' +
        'sales falling (S01), few selling days (S04).',
    );
  });

  it('keep the line within 500 characters when all that can be said is said', () => {
    const inputs = on(
      {
        orders90: 10,
        activeDays: 1,
        returnsPercent: 90,
        topPercent: 90,
        buckets: [1, 300, 0, 200, 10, 400, 5, 900],
      },
      {
        foundedOn: '2026-06-01' as CalendarDate,
        stores: [{ status: 'DISCONNECTED', lastFetchMs: null }],
        counters: { ...QUIET, warnings0To60: 9, warnings0To90: 20, reminders0To30: 9, reminders0To90: 9 },
        loansHere: [{ ...owing, overdueNow: false }],
      },
    );
    const sales = { ...inputs.sales, foreignOrderCount: 9 };
    const { assessmentNotes } = assess({ ...inputs, sales }, SHIPPED);
    expect(assessmentNotes).toBe(
      'Rating high, R 10.8. Data: short history (D02), store data stale (D03), foreign-currency orders left out (D04). ' +
        'Amount: limited by sales (A01), limited by existing loans (A03), below minimum (A05). ' +
        'Reasons: late-payment warnings (C01), under 12 months old (B01), sales falling (S01), sales uneven (S02).',
    );
  });

  it('follow the policy in force', () => {
    const changed = setPolicyValue(
      SHIPPED_POLICY,
      'assessment.base_rate',
      '27.25',
      '2026-05-01' as CalendarDate,
    );
    if (isRefusal(changed)) throw new Error(changed.message);
    const rateOn = (date: string) => {
      const policy = assessmentPolicyAt(changed, date as CalendarDate);
      return assess(STEADY, policy).recommendedRateE4;
    };
    expect([rateOn('2026-04-30'), rateOn('2026-05-01')]).toEqual([230_000, 302_500]);
  });
});
