import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { LoanNoteRecord } from '../../store/correction-records.ts';
import type { WriteHandler } from '../call.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { noteResponse } from './note-response.ts';

const LONGEST_NOTE = 2000;

/** Keeps what somebody of the desk has to say about a loan. */
export const handle: WriteHandler<
  OperationInput<'loans.add_note'>,
  OperationOutput<'loans.add_note'>
> = async (tx, input, call) => {
  const reader = new FieldReader({ text: input.text });
  reader.require(['text']);
  const text = reader.text('text', LONGEST_NOTE, { prose: true });
  const faults = reader.refusal();
  if (faults !== null || text === null) return faults ?? Promise.reject(new Error('a text was not noted'));
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId } = dossier.loan;
  const earlier = await tx.notes.ofLoans([loanId]);
  const note: LoanNoteRecord = {
    loanId,
    number: earlier.length + 1,
    text,
    notedAt: call.now,
    notedBy: call.caller.actor,
  };
  await tx.insert.loanNotes([note]);
  const value = noteResponse(note);
  return { value, audit: { object: loanId, after: { note: note.number, text } } };
};
