import { csvText } from './delimited.ts';
import type { PayoutBatch } from './pain-001.ts';
import type { Column } from './view.ts';

/**
 * A batch as CSV: a row for each disbursement, then one row of control totals, in which `line` is their count and
 * `disbursement_amount` their sum.
 */
export function payoutCsvText(batch: PayoutBatch): string {
  const { batch_id } = batch;
  const rows = [
    ...batch.disbursements.map((row) => ({ record: 'disbursement', batch_id, ...row, currency: 'EGP' })),
    {
      record: 'total',
      batch_id,
      line: batch.count,
      disbursement_amount: batch.total_amount,
      currency: 'EGP',
    },
  ];
  return csvText(
    rows,
    { shape: 'list', columns: COLUMNS, empty: '' },
    {
      columns: null,
      headers: true,
      excel: false,
    },
  );
}

const COLUMNS: readonly Column[] = [
  { key: 'record', title: 'Record', kind: 'text' },
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'line', title: 'Line', kind: 'integer' },
  { key: 'disbursement_reference', title: 'Reference', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'business_name', title: 'Business', kind: 'text' },
  { key: 'merchant_bank_account', title: 'Account', kind: 'text' },
  { key: 'disbursement_amount', title: 'Amount', kind: 'money' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'disbursement_date', title: 'Date', kind: 'date' },
  { key: 'execution_date', title: 'Goes out on', kind: 'date' },
  { key: 'disbursement_method', title: 'Method', kind: 'text' },
];
