import { DECISION_KINDS, type DecisionKind } from './application.ts';
import { DAY_COUNTS, type DayCount } from './day-count.ts';
import { type FieldInput, FieldReader } from './field-reader.ts';
import { REPAYMENT_STYLES, type RepaymentStyle } from './loan-terms.ts';
import { amountToNumber, formatAmountGrouped, type Piastres } from './money.ts';
import type { Policy } from './policy-values.ts';
import { formatRate, parseRate, type RateE4, rateToNumber } from './rate.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';

/** A bank decision, checked; what does not belong to its kind is null, what an approval left open is policy. */
export interface DecisionFields {
  readonly decision: DecisionKind;
  readonly approvedAmountPiastres: Piastres | null;
  readonly annualRateE4: RateE4 | null;
  readonly termMonths: number | null;
  readonly dayCount: DayCount | null;
  readonly repaymentStyle: RepaymentStyle | null;
  readonly graceMonths: number | null;
  /** Percent of the merchant's sales × 10^4. */
  readonly revenueSharePercentE4: RateE4 | null;
  readonly rejectionReason: string | null;
  readonly decisionMakerId: string;
  readonly overrideReason: string | null;
  readonly note: string | null;
}

/** What the assessment recommended. */
export interface Recommendation {
  readonly amountPiastres: Piastres;
  readonly annualRateE4: RateE4;
}

/** What a decision is checked against. */
export interface DecisionContext {
  /** Id of the application decided on, as the ledger has it. */
  readonly applicationId: string;
  readonly requestedAmountPiastres: Piastres;
  readonly policy: Policy;
  /** null: none is known, so nothing counts as an override. */
  readonly recommendation: Recommendation | null;
  /** Grouped thousands are read, as on a terminal. */
  readonly grouping?: boolean;
}

/** Fields that differ from the recommendation, by JSON name, in EGP and percent. */
type Overrides = Readonly<Record<string, { readonly recommended: number; readonly given: number }>>;

const LONGEST_PROSE = 2000;
const APPROVAL_NEEDS = ['approved_amount', 'interest_rate', 'term_months'] as const;
const APPROVAL_MAY_HAVE = ['day_count', 'repayment_style', 'grace_months', 'revenue_share_percent'] as const;
const REJECTION_NEEDS = ['rejection_reason'] as const;
const ALWAYS = ['application_id', 'decision', 'decision_maker_id', 'override_reason', 'note'] as const;

/**
 * Checks a decision. Refuses with `application_mismatch` when the body names another application,
 * `validation_failed` with all faulty fields at once, `amount_above_requested`, or, where the policy wants
 * reasons, `override_reason_required`.
 */
export function checkDecision(input: FieldInput, context: DecisionContext): DecisionFields | Refusal {
  const { policy } = context;
  const named = input.application_id;
  if (typeof named === 'string' && named.trim().toUpperCase() !== context.applicationId.toUpperCase()) {
    return refuse(
      'application_mismatch',
      `the decision names application ${JSON.stringify(named.slice(0, 40))} but is for ${context.applicationId}`,
    );
  }
  const reader = new FieldReader(input, { grouping: context.grouping ?? false });
  reader.allowOnly([...ALWAYS, ...APPROVAL_NEEDS, ...APPROVAL_MAY_HAVE, ...REJECTION_NEEDS]);
  reader.require(['decision', 'decision_maker_id']);
  const decision = reader.choice('decision', DECISION_KINDS);
  if (decision !== null) checkBelonging(reader, decision);
  const terms = readTerms(reader, policy);
  const fields = {
    ...terms,
    rejectionReason: reader.text('rejection_reason', LONGEST_PROSE, { prose: true }),
    overrideReason: reader.text('override_reason', LONGEST_PROSE, { prose: true }),
    note: reader.text('note', LONGEST_PROSE, { prose: true }),
  };
  const decisionMakerId = reader.token('decision_maker_id', policy.maxIdLength);
  const refusal = reader.refusal();
  if (refusal !== null) return refusal;
  if (decision === null || decisionMakerId === null) throw new Error('a missing field was not noted');
  const checked = withPolicyTerms({ ...fields, decision, decisionMakerId }, policy);
  return amountAboveRequested(checked, context) ?? missingOverrideReason(checked, context) ?? checked;
}

