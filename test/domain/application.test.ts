import { describe, expect, it } from 'vitest';
import {
  type ApplicationStatus,
  checkApplication,
  DECISION_KINDS,
  nextApplicationStatus,
} from '../../src/domain/application.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { SHIPPED_POLICY } from '../../src/domain/policy-document.ts';
import { policyAt } from '../../src/domain/policy-values.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const policy = policyAt(SHIPPED_POLICY, '2026-01-01' as CalendarDate);
const good = {
  merchant_id: 'shop-7',
  business_name: 'بقالة النور',
  requested_amount: '50000.00',
  loan_purpose: 'inventory',
  monthly_sales_volume: '125000',
  platform_type: 'platform_a',
  requested_term_months: '12',
};

function faultsOf(input: Record<string, unknown>): Record<string, string> {
  const result = checkApplication(input, policy);
  if (!isRefusal(result)) return {};
  expect(result.code).toBe('validation_failed');
  return Object.fromEntries((result.faults ?? []).map((fault) => [fault.field, fault.code]));
}

describe('checkApplication', () => {
  it('reads a good request, numbers as text or as numbers', () => {
    const fields = {
      merchantId: 'shop-7',
      businessName: 'بقالة النور',
      requestedAmountPiastres: 5_000_000,
      loanPurpose: 'inventory',
      monthlySalesPiastres: 12_500_000,
      platformType: 'platform_a',
      requestedTermMonths: 12,
      externalReference: null,
    };
    expect(checkApplication(good, policy)).toEqual(fields);
    const asNumbers = {
      ...good,
      requested_amount: 50000,
      monthly_sales_volume: 125000,
      requested_term_months: 12,
    };
    expect(checkApplication({ ...asNumbers, external_reference: 'crm-1' }, policy)).toEqual({
      ...fields,
      externalReference: 'crm-1',
    });
    expect(checkApplication({ ...good, external_reference: null }, policy)).toEqual(fields);
  });

  it('reads grouped thousands only where that is asked for', () => {
    const grouped = { ...good, requested_amount: '50,000.00' };
    expect(faultsOf(grouped)).toEqual({ requested_amount: 'invalid_amount' });
    expect(checkApplication(grouped, policy, { grouping: true })).toMatchObject({
      requestedAmountPiastres: 5_000_000,
    });
  });

  it('reports every fault at once', () => {
    expect(faultsOf({})).toEqual({
      merchant_id: 'required',
      business_name: 'required',
      requested_amount: 'required',
      loan_purpose: 'required',
      monthly_sales_volume: 'required',
      platform_type: 'required',
      requested_term_months: 'required',
    });
    expect(
      faultsOf({
        ...good,
        business_name: 7,
        requested_amount: '999.99',
        loan_purpose: 'Inventory',
        monthly_sales_volume: '-1',
        requested_term_months: '12.5',
        currency: 'EGP',
      }),
    ).toEqual({
      business_name: 'invalid_text',
      requested_amount: 'out_of_bounds',
      loan_purpose: 'invalid_choice',
      monthly_sales_volume: 'invalid_amount',
      requested_term_months: 'invalid_number',
      currency: 'unknown_field',
    });
  });

  it.each([
    ['requested_amount', '1000.00', null],
    ['requested_amount', '100000000', null],
    ['requested_amount', '999.99', 'out_of_bounds'],
    ['requested_amount', '100000000.01', 'out_of_bounds'],
    ['requested_amount', '1000.001', 'invalid_amount'],
    ['requested_amount', 1e21, 'invalid_amount'],
    ['requested_amount', Number.NaN, 'invalid_amount'],
    ['requested_amount', true, 'invalid_number'],
    ['requested_amount', ['5000'], 'invalid_number'],
    ['monthly_sales_volume', '0', null],
    ['requested_term_months', '1', null],
    ['requested_term_months', 120, null],
    ['requested_term_months', '0', 'out_of_bounds'],
    ['requested_term_months', '121', 'out_of_bounds'],
    ['requested_term_months', '1e1', 'invalid_number'],
    ['requested_term_months', '', 'invalid_number'],
    ['business_name', 'x'.repeat(200), null],
    ['business_name', '😀'.repeat(200), null],
    ['business_name', 'x'.repeat(201), 'invalid_text'],
    ['business_name', '', 'invalid_text'],
    ['business_name', '   ', 'invalid_text'],
    ['business_name', 'A\u001b[31mB', 'invalid_text'],
    ['business_name', 'A\u202eB', 'invalid_text'],
    ['business_name', 'A\u200fB', 'invalid_text'],
    ['business_name', 'A\nB', 'invalid_text'],
    ['business_name', 'A\ud800B', 'invalid_text'],
    ['merchant_id', 'm'.repeat(64), null],
    ['merchant_id', 'm'.repeat(65), 'invalid_text'],
    ['merchant_id', 'mer:12', null],
    ['merchant_id', 'm\u0000', 'invalid_text'],
    ['external_reference', 'r'.repeat(65), 'invalid_text'],
    ['platform_type', 'platform_c', 'invalid_choice'],
  ])('%s = %j gives %s', (field, value, code) => {
    expect(faultsOf({ ...good, [field]: value })).toEqual(code === null ? {} : { [field]: code });
  });

  it('names the field or word that was meant', () => {
    const result = checkApplication({ ...good, requested_amuont: '5', loan_purpose: 'inventry' }, policy);
    const messages = isRefusal(result) ? (result.faults ?? []).map((fault) => fault.message) : [];
    expect(messages[0]).toBe('there is no field "requested_amuont"; did you mean requested_amount?');
    expect(messages[1]).toContain('did you mean inventory?');
  });

  it('takes its bounds from the policy', () => {
    const strict = { ...policy, maxTermMonths: 6, maxNameLength: 5 };
    const result = checkApplication(good, strict);
    expect(isRefusal(result) && result.faults?.map((fault) => fault.field)).toEqual([
      'business_name',
      'requested_term_months',
    ]);
  });
});

describe('nextApplicationStatus', () => {
  it('allows every decision on an open application and none on a decided one', () => {
    for (const decision of DECISION_KINDS) {
      for (const open of ['submitted', 'pending_review'] as ApplicationStatus[]) {
        expect(nextApplicationStatus(open, decision)).toBe(decision);
      }
      for (const decided of ['approved', 'rejected'] as ApplicationStatus[]) {
        expect(nextApplicationStatus(decided, decision)).toMatchObject({ code: 'already_decided' });
      }
    }
  });
});
