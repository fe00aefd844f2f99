import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { checkedId, resolveLoan } from '../resolve-loan.ts';
import { disbursementResponse } from './disbursement-response.ts';

/** One disbursement of a loan. */
export const handle: ReadHandler<
  OperationInput<'disbursements.get'>,
  OperationOutput<'disbursements.get'>
> = async (tx, input, call) => {
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const reference = await checkedId(tx, 'disbursement', input.disbursement_reference);
  if (isRefusal(reference)) return reference;
  const record = dossier.disbursements.find((one) => one.disbursementReference === reference);
  const { loanId } = dossier.loan;
  return record === undefined
    ? refuse('disbursement_not_found', `loan ${loanId} has no disbursement ${reference}`)
    : disbursementResponse(record, call.today);
};
