import type {
  BankStatementRecord,
  BatchRowRecord,
  BatchUndoRecord,
  HeldRowRecord,
  HeldStepRecord,
  PaymentBatchRecord,
} from './receipt-records.ts';

/** Facts of an import with their fields in the order they are hashed. The order is part of the format. */
export interface ReceiptFactFields {
  readonly payment_batch: readonly (keyof PaymentBatchRecord)[];
  readonly batch_undo: readonly (keyof BatchUndoRecord)[];
  readonly bank_statement: readonly (keyof BankStatementRecord)[];
  readonly held_row: readonly (keyof HeldRowRecord)[];
  readonly held_step: readonly (keyof HeldStepRecord)[];
}

export const RECEIPT_FACT_FIELDS: ReceiptFactFields = {
  payment_batch: [
    'batchId',
    'digest',
    'sourceFormat',
    'fileName',
    'sourceName',
    'rowCount',
    'rowsHash',
    'summaryJson',
    'postedOn',
    'postedAt',
    'postedBy',
  ],
  batch_undo: ['batchId', 'undoneOn', 'reason', 'undoneAt', 'undoneBy'],
  bank_statement: [
    'batchId',
    'number',
    'account',
    'currency',
    'opening',
    'closing',
    'firstDate',
    'lastDate',
    'creditCount',
    'creditSum',
    'debitCount',
    'debitSum',
    'intraday',
  ],
  held_row: [
    'heldId',
    'batchId',
    'rowNumber',
    'kind',
    'code',
    'reason',
    'amount',
    'currency',
    'amountPiastres',
    'date',
    'account',
    'method',
    'bankReference',
    'customerReference',
    'text',
    'payerName',
    'payerAccount',
    'payerPhone',
    'suggestionsJson',
    'heldAt',
    'heldBy',
  ],
  held_step: [
    'stepId',
    'heldId',
    'number',
    'kind',
    'amountPiastres',
    'loanId',
    'paymentId',
    'reason',
    'steppedOn',
    'steppedAt',
    'steppedBy',
  ],
};

/** By what a row is known again; rows of older versions have none of it, and their hash is made without. */
export const BATCH_ROW_EVIDENCE = [
  'reference',
  'endToEndId',
  'balance',
  'derivedBalance',
  'candidatesJson',
] as const satisfies readonly (keyof BatchRowRecord)[];

/** Fields of a row of an imported file in the order `batchRowsHash` has them, which is part of the format. */
export const BATCH_ROW_FIELDS = [
  'rowNumber',
  'line',
  'account',
  'rowKey',
  'occurrence',
  'direction',
  'amount',
  'currency',
  'date',
  'outcome',
  'reason',
  'paymentId',
  'heldId',
  ...BATCH_ROW_EVIDENCE,
] as const satisfies readonly (keyof BatchRowRecord)[];
