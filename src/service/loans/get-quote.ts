import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseDate } from '../../domain/dates.ts';
import { DAY_COUNTS } from '../../domain/day-count.ts';
import { parseInterestRate } from '../../domain/decision.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { type LoanTerms, REPAYMENT_STYLES } from '../../domain/loan-terms.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { Policy } from '../../domain/policy-values.ts';
import { quoteLoan } from '../../domain/quote.ts';
import { rateToNumber } from '../../domain/rate.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Call, ReadHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { installmentResponse, latePaymentTerms, scheduleSummary } from './schedule-response.ts';

type Input = OperationInput<'quotes.get'>;

/** The schedule a loan would have: any amount above 0, with the ledger's policy. Writes nothing. */
export const handle: ReadHandler<Input, OperationOutput<'quotes.get'>> = async (tx, input, call) => {
  const { values } = await policyInForce(tx, call.today);
  const asked = readQuote(input, values, call);
  if (isRefusal(asked)) return asked;
  const { schedule } = quoteLoan(asked.terms, asked.startDate);
  return {
    ...scheduleSummary(asked.terms, schedule, [
      { amountPiastres: asked.terms.approvedAmountPiastres, valueDate: asked.startDate },
    ]),
    ...latePaymentTerms(values),
    installments: schedule.rows.map(installmentResponse),
    amount: amountToNumber(asked.terms.approvedAmountPiastres),
    interest_rate: rateToNumber(asked.terms.annualRateE4),
    term_months: asked.terms.termMonths,
    grace_months: asked.terms.graceMonths,
    start_date: asked.startDate,
  };
};

function readQuote(input: Input, policy: Policy, call: Call) {
  const reader = new FieldReader(input);
  reader.require(['amount', 'interest_rate', 'term_months']);
  const amount = reader.amount('amount');
  if (amount === 0) reader.fault('amount', 'invalid_amount', 'amount must be above 0');
  const rate = reader.parsed('interest_rate', (text) => parseInterestRate(text, policy));
  const termMonths = reader.whole('term_months', 1, policy.maxTermMonths);
  const graceMonths = reader.whole('grace_months', 0, (termMonths ?? policy.maxTermMonths) - 1);
  const dayCount = reader.choice('day_count', DAY_COUNTS);
  const repaymentStyle = reader.choice('repayment_style', REPAYMENT_STYLES);
  const startDate = reader.parsed('date', parseDate);
  const refusal: Refusal | null = reader.refusal();
  if (refusal !== null) return refusal;
  if (amount === null || rate === null || termMonths === null)
    throw new Error('a missing field was not noted');
  const terms: LoanTerms = {
    approvedAmountPiastres: amount,
    annualRateE4: rate,
    termMonths,
    dayCount: dayCount ?? policy.dayCount,
    repaymentStyle: repaymentStyle ?? policy.repaymentStyle,
    graceMonths: graceMonths ?? 0,
    installmentRounding: policy.installmentRounding,
  };
  return { terms, startDate: startDate ?? call.today };
}
