import type { CalendarDate } from '../../src/domain/dates.ts';
import type { Piastres } from '../../src/domain/money.ts';
import type {
  DisbursementExportRecord,
  LoanAliasRecord,
  LoanNoteRecord,
  PaymentPayoffRecord,
  PaymentRepeatRecord,
  PaymentReversalRecord,
  RefundRecord,
  UndrawnCancellationRecord,
  WriteOffRecord,
  WriteOffReversalRecord,
} from '../../src/store/correction-records.ts';
import type { WriteTx } from '../../src/store/port.ts';
import type { AccountName, JournalEntryDraft } from '../../src/store/records.ts';
import { auditRecord } from './ledger-fixtures.ts';

const AT = '2026-04-01T12:00:00.000Z';
const DAY = '2026-04-01' as CalendarDate;

/** One row of every kind of correction and annotation. */
export interface Corrections {
  readonly payment_reversal: PaymentReversalRecord;
  readonly payment_repeat: PaymentRepeatRecord;
  readonly payment_payoff: PaymentPayoffRecord;
  readonly write_off: WriteOffRecord;
  readonly write_off_reversal: WriteOffReversalRecord;
  readonly refund: RefundRecord;
  readonly undrawn_cancellation: UndrawnCancellationRecord;
  readonly loan_note: LoanNoteRecord;
  readonly loan_alias: LoanAliasRecord;
  readonly disbursement_export: DisbursementExportRecord;
}

/** Corrections of `LN-<tag>`, whose payments are `PAY-1` (reversed) and `PAY-2` (which books it anew). */
export function corrections(tag: string): Corrections {
  const loanId = `LN-${tag}`;
  const writeOffId = `${loanId}/write-off/1`;
  return {
    payment_reversal: {
      paymentId: 'PAY-1',
      loanId,
      order: 4,
      reversedOn: DAY,
      reason: 'رد من البنك',
      reversedAt: AT,
      reversedBy: 'mona',
    },
    payment_repeat: { paymentId: 'PAY-2', loanId, repeatsPaymentId: 'PAY-1' },
    payment_payoff: { paymentId: 'PAY-2', loanId },
    write_off: {
      writeOffId,
      loanId,
      number: 1,
      order: 5,
      writtenOffOn: DAY,
      amountPiastres: 70_000 as Piastres,
      reason: 'closed shop',
      bookedAt: AT,
      bookedBy: 'mona',
    },
    write_off_reversal: {
      writeOffId,
      loanId,
      order: 6,
      reversedOn: DAY,
      reason: 'opened again',
      reversedAt: AT,
      reversedBy: 'omar',
    },
    refund: {
      refundId: `RFD-${tag}`,
      loanId,
      order: 7,
      amountPiastres: 5_000 as Piastres,
      refundDate: DAY,
      method: 'bank_transfer',
      account: null,
      bookedAt: AT,
      bookedBy: 'mona',
    },
    undrawn_cancellation: {
      loanId,
      number: 1,
      order: 8,
      amountPiastres: 100 as Piastres,
      cancelledOn: DAY,
      reason: 'enough',
      cancelledAt: AT,
      cancelledBy: 'mona',
    },
    loan_note: { loanId, number: 1, text: 'promised for\nSunday', notedAt: AT, notedBy: 'mona' },
    loan_alias: { aliasFolded: `shop${tag}`, loanId, alias: `Shop-${tag}`, addedAt: AT, addedBy: 'mona' },
    disbursement_export: {
      disbursementReference: `DSB-${tag}`,
      loanId,
      batchId: 'BAT-1',
      line: 1,
      format: 'pain.001',
      exportedAt: AT,
      exportedBy: 'mona',
    },
  };
}

/** An entry of two postings that books a write-off or a refund. */
function correctionEntry(
  loanId: string,
  kind: JournalEntryDraft['kind'],
  eventId: string,
  [debit, credit]: readonly [AccountName, AccountName],
  amountPiastres: number,
  reversesEntryNumber: number | null = null,
): JournalEntryDraft {
  return {
    loanId,
    kind,
    eventId,
    valueDate: DAY,
    bookedAt: AT,
    bookedBy: 'mona',
    reversesEntryNumber,
    postings: [
      { account: debit, amountPiastres },
      { account: credit, amountPiastres: -amountPiastres },
    ],
  };
}

/** Writes one of everything for a loan that has `PAY-1` and `PAY-2`, with the entries of the write-off and the refund. */
export async function correctEverything(tx: WriteTx, tag: string): Promise<Corrections> {
  const rows = corrections(tag);
  const loanId = `LN-${tag}`;
  await tx.insert.paymentReversals([rows.payment_reversal]);
  await tx.insert.paymentRepeats([rows.payment_repeat]);
  await tx.insert.paymentPayoffs([rows.payment_payoff]);
  await tx.insert.writeOffs([rows.write_off]);
  await tx.insert.writeOffReversals([rows.write_off_reversal]);
  await tx.insert.refunds([rows.refund]);
  await tx.insert.undrawnCancellations([rows.undrawn_cancellation]);
  await tx.insert.loanNotes([rows.loan_note]);
  await tx.insert.loanAliases([rows.loan_alias]);
  await tx.insert.disbursementExports([rows.disbursement_export]);
  const { writeOffId, amountPiastres } = rows.write_off;
  await tx.insert.journalEntries([
    correctionEntry(loanId, 'write_off', writeOffId, ['write-off', 'loan principal'], amountPiastres),
    correctionEntry(
      loanId,
      'refund',
      rows.refund.refundId,
      ['customer credit', 'disbursement clearing'],
      5_000,
    ),
  ]);
  await tx.insert.audit(auditRecord('corrections', loanId));
  return rows;
}
