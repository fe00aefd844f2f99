import type { OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber } from '../../domain/money.ts';
import { rateToNumber } from '../../domain/rate.ts';
import type { ApplicationRecord, DecisionRecord } from '../../store/records.ts';

type Application = OperationOutput<'applications.list'>['data'][number];
type DecisionInHistory = OperationOutput<'applications.get'>['decisions'][number];

/** An application as the interface answers it. */
export function applicationResponse(record: ApplicationRecord): Application {
  return {
    application_id: record.applicationId,
    merchant_id: record.merchantId,
    business_name: record.businessName,
    requested_amount: amountToNumber(record.requestedAmountPiastres),
    loan_purpose: record.loanPurpose as Application['loan_purpose'],
    monthly_sales_volume: amountToNumber(record.monthlySalesPiastres),
    platform_type: record.platformType as Application['platform_type'],
    requested_term_months: record.requestedTermMonths,
    currency: 'EGP',
    status: record.status as Application['status'],
    created_at: record.createdOn,
    external_reference: record.externalReference,
  };
}

/** A decision as it stands in the application's history. */
export function decisionInHistory(record: DecisionRecord): DecisionInHistory {
  const { approvedAmountPiastres: approved, annualRateE4: rate, revenueSharePercentE4: share } = record;
  return {
    number: record.number,
    decision: record.decision,
    approved_amount: approved === null ? null : amountToNumber(approved),
    interest_rate: rate === null ? null : rateToNumber(rate),
    term_months: record.termMonths,
    day_count: record.dayCount,
    repayment_style: record.repaymentStyle,
    grace_months: record.graceMonths,
    revenue_share_percent: share === null ? null : rateToNumber(share),
    rejection_reason: record.rejectionReason,
    decision_maker_id: record.decisionMakerId,
    overrides: record.overridesJson === null ? null : JSON.parse(record.overridesJson),
    override_reason: record.overrideReason,
    note: record.note,
    loan_id: record.loanId,
    decided_on: record.decidedOn,
    decided_at: record.decidedAt,
    decided_by: record.decidedBy,
    policy_version: record.policyVersion,
  };
}
