import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import {
  checkDecision,
  type DecisionContext,
  type DecisionFields,
  overridesAgainst,
} from '../../src/domain/decision.ts';
import { piastres } from '../../src/domain/money.ts';
import { SHIPPED_POLICY } from '../../src/domain/policy-document.ts';
import { policyAt } from '../../src/domain/policy-values.ts';
import type { RateE4 } from '../../src/domain/rate.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const policy = policyAt(SHIPPED_POLICY, '2026-01-01' as CalendarDate);
const context: DecisionContext = {
  applicationId: 'APP-7K3QX9B23',
  requestedAmountPiastres: piastres(5_000_000),
  policy,
  recommendation: { amountPiastres: piastres(4_000_000), annualRateE4: 230_000 as RateE4 },
};
const approval = {
  decision: 'approved',
  approved_amount: '40000',
  interest_rate: '23',
  term_months: '12',
  decision_maker_id: 'mona',
};
const rejection = { decision: 'rejected', rejection_reason: 'too thin', decision_maker_id: 'mona' };
const review = { decision: 'pending_review', decision_maker_id: 'mona' };

function faultsOf(input: Record<string, unknown>): Record<string, string> | string {
  const result = checkDecision(input, context);
  if (!isRefusal(result)) return {};
  if (result.code !== 'validation_failed') return result.code;
  return Object.fromEntries((result.faults ?? []).map((fault) => [fault.field, fault.code]));
}

