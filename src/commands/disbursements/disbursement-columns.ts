import type { Column } from '../../render/view.ts';

/** The fields of a disbursement. */
export const DISBURSEMENT_COLUMNS: readonly Column[] = [
  { key: 'disbursement_reference', title: 'Reference', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'merchant_bank_account', title: 'Account', kind: 'id' },
  { key: 'disbursement_amount', title: 'Amount', kind: 'money' },
  { key: 'disbursement_date', title: 'Date', kind: 'date' },
  { key: 'disbursement_method', title: 'Method', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'status' },
];
