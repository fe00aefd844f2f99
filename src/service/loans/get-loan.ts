import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';
import { loanResponse } from './loan-response.ts';

/** Where a loan stands, today or at any date. */
export const handle: ReadHandler<OperationInput<'loans.get'>, OperationOutput<'loans.get'>> = async (
  tx,
  input,
  call,
) => {
  const found = await loanAt(tx, input, call);
  return isRefusal(found) ? found : loanResponse(found.dossier, found.account);
};
