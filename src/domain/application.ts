import { type FieldInput, FieldReader } from './field-reader.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import type { Policy } from './policy-values.ts';
import { type Refusal, refuse } from './refusal.ts';

export const LOAN_PURPOSES = ['inventory', 'working_capital', 'expansion', 'equipment'] as const;
type LoanPurpose = (typeof LOAN_PURPOSES)[number];

export const PLATFORM_TYPES = ['platform_a', 'platform_b', 'platform_c_seller'] as const;
type PlatformType = (typeof PLATFORM_TYPES)[number];

export const DECISION_KINDS = ['approved', 'rejected', 'pending_review'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** What an application can be; a decision's name is the status it leads to. */
export type ApplicationStatus = 'submitted' | DecisionKind;

/** What a merchant asks for, checked. */
interface ApplicationFields {
  readonly merchantId: string;
  readonly businessName: string;
  readonly requestedAmountPiastres: Piastres;
  readonly loanPurpose: LoanPurpose;
  readonly monthlySalesPiastres: Piastres;
  readonly platformType: PlatformType;
  readonly requestedTermMonths: number;
  /** The caller's own, unique per caller, for ever. */
  readonly externalReference: string | null;
}

const REQUIRED = [
  'merchant_id',
  'business_name',
  'requested_amount',
  'loan_purpose',
  'monthly_sales_volume',
  'platform_type',
  'requested_term_months',
] as const;

/**
 * Checks the request of an application against the policy, all faults at once (`validation_failed`). Amounts
 * are judged by their text; `grouping` allows grouped thousands, as on a terminal.
 */
export function checkApplication(
  input: FieldInput,
  policy: Policy,
  options: { readonly grouping?: boolean } = {},
): ApplicationFields | Refusal {
  const reader = new FieldReader(input, options);
  reader.allowOnly([...REQUIRED, 'external_reference']);
  reader.require(REQUIRED);
  const merchantId = reader.token('merchant_id', policy.maxIdLength);
  const businessName = reader.text('business_name', policy.maxNameLength);
  const requestedAmountPiastres = requestedAmount(reader, policy);
  const loanPurpose = reader.choice('loan_purpose', LOAN_PURPOSES);
  const monthlySalesPiastres = reader.amount('monthly_sales_volume');
  const platformType = reader.choice('platform_type', PLATFORM_TYPES);
  const requestedTermMonths = reader.whole('requested_term_months', 1, policy.maxTermMonths);
  const externalReference = reader.token('external_reference', policy.maxIdLength);
  const refusal = reader.refusal();
  if (
    refusal !== null ||
    merchantId === null ||
    businessName === null ||
    requestedAmountPiastres === null ||
    loanPurpose === null ||
    monthlySalesPiastres === null ||
    platformType === null ||
    requestedTermMonths === null
  ) {
    if (refusal === null) throw new Error('a missing field was not noted');
    return refusal;
  }
  return {
    merchantId,
    businessName,
    requestedAmountPiastres,
    loanPurpose,
    monthlySalesPiastres,
    platformType,
    requestedTermMonths,
    externalReference,
  };
}

/**
 * What an application becomes by a decision. Approved and rejected are final: a decision then is refused with
 * `already_decided`.
 */
export function nextApplicationStatus(
  current: ApplicationStatus,
  decision: DecisionKind,
): ApplicationStatus | Refusal {
  if (current === 'submitted' || current === 'pending_review') return decision;
  return refuse('already_decided', `the application is ${current} already; it cannot become ${decision}`);
}

function requestedAmount(reader: FieldReader, policy: Policy): Piastres | null {
  const amount = reader.amount('requested_amount');
  const { minRequestedAmountPiastres: low, maxRequestedAmountPiastres: high } = policy;
  if (amount === null || (amount >= low && amount <= high)) return amount;
  const bounds = `${formatAmountGrouped(low)} to ${formatAmountGrouped(high)}`;
  const given = formatAmountGrouped(amount);
  return reader.fault(
    'requested_amount',
    'out_of_bounds',
    `requested_amount must be ${bounds}; ${given} is not`,
  );
}
