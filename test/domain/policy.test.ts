import { describe, expect, it } from 'vitest';
import { assessmentPolicyAt } from '../../src/domain/assessment-policy.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import {
  type PolicyDocument,
  policyValue,
  SHIPPED_POLICY,
  setPolicyValue,
} from '../../src/domain/policy-document.ts';
import { policyAt } from '../../src/domain/policy-values.ts';
import { toDecimalText } from '../../src/domain/rational.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const day = (text: string) => text as CalendarDate;

function set(document: PolicyDocument, key: string, value: string, from: string): PolicyDocument {
  const changed = setPolicyValue(document, key, value, day(from));
  if (isRefusal(changed)) throw new Error(changed.message);
  return changed;
}

describe('the policy document', () => {
  it('ships with the values the rules name, in force from the beginning of time', () => {
    expect(policyAt(SHIPPED_POLICY, day('0001-01-01'))).toEqual({
      dayCount: 'monthly',
      repaymentStyle: 'annuity',
      installmentRounding: 'half_up',
      minInterestRateE4: 10000,
      maxInterestRateE4: 1000000,
      minRequestedAmountPiastres: 100000,
      maxRequestedAmountPiastres: 10000000000,
      maxTermMonths: 120,
      maxNameLength: 200,
      maxIdLength: 64,
      requireKnownMerchant: false,
      overrideReasonRequired: false,
      disbursementBeforeDecision: 'warn',
      settlement: 'automatic',
      booksClosedThrough: null,
      acceptOverpayment: false,
      lateFee: null,
      penaltyRateE4: null,
      smallBalancePiastres: null,
      arrearsTolerancePiastres: 0,
      defaultDays: 90,
      graceDays: 0,
      fourEyes: [],
      authority: [],
    });
    const assessment = assessmentPolicyAt(SHIPPED_POLICY, day('2026-01-01'));
    expect(toDecimalText(assessment.baseRate, 2)).toBe('20.00');
    expect(assessment.maxAmount).toBe(100_000_000);
    expect(assessment.activityDays).toBe(45);
    expect(policyValue(SHIPPED_POLICY, 'assessment.weight_score', day('2026-01-01'))).toBe('0.55');
  });

  it('survives being kept as JSON', () => {
    const changed = set(SHIPPED_POLICY, 'books_closed_through', '2025-12-31', '2026-01-05');
    const again = JSON.parse(JSON.stringify(changed)) as PolicyDocument;
    expect(policyAt(again, day('2026-01-05'))).toEqual(policyAt(changed, day('2026-01-05')));
    expect(policyAt(again, day('2026-01-05')).booksClosedThrough).toBe('2025-12-31');
  });

  it('answers with the value in force on the date asked, whatever order they were set in', () => {
    let document = set(SHIPPED_POLICY, 'default_days', '60', '2026-03-01');
    document = set(document, 'default_days', '75', '2026-02-01');
    const at = (date: string) => policyAt(document, day(date)).defaultDays;
    expect([
      at('2026-01-31'),
      at('2026-02-01'),
      at('2026-02-28'),
      at('2026-03-01'),
      at('2030-01-01'),
    ]).toEqual([90, 75, 75, 60, 60]);
  });

  it('takes the one set last when two hold from the same day', () => {
    const document = set(
      set(SHIPPED_POLICY, 'grace_days', '3', '2026-03-01'),
      'grace_days',
      '5',
      '2026-03-01',
    );
    expect(policyAt(document, day('2026-03-01')).graceDays).toBe(5);
    expect(policyAt(SHIPPED_POLICY, day('2026-03-01')).graceDays).toBe(0);
  });

  it('falls back to the shipped value where an older document has no such key', () => {
    expect(policyAt({}, day('2026-01-01'))).toEqual(policyAt(SHIPPED_POLICY, day('2026-01-01')));
    expect(policyValue({}, 'assessment.base_rate', day('2026-01-01'))).toBe('20.00');
    expect(policyValue({}, 'toString', day('2026-01-01'))).toBeUndefined();
    const document = set({}, 'grace_days', '7', '2026-03-01');
    expect(policyAt(document, day('2026-02-28')).graceDays).toBe(0);
  });

  it('keeps amounts and rates as decimal text', () => {
    const document = set(
      set(SHIPPED_POLICY, 'min_requested_amount', '2500', '2026-01-01'),
      'min_interest_rate',
      '0.5',
      '2026-01-01',
    );
    expect(policyValue(document, 'min_requested_amount', day('2026-01-01'))).toBe('2500.00');
    expect(policyAt(document, day('2026-01-01')).minInterestRateE4).toBe(5000);
    expect(
      policyValue(
        set({}, 'assessment.cover_low', '1.3000', '2026-01-01'),
        'assessment.cover_low',
        day('2026-01-01'),
      ),
    ).toBe('1.3');
  });

  it.each([
    ['day_count', 'actual/364', 'one of monthly'],
    ['max_term_months', '601', 'from 1 to 600'],
    ['max_term_months', '12.5', 'whole number'],
    ['min_requested_amount', '-5', 'an amount from'],
    ['require_known_merchant', 'maybe', 'true or false'],
    ['books_closed_through', '2026-02-30', 'YYYY-MM-DD'],
    ['max_interest_rate', '1000.5', 'from 0 to 1000'],
    ['penalty_rate', '24 %', 'none, or a rate'],
    ['small_balance', '5', 'none, or JSON'],
    ['assessment.cover_low', '0', 'from 1 to 100'],
    ['assessment.cover_low', '1e1', 'decimal'],
    [
      'max_requested_amount',
      '999.99',
      'min_requested_amount 1000.00 would be above max_requested_amount 999.99',
    ],
  ])('refuses %s=%s and says what is allowed', (key, value, words) => {
    const refusal = setPolicyValue(SHIPPED_POLICY, key, value, day('2026-01-01'));
    expect(refusal).toMatchObject({ refused: true, code: 'invalid_policy_value' });
    expect((refusal as { message: string }).message).toContain(words);
  });

  it('names the nearest key when a key is unknown', () => {
    expect(setPolicyValue(SHIPPED_POLICY, 'default_dayz', '60', day('2026-01-01'))).toMatchObject({
      code: 'unknown_policy_key',
      hint: 'did you mean default_days?',
    });
    expect(setPolicyValue(SHIPPED_POLICY, '__proto__', '60', day('2026-01-01'))).toMatchObject({
      code: 'unknown_policy_key',
    });
  });

  it('throws on a document that holds an unusable value', () => {
    expect(() => policyAt({ default_days: [{ from: null, value: 'many' }] }, day('2026-01-01'))).toThrow(
      'policy default_days holds "many"',
    );
  });
});
