import type { OperationInput } from '../../../src/contract/operation-types.ts';
import { applied, approvalOf, approved, setPolicy } from '../desk-loans.ts';
import { NO_APPLICATION, type RefusalCase, refusal } from './refusal-case.ts';

type Decision = Partial<OperationInput<'decisions.create'>>;

/** Decisions with faulty fields: what is given beside (or instead of) an approval, and every fault. */
const FAULTY: readonly [string, Decision, readonly string[], readonly string[]][] = [
  [
    'an approval without its terms',
    { approved_amount: null, interest_rate: null, term_months: null },
    ['approved_amount', 'interest_rate', 'term_months'],
    ['/approved_amount required', '/interest_rate required', '/term_months required'],
  ],
  [
    'an approval with a reason to reject',
    { rejection_reason: 'sales falling' },
    ['rejection_reason', 'approved'],
    ['/rejection_reason not_allowed'],
  ],
  [
    'a rejection with terms and without reason',
    { decision: 'rejected', grace_months: 1, day_count: 'actual/365' },
    ['6 fields'],
    [
      '/rejection_reason required',
      '/approved_amount not_allowed',
      '/interest_rate not_allowed',
      '/term_months not_allowed',
      '/grace_months not_allowed',
      '/day_count not_allowed',
    ],
  ],
  [
    'a review with a reason to reject',
    {
      decision: 'pending_review',
      approved_amount: null,
      interest_rate: null,
      term_months: null,
      rejection_reason: 'x',
    },
    ['rejection_reason', 'pending_review'],
    ['/rejection_reason not_allowed'],
  ],
  [
    'a decision that is none',
    { decision: 'approve' },
    ['did you mean approved'],
    ['/decision invalid_choice'],
  ],
  ['nobody deciding', { decision_maker_id: '' }, ['decision_maker_id'], ['/decision_maker_id invalid_text']],
  [
    'a rate written as a fraction',
    { interest_rate: 0.245 },
    ['0.245', '24.5 %'],
    ['/interest_rate invalid_rate'],
  ],
  [
    'five decimals in the rate',
    { interest_rate: '24.50001' },
    ['24.50001', 'four decimals'],
    ['/interest_rate invalid_rate'],
  ],
  ['a rate above 100', { interest_rate: 100.5 }, ['100.5', '100 %'], ['/interest_rate invalid_rate']],
  ['no amount', { approved_amount: 0 }, ['approved_amount', 'above 0'], ['/approved_amount out_of_bounds']],
  ['121 months', { term_months: 121 }, ['121', '1 to 120'], ['/term_months out_of_bounds']],
  ['grace as long as the term', { grace_months: 12 }, ['12', '0 to 11'], ['/grace_months out_of_bounds']],
  [
    'a day count that is none',
    { day_count: 'actual/364' },
    ['did you mean actual/36'],
    ['/day_count invalid_choice'],
  ],
  [
    'a style that is none',
    { repayment_style: 'ballon' },
    ['annuity, equal_principal, bullet, flat'],
    ['/repayment_style invalid_choice'],
  ],
];

export const DECISION_REFUSALS: readonly RefusalCase[] = [
  ...FAULTY.map(([what, decision, says, faults]) =>
    refusal('decisions.create', 'validation_failed', what, async (desk) => ({
      input: approvalOf(await applied(desk), decision),
      says,
      faults,
    })),
  ),
  refusal(
    'decisions.create',
    'validation_failed',
    'a rate below the least one of the policy',
    async (desk) => {
      await setPolicy(desk, 'min_interest_rate', '12');
      return {
        input: approvalOf(await applied(desk), { interest_rate: 11.5 }),
        says: ['11.5', '12 %'],
        faults: ['/interest_rate invalid_rate'],
      };
    },
  ),
  refusal(
    'decisions.create',
    'validation_failed',
    'a rate above the highest one of the policy',
    async (desk) => {
      await setPolicy(desk, 'max_interest_rate', '35');
      return {
        input: approvalOf(await applied(desk), { interest_rate: 35.5 }),
        says: ['35.5', '35 %'],
        faults: ['/interest_rate invalid_rate'],
      };
    },
  ),
  refusal('decisions.create', 'application_mismatch', 'the body names another application', async (desk) => {
    const id = await applied(desk);
    return {
      input: approvalOf(id, { body_application_id: NO_APPLICATION }),
      says: [NO_APPLICATION, id],
      hints: 'path',
    };
  }),
  refusal('decisions.create', 'already_decided', 'it is approved', async (desk) => {
    const { applicationId } = await approved(desk);
    return { input: approvalOf(applicationId), says: ['approved'], hints: applicationId };
  }),
  refusal('decisions.create', 'amount_above_requested', 'one piastre more', async (desk) => ({
    input: approvalOf(await applied(desk), { approved_amount: '100000.01' }),
    says: ['100,000.01', '100,000.00'],
    hints: '100,000.00',
  })),
  refusal('decisions.create', 'override_reason_required', 'amount and rate differ', async (desk) => {
    await setPolicy(desk, 'override_reason_required', 'true');
    return {
      input: approvalOf(await applied(desk)),
      says: ['approved_amount and interest_rate differ'],
      hints: '--override-reason',
    };
  }),
];
