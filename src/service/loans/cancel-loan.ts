import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { LoanClosureRecord } from '../../store/records.ts';
import type { WriteHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { loanResponse } from './loan-response.ts';

/** Closes a loan nothing stands paid out on; its application goes back to review. */
export const handle: WriteHandler<OperationInput<'loans.cancel'>, OperationOutput<'loans.cancel'>> = async (
  tx,
  input,
  call,
) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId, applicationId } = dossier.loan;
  if (dossier.closure !== null) {
    return refuse('loan_closed', `loan ${loanId} was closed on ${dossier.closure.closedOn}`);
  }
  const standing = dossier.disbursements.find((one) => one.outcome?.outcome !== 'failed');
  if (standing !== undefined) {
    return refuse(
      'loan_disbursed',
      `loan ${loanId} has the disbursement ${standing.disbursementReference} of ${standing.disbursementDate}`,
    );
  }
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
    control: {
      action: 'cancel',
      object: loanId,
      content: { loan_id: loanId, reason },
      whileWaiting: () => shown(dossier),
    },
    audit: {
      object: loanId,
      before: { closed: null, application_status: 'approved' },
      after: { closed: value.closed, application_status: 'pending_review' },
    },
  };
};
