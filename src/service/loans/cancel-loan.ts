import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { undisbursedPiastres } from '../../domain/disbursement.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { UndrawnCancellationRecord } from '../../store/correction-records.ts';
import type { LoanDossier, WriteTx } from '../../store/port.ts';
import type { LoanClosureRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { loanResponse } from './loan-response.ts';
import { nextEventOrder } from './next-event-order.ts';

type Handler = WriteHandler<OperationInput<'loans.cancel'>, OperationOutput<'loans.cancel'>>;
type Cancelled = Awaited<ReturnType<Handler>>;

/**
 * Closes a loan nothing stands paid out on, and its application goes back to review; of one that is paid out in part
 * gives up the rest.
 */
export const handle: Handler = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId, applicationId } = dossier.loan;
  if (dossier.closure !== null) {
    return refuse('loan_closed', `loan ${loanId} was closed on ${dossier.closure.closedOn}`);
  }
  const standing = dossier.disbursements.find((one) => one.outcome?.outcome !== 'failed');
  if (standing !== undefined) return giveUpUndrawn(tx, { dossier, reason, standing }, call);
  const closure: LoanClosureRecord = {
    loanId,
    kind: 'cancelled',
    closedOn: call.today,
    closedBy: call.caller.actor,
    closedAt: call.now,
    reason,
  };
  await tx.insert.loanClosures([closure]);
  await tx.update.applicationStatus(applicationId, 'pending_review');
  const closed = { ...dossier, closure };
  const { values } = await policyInForce(tx, call.today);
  const shown = (of: typeof dossier) => loanResponse(of, loanAccountAt(of, call.today, values, call.today));
  const value = { ...shown(closed), approvals: null };
  return {
    value,
    control: controlOf(loanId, reason, () => shown(dossier)),
    audit: {
      object: loanId,
      before: { closed: null, application_status: 'approved' },
      after: { closed: value.closed, application_status: 'pending_review' },
    },
  };
};

/** Gives up what is left to pay out on a loan; what was paid out stays, and is to be repaid. */
async function giveUpUndrawn(
  tx: WriteTx,
  {
    dossier,
    reason,
    standing,
  }: {
    readonly dossier: LoanDossier;
    readonly reason: string;
    readonly standing: LoanDossier['disbursements'][number];
  },
  call: Call,
): Promise<Cancelled> {
  const { loanId } = dossier.loan;
  const amountPiastres = undisbursedPiastres(dossier);
  if (amountPiastres === 0) {
    return refuse(
      'loan_disbursed',
      `loan ${loanId} has the disbursement ${standing.disbursementReference} of ${standing.disbursementDate}, and nothing is left to give up`,
    );
  }
  const cancellation: UndrawnCancellationRecord = {
    loanId,
    number: dossier.undrawnCancellations.length + 1,
    order: nextEventOrder(dossier),
    amountPiastres,
    cancelledOn: call.today,
    reason,
    cancelledAt: call.now,
    cancelledBy: call.caller.actor,
  };
  await tx.insert.undrawnCancellations([cancellation]);
  const { values } = await policyInForce(tx, call.today);
  const shown = (of: LoanDossier) => loanResponse(of, loanAccountAt(of, call.today, values, call.today));
  const undrawnCancellations = [...dossier.undrawnCancellations, cancellation];
  const value = { ...shown({ ...dossier, undrawnCancellations }), approvals: null };
  return {
    value,
    control: controlOf(loanId, reason, () => shown(dossier)),
    audit: {
      object: loanId,
      before: { undisbursed_amount: amountToNumber(amountPiastres) },
      after: { undisbursed_amount: value.undisbursed_amount, reason },
    },
  };
}

/** What a second person may have to agree to. */
function controlOf<Shown>(loanId: string, reason: string, whileWaiting: () => Shown) {
  return {
    action: 'cancel',
    object: loanId,
    content: { loan_id: loanId, reason },
    settles: true,
    whileWaiting,
  } as const;
}
