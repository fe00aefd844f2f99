import type { OperationOutput } from '../../contract/operation-types.ts';
import { type AssessmentInputs, assess } from '../../domain/assess.ts';
import { assessmentPolicyAt } from '../../domain/assessment-policy.ts';
import type { ConductCounters, LoanHere } from '../../domain/conduct.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { Recommendation } from '../../domain/decision.ts';
import { longestLateness } from '../../domain/lateness.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { amountToNumber, piastres } from '../../domain/money.ts';
import { OrderTally } from '../../domain/order-tally.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import { policyAt } from '../../domain/policy-values.ts';
import { rateToNumber } from '../../domain/rate.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { ApplicationRecord, MerchantRecord } from '../../store/records.ts';
import type { Call } from '../call.ts';
import { storeStatusAt } from '../merchants/merchant-response.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { countEvents } from '../users/count-events.ts';

/** Days late beyond which an earlier loan does not count as a clean one. */
const CLEAN_DAYS_LATE = 30;

export interface Assessed {
  /** The answer with its explanation; the explanation is left out unless it was asked for. */
  readonly answer: OperationOutput<'assessments.get'>;
  readonly recommendation: Recommendation;
}

/**
 * Assesses an application anew: its merchant's orders as they were at its creation (those filled in later
 * too), the merchant's loans here as on the day of the request.
 */
export async function assessApplication(
  tx: ReadTx,
  application: ApplicationRecord,
  call: Call,
): Promise<Assessed> {
  const atMs = Date.parse(application.createdAt);
  const { document, version } = await policyInForce(tx, call.today);
  const [merchant] = await tx.merchants.byAnyId([application.merchantId]);
  const tally = new OrderTally(atMs);
  if (merchant !== undefined) {
    await tx.merchants.visitOrders(merchant.merchantId, atMs, (order) =>
      tally.add({
        ...order,
        totalPiastres: piastres(order.totalPiastres),
        cancelled: order.cancelledAt !== null,
      }),
    );
  }
  const inputs: AssessmentInputs = {
    atMs,
    declaredSalesPiastres: application.monthlySalesPiastres,
    requestedAmountPiastres: application.requestedAmountPiastres,
    requestedTermMonths: application.requestedTermMonths,
    foundedOn: merchant?.foundedOn ?? null,
    sales: tally.profile(),
    counters: await conductCounters(tx, merchant, atMs),
    loansHere: await loansHere(tx, application, document, call.today),
    stores: merchant === undefined ? [] : await storesOf(tx, merchant, call.nowMs),
    policyVersion: version,
  };
  const result = assess(inputs, assessmentPolicyAt(document, call.today));
  return {
    answer: {
      application_id: application.applicationId,
      sales_performance_score: result.salesPerformanceScore,
      business_age_months: result.businessAgeMonths,
      default_risk_rating: result.defaultRiskRating,
      recommended_amount: amountToNumber(result.recommendedAmountPiastres),
      recommended_interest_rate: rateToNumber(result.recommendedRateE4),
      assessment_notes: result.assessmentNotes,
      explanation: {
        ...result.explanation,
        parts: [...result.explanation.parts],
        reasons: [...result.explanation.reasons],
      },
    },
    recommendation: {
      amountPiastres: result.recommendedAmountPiastres,
      annualRateE4: result.recommendedRateE4,
    },
  };
}

/** Counters at T of the user the merchant is linked to; null without one, and without that user's permission. */
async function conductCounters(
  tx: ReadTx,
  merchant: MerchantRecord | undefined,
  atMs: number,
): Promise<ConductCounters | null> {
  const ownerId = merchant?.ownerUserId ?? null;
  const [owner] = ownerId === null ? [] : await tx.users.byIds([ownerId]);
  if (owner?.permissionsStatus !== 'granted') return null;
  const { airtime, reminders, warnings } = await countEvents(tx, owner.userId, Math.floor(atMs / 1000));
  return {
    airtime0To30: airtime[0],
    airtime30To60: airtime[1],
    airtime60To90: airtime[2],
    reminders0To30: reminders[0],
    reminders0To90: reminders[0] + reminders[1] + reminders[2],
    warnings0To60: warnings[0] + warnings[1],
    warnings0To90: warnings[0] + warnings[1] + warnings[2],
  };
}

/** The merchant's other loans here, whichever of its ids they were asked for under; closed ones do not count. */
async function loansHere(
  tx: ReadTx,
  application: ApplicationRecord,
  document: PolicyDocument,
  today: CalendarDate,
): Promise<LoanHere[]> {
  const dossiers = await tx.loans.ofMerchant([application.merchantId]);
  return dossiers
    .filter((dossier) => dossier.closure === null && dossier.loan.applicationId !== application.applicationId)
    .map((dossier) => loanHere(dossier, document, today));
}

function loanHere(dossier: LoanDossier, document: PolicyDocument, today: CalendarDate): LoanHere {
  const servicing = policyAt(document, today);
  const account = loanAccountAt(dossier, today, servicing, today);
  const paidOff = account.paymentStatus === 'paid_off';
  return {
    paidOff,
    everMoreThan30DaysLate: longestLateness(dossier, today, servicing) > CLEAN_DAYS_LATE,
    overdueNow: account.paymentStatus === 'overdue',
    defaulted: account.paymentStatus === 'defaulted',
    writtenOff: false,
    outstandingPiastres: account.outstandingPiastres,
    // Approved and not paid out yet, a scheduled payout included: it is promised all the same. What a loan that
    // is paid off never drew can no longer be drawn.
    approvedUndisbursedPiastres: piastres(
      paidOff ? 0 : account.originalAmountPiastres - account.disbursedPiastres,
    ),
    monthlyInstallmentPiastres: account.installmentAmountPiastres ?? piastres(0),
  };
}

async function storesOf(tx: ReadTx, merchant: MerchantRecord, nowMs: number) {
  const lastFetchMs = merchant.latestUpdate === null ? null : Date.parse(merchant.latestUpdate);
  const stores = await tx.merchants.stores([merchant.merchantId]);
  return stores.map((store) => ({ status: storeStatusAt(store, nowMs), lastFetchMs }));
}