/** What an approval gives other than the assessment recommended; empty for other decisions. */
export function overridesAgainst(recommendation: Recommendation, fields: DecisionFields): Overrides {
  const overrides: Record<string, { recommended: number; given: number }> = {};
  const { approvedAmountPiastres: amount, annualRateE4: rate } = fields;
  if (amount !== null && amount !== recommendation.amountPiastres) {
    const recommended = amountToNumber(recommendation.amountPiastres);
    overrides.approved_amount = { recommended, given: amountToNumber(amount) };
  }
  if (rate !== null && rate !== recommendation.annualRateE4) {
    const recommended = rateToNumber(recommendation.annualRateE4);
    overrides.interest_rate = { recommended, given: rateToNumber(rate) };
  }
  return overrides;
}

function checkBelonging(reader: FieldReader, decision: DecisionKind): void {
  if (decision === 'approved') reader.require(APPROVAL_NEEDS);
  if (decision === 'rejected') reader.require(REJECTION_NEEDS);
  const foreign: readonly string[] = [
    ...(decision === 'approved' ? [] : [...APPROVAL_NEEDS, ...APPROVAL_MAY_HAVE]),
    ...(decision === 'rejected' ? [] : REJECTION_NEEDS),
  ];
  for (const field of foreign) {
    if (!reader.has(field)) continue;
    reader.fault(field, 'not_allowed', `${field} does not belong to the decision ${decision}; leave it out`);
  }
}

function readTerms(reader: FieldReader, policy: Policy) {
  const approvedAmountPiastres = reader.amount('approved_amount');
  if (approvedAmountPiastres === 0) {
    reader.fault('approved_amount', 'out_of_bounds', 'approved_amount must be above 0');
  }
  const termMonths = reader.whole('term_months', 1, policy.maxTermMonths);
  return {
    approvedAmountPiastres,
    annualRateE4: reader.parsed('interest_rate', (text) => parseInterestRate(text, policy)),
    termMonths,
    dayCount: reader.choice('day_count', DAY_COUNTS),
    repaymentStyle: reader.choice('repayment_style', REPAYMENT_STYLES),
    // With a faulty term the last month of grace is not known; the longest term stands in for it.
    graceMonths: reader.whole('grace_months', 0, (termMonths ?? policy.maxTermMonths) - 1),
    revenueSharePercentE4: reader.parsed('revenue_share_percent', (text) => parseRate(text, { minE4: 0 })),
  };
}

/** Up to what anybody may mean: what is above the policy's own is said with its figure. */
function ratesAllowed({ minInterestRateE4, maxInterestRateE4 }: Policy) {
  return { minE4: minInterestRateE4, maxE4: Math.max(maxInterestRateE4, 1_000_000) };
}

/** A rate of interest within the policy. Refusals: `invalid_rate`. */
export function parseInterestRate(text: string, policy: Policy): RateE4 | Refusal {
  const rate = parseRate(text, ratesAllowed(policy));
  if (isRefusal(rate) || rate <= policy.maxInterestRateE4) return rate;
  return refuse(
    'invalid_rate',
    `${formatRate(rate)} is above the highest rate, ${formatRate(policy.maxInterestRateE4)} %`,
  );
}

function withPolicyTerms(fields: DecisionFields, policy: Policy): DecisionFields {
  if (fields.decision !== 'approved') return fields;
  return {
    ...fields,
    dayCount: fields.dayCount ?? policy.dayCount,
    repaymentStyle: fields.repaymentStyle ?? policy.repaymentStyle,
    graceMonths: fields.graceMonths ?? 0,
  };
}

function amountAboveRequested(fields: DecisionFields, context: DecisionContext): Refusal | null {
  const { approvedAmountPiastres: approved } = fields;
  if (approved === null || approved <= context.requestedAmountPiastres) return null;
  const requested = formatAmountGrouped(context.requestedAmountPiastres);
  return refuse(
    'amount_above_requested',
    `${formatAmountGrouped(approved)} is above the requested amount, ${requested}`,
    { hint: `approve at most ${requested}` },
  );
}

function missingOverrideReason(fields: DecisionFields, context: DecisionContext): Refusal | null {
  if (!context.policy.overrideReasonRequired || context.recommendation === null) return null;
  const names = Object.keys(overridesAgainst(context.recommendation, fields));
  if (names.length === 0 || fields.overrideReason !== null) return null;
  return refuse(
    'override_reason_required',
    `${names.join(' and ')} differ${names.length === 1 ? 's' : ''} from the recommendation and no reason is given`,
  );
}
