import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { noteResponse } from './note-response.ts';

/** A loan's notes, the oldest first. */
export const handle: ReadHandler<OperationInput<'loans.notes'>, OperationOutput<'loans.notes'>> = async (
  tx,
  input,
) => {
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  return (await tx.notes.ofLoans([dossier.loan.loanId])).map(noteResponse);
};
