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
} from './correction-records.ts';

/** Facts that correct or annotate with their fields in the order they are hashed, which is part of the format. */
export interface CorrectionFactFields {
  readonly payment_reversal: readonly (keyof PaymentReversalRecord)[];
  readonly payment_repeat: readonly (keyof PaymentRepeatRecord)[];
  readonly payment_payoff: readonly (keyof PaymentPayoffRecord)[];
  readonly write_off: readonly (keyof WriteOffRecord)[];
  readonly write_off_reversal: readonly (keyof WriteOffReversalRecord)[];
  readonly refund: readonly (keyof RefundRecord)[];
  readonly undrawn_cancellation: readonly (keyof UndrawnCancellationRecord)[];
  readonly loan_note: readonly (keyof LoanNoteRecord)[];
  readonly loan_alias: readonly (keyof LoanAliasRecord)[];
  readonly disbursement_export: readonly (keyof DisbursementExportRecord)[];
}

export const CORRECTION_FACT_FIELDS: CorrectionFactFields = {
  payment_reversal: ['loanId', 'paymentId', 'order', 'reversedOn', 'reason', 'reversedAt', 'reversedBy'],
  payment_repeat: ['loanId', 'paymentId', 'repeatsPaymentId'],
  payment_payoff: ['loanId', 'paymentId'],
  write_off: [
    'loanId',
    'number',
    'writeOffId',
    'order',
    'writtenOffOn',
    'amountPiastres',
    'reason',
    'bookedAt',
    'bookedBy',
  ],
  write_off_reversal: ['loanId', 'writeOffId', 'order', 'reversedOn', 'reason', 'reversedAt', 'reversedBy'],
  refund: [
    'loanId',
    'order',
    'refundId',
    'amountPiastres',
    'refundDate',
    'method',
    'account',
    'bookedAt',
    'bookedBy',
  ],
  undrawn_cancellation: [
    'loanId',
    'number',
    'order',
    'amountPiastres',
    'cancelledOn',
    'reason',
    'cancelledAt',
    'cancelledBy',
  ],
  loan_note: ['loanId', 'number', 'text', 'notedAt', 'notedBy'],
  loan_alias: ['aliasFolded', 'loanId', 'alias', 'addedAt', 'addedBy'],
  disbursement_export: [
    'disbursementReference',
    'loanId',
    'batchId',
    'line',
    'format',
    'exportedAt',
    'exportedBy',
  ],
};
