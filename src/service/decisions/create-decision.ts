import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type ApplicationStatus, nextApplicationStatus } from '../../domain/application.ts';
import {
  checkDecision,
  type DecisionFields,
  overridesAgainst,
  type Recommendation,
} from '../../domain/decision.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { Policy } from '../../domain/policy-values.ts';
import { quoteLoan } from '../../domain/quote.ts';
import { rateToNumber } from '../../domain/rate.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { ApplicationRecord, DecisionRecord, LoanRecord } from '../../store/records.ts';
import { decisionInHistory } from '../applications/application-response.ts';
import { assessApplication } from '../assessments/assess-application.ts';
import type { Call, WriteHandler } from '../call.ts';
import { costOf } from '../loans/schedule-response.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveApplication } from '../resolve-loan.ts';

type Input = OperationInput<'decisions.create'>;
type Output = OperationOutput<'decisions.create'>;

/**
 * Records a decision with the assessment as it stood. An approval creates the loan in the same transaction.
 */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const application = await resolveApplication(tx, input.application_id);
  if (isRefusal(application)) return application;
  const policy = await policyInForce(tx, call.today);
  const assessed = await assessApplication(tx, application, call);
  const { application_id: _path, body_application_id, ...body } = input;
  const fields = checkDecision(
    { ...body, ...(body_application_id === undefined ? {} : { application_id: body_application_id }) },
    {
      applicationId: application.applicationId,
      requestedAmountPiastres: application.requestedAmountPiastres,
      policy: policy.values,
      recommendation: assessed.recommendation,
    },
  );
  if (isRefusal(fields)) return fields;
  const status = nextApplicationStatus(application.status as ApplicationStatus, fields.decision);
  if (isRefusal(status)) {
    return { ...status, hint: `See it: loandesk applications show ${application.applicationId}` };
  }
  const loan = loanOf(application, fields, policy.values, call);
  const record = await decisionRecord(tx, application, fields, {
    call,
    loan,
    policyVersion: policy.version,
    overrides: overridesAgainst(assessed.recommendation, fields),
    assessmentJson: JSON.stringify(assessed.answer),
  });
  if (loan !== null) await tx.insert.loans([loan]);
  await tx.insert.decisions([record]);
  await tx.update.applicationStatus(application.applicationId, status);
  const { applicationId } = application;
  return {
    value: decisionResponse(record, status, assessed.recommendation, loan),
    control: {
      action: 'decision',
      object: applicationId,
      content: contentOf(record),
      amountPiastres: record.approvedAmountPiastres,
      notBy: async () => [{ person: application.caller, did: `entered application ${applicationId}` }],
      settles: true,
      result: record.loanId,
      whileWaiting: (waiting) => ({ ...waiting, status: 'pending_review', loan_id: null }),
    },
    audit: {
      object: application.applicationId,
      touches: loan === null ? [] : [loan.loanId],
      before: { status: application.status },
      after: { status, ...decisionInHistory(record) },
    },
  };
};

function loanOf(
  application: ApplicationRecord,
  fields: DecisionFields,
  policy: Policy,
  call: Call,
): LoanRecord | null {
  const { approvedAmountPiastres, annualRateE4, termMonths, dayCount, repaymentStyle, graceMonths } = fields;
  if (
    approvedAmountPiastres === null ||
    annualRateE4 === null ||
    termMonths === null ||
    dayCount === null ||
    repaymentStyle === null ||
    graceMonths === null
  ) {
    return null;
  }
  return {
    loanId: call.newId('loan'),
    applicationId: application.applicationId,
    merchantId: application.merchantId,
    businessName: application.businessName,
    currency: application.currency,
    approvedAmountPiastres,
    annualRateE4,
    termMonths,
    dayCount,
    repaymentStyle,
    graceMonths,
    installmentRounding: policy.installmentRounding,
    revenueSharePercentE4: fields.revenueSharePercentE4,
    approvedOn: call.today,
    createdAt: call.now,
  };
}

async function decisionRecord(
  tx: WriteTx,
  application: ApplicationRecord,
  fields: DecisionFields,
  circumstances: {
    readonly call: Call;
    readonly loan: LoanRecord | null;
    readonly policyVersion: number;
    readonly overrides: Readonly<Record<string, unknown>>;
    readonly assessmentJson: string;
  },
): Promise<DecisionRecord> {
  const { call, loan, policyVersion, overrides, assessmentJson } = circumstances;
  const earlier = await tx.decisions.ofApplications([application.applicationId]);
  return {
    applicationId: application.applicationId,
    number: earlier.length + 1,
    ...fields,
    overridesJson: Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides),
    loanId: loan?.loanId ?? null,
    decidedOn: call.today,
    decidedAt: call.now,
    decidedBy: call.caller.actor,
    policyVersion,
    assessmentJson,
  };
}

/** What two people must agree on: all of a decision but who is named as its maker. */
function contentOf(record: DecisionRecord): Record<string, unknown> {
  const shown = decisionInHistory(record);
  return {
    application_id: record.applicationId,
    decision: record.decision,
    approved_amount: shown.approved_amount,
    interest_rate: shown.interest_rate,
    term_months: shown.term_months,
    day_count: shown.day_count,
    repayment_style: shown.repayment_style,
    grace_months: shown.grace_months,
    revenue_share_percent: shown.revenue_share_percent,
    rejection_reason: shown.rejection_reason,
    override_reason: shown.override_reason,
    note: shown.note,
  };
}

const NO_COST = { total_interest: null, total_payment: null, effective_annual_rate: null } as const;

/** What a loan costs that is paid out whole on the day it is approved. */
function costOfWhole(loan: LoanRecord) {
  const { schedule } = quoteLoan(loan, loan.approvedOn);
  const { approvedAmountPiastres: amountPiastres, approvedOn: valueDate } = loan;
  return costOf(loan, schedule, [{ amountPiastres, valueDate }]);
}

function decisionResponse(
  record: DecisionRecord,
  status: ApplicationStatus,
  recommendation: Recommendation,
  loan: LoanRecord | null,
): Output {
  const shown = decisionInHistory(record);
  return {
    application_id: record.applicationId,
    decision: record.decision,
    approved_amount: shown.approved_amount,
    interest_rate: shown.interest_rate,
    term_months: shown.term_months,
    rejection_reason: shown.rejection_reason,
    decision_maker_id: record.decisionMakerId,
    loan_id: record.loanId,
    status,
    ...(loan === null ? NO_COST : costOfWhole(loan)),
    day_count: shown.day_count,
    repayment_style: shown.repayment_style,
    grace_months: shown.grace_months,
    revenue_share_percent: shown.revenue_share_percent,
    overrides: shown.overrides,
    override_reason: shown.override_reason,
    note: shown.note,
    approvals: null,
    recommended: {
      amount: amountToNumber(recommendation.amountPiastres),
      interest_rate: rateToNumber(recommendation.annualRateE4),
    },
  };
}