function checked(input: Record<string, unknown>, within: DecisionContext = context): DecisionFields {
  const result = checkDecision(input, within);
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

describe('checkDecision', () => {
  it('fills what an approval leaves open from the policy', () => {
    expect(checked(approval)).toEqual({
      decision: 'approved',
      approvedAmountPiastres: 4_000_000,
      annualRateE4: 230_000,
      termMonths: 12,
      dayCount: 'monthly',
      repaymentStyle: 'annuity',
      graceMonths: 0,
      revenueSharePercentE4: null,
      rejectionReason: null,
      decisionMakerId: 'mona',
      overrideReason: null,
      note: null,
    });
    const bank = { ...policy, dayCount: '30E/360', repaymentStyle: 'flat' } as typeof policy;
    expect(checked(approval, { ...context, policy: bank })).toMatchObject({
      dayCount: '30E/360',
      repaymentStyle: 'flat',
    });
  });

  it('keeps the terms given', () => {
    const terms = {
      day_count: 'actual/365',
      repayment_style: 'equal_principal',
      grace_months: 11,
      revenue_share_percent: '0.5',
      note: 'seen the shop\nin person',
    };
    expect(checked({ ...approval, ...terms })).toMatchObject({
      dayCount: 'actual/365',
      repaymentStyle: 'equal_principal',
      graceMonths: 11,
      revenueSharePercentE4: 5000,
      note: 'seen the shop\nin person',
    });
  });

  it('leaves everything of an approval null in the other decisions', () => {
    const nothing = {
      approvedAmountPiastres: null,
      annualRateE4: null,
      termMonths: null,
      dayCount: null,
      repaymentStyle: null,
      graceMonths: null,
      revenueSharePercentE4: null,
    };
    expect(checked(rejection)).toMatchObject({ ...nothing, rejectionReason: 'too thin' });
    expect(checked(review)).toMatchObject({ ...nothing, rejectionReason: null });
    const withNulls = { approved_amount: null, interest_rate: null, term_months: null };
    expect(checked({ ...rejection, ...withNulls })).toMatchObject(nothing);
  });

  it('names every field that is missing, faulty, foreign or unknown at once', () => {
    expect(faultsOf({ decision: 'approved' })).toEqual({
      decision_maker_id: 'required',
      approved_amount: 'required',
      interest_rate: 'required',
      term_months: 'required',
    });
    expect(faultsOf({ decision: 'rejected', decision_maker_id: 'mona' })).toEqual({
      rejection_reason: 'required',
    });
    expect(faultsOf({ ...rejection, approved_amount: '5', grace_months: 0 })).toEqual({
      approved_amount: 'not_allowed',
      grace_months: 'not_allowed',
    });
    expect(faultsOf({ ...review, rejection_reason: 'no', term_months: 3 })).toEqual({
      rejection_reason: 'not_allowed',
      term_months: 'not_allowed',
    });
    expect(
      faultsOf({
        ...approval,
        approved_amount: '-1',
        interest_rate: '0.245',
        term_months: '12.0',
        day_count: 'actual/366',
        repayment_style: 'balloon',
        amount: '5',
      }),
    ).toEqual({
      approved_amount: 'invalid_amount',
      interest_rate: 'invalid_rate',
      term_months: 'invalid_number',
      day_count: 'invalid_choice',
      repayment_style: 'invalid_choice',
      amount: 'unknown_field',
    });
    expect(faultsOf({ ...approval, decision: 'accept' })).toEqual({ decision: 'invalid_choice' });
  });

  it.each([
    [{ approved_amount: '0' }, { approved_amount: 'out_of_bounds' }],
    [{ approved_amount: '50000' }, {}],
    [{ approved_amount: '50000.01' }, 'amount_above_requested'],
    [{ interest_rate: '0' }, {}],
    [{ interest_rate: '1' }, {}],
    [{ interest_rate: '0.9999' }, { interest_rate: 'invalid_rate' }],
    [{ interest_rate: '100' }, {}],
    [{ interest_rate: '100.0001' }, { interest_rate: 'invalid_rate' }],
    [{ interest_rate: '24.50001' }, { interest_rate: 'invalid_rate' }],
    [{ term_months: 120 }, {}],
    [{ term_months: 121 }, { term_months: 'out_of_bounds' }],
    [{ grace_months: 12 }, { grace_months: 'out_of_bounds' }],
    [{ decision_maker_id: '' }, { decision_maker_id: 'invalid_text' }],
    [{ decision_maker_id: 'mo\u202ena' }, { decision_maker_id: 'invalid_text' }],
    [{ application_id: 'app-7k3qx9b23' }, {}],
    [{ application_id: 'APP-000000000' }, 'application_mismatch'],
  ])('an approval with %j gives %j', (change, outcome) => {
    expect(faultsOf({ ...approval, ...change })).toEqual(outcome);
  });

  it('takes the bounds of rates from the policy, in words that say what was meant', () => {
    const result = checkDecision({ ...approval, interest_rate: '0.245' }, context);
    expect(isRefusal(result) && result.message).toBe(
      'interest_rate: 0.245 looks like a fraction; write 24.5 for 24.5 %',
    );
    const low = { ...policy, minInterestRateE4: 1000 as RateE4, maxInterestRateE4: 300_000 as RateE4 };
    expect(checked({ ...approval, interest_rate: '0.245' }, { ...context, policy: low }).annualRateE4).toBe(
      2450,
    );
    expect(checkDecision({ ...approval, interest_rate: '30.5' }, { ...context, policy: low })).toMatchObject({
      message: 'interest_rate: 30.5 is above the highest rate, 30 %',
    });
  });
});

describe('overrides', () => {
  it('are what an approval gives other than recommended', () => {
    const recommendation = context.recommendation!;
    expect(overridesAgainst(recommendation, checked(approval))).toEqual({});
    const other = checked({ ...approval, approved_amount: '45000.50', interest_rate: '22.25' });
    expect(overridesAgainst(recommendation, other)).toEqual({
      approved_amount: { recommended: 40000, given: 45000.5 },
      interest_rate: { recommended: 23, given: 22.25 },
    });
    expect(overridesAgainst(recommendation, checked(rejection))).toEqual({});
  });

  it('need a reason only where the policy says so', () => {
    const strict = { ...context, policy: { ...policy, overrideReasonRequired: true } };
    const other = { ...approval, interest_rate: '22' };
    expect(isRefusal(checkDecision(other, context))).toBe(false);
    expect(checkDecision(other, strict)).toMatchObject({
      code: 'override_reason_required',
      message: 'interest_rate differs from the recommendation and no reason is given',
    });
    expect(isRefusal(checkDecision({ ...other, override_reason: 'old customer' }, strict))).toBe(false);
    expect(isRefusal(checkDecision(approval, strict))).toBe(false);
    expect(isRefusal(checkDecision(rejection, strict))).toBe(false);
    expect(isRefusal(checkDecision(other, { ...strict, recommendation: null }))).toBe(false);
  });
});
