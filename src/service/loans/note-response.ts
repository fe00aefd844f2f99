import type { OperationOutput } from '../../contract/operation-types.ts';
import type { LoanNoteRecord } from '../../store/correction-records.ts';

/** A note as it is answered. */
export function noteResponse(note: LoanNoteRecord): OperationOutput<'loans.add_note'> {
  return {
    loan_id: note.loanId,
    number: note.number,
    text: note.text,
    noted_at: note.notedAt,
    noted_by: note.notedBy,
  };
}
