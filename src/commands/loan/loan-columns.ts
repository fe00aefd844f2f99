import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Column } from '../../render/view.ts';

/** The fields of a loan account in the order they are shown everywhere. */
export const LOAN_COLUMNS: readonly Column[] = [
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'merchant_id', title: 'Merchant', kind: 'id' },
  { key: 'business_name', title: 'Business', kind: 'text' },
  { key: 'payment_status', title: 'Status', kind: 'status' },
  // Beside the status, which of a cancelled loan reads current.
  { key: 'closed', title: 'Closed', kind: 'text', words: closureInWords, tableOnly: true },
  { key: 'original_amount', title: 'Approved', kind: 'money' },
  { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
  { key: 'next_payment_due_date', title: 'Next due', kind: 'date' },
  { key: 'installment_amount', title: 'Installment', kind: 'money' },
  { key: 'arrears_amount', title: 'Arrears', kind: 'money' },
  { key: 'days_past_due', title: 'Days past due', kind: 'integer' },
  { key: 'accrued_interest', title: 'Accrued interest', kind: 'money' },
  { key: 'fees_due', title: 'Fees due', kind: 'money' },
  { key: 'payoff_amount', title: 'Payoff', kind: 'money' },
  { key: 'disbursed_amount', title: 'Paid out', kind: 'money' },
  { key: 'undisbursed_amount', title: 'Not paid out', kind: 'money' },
  { key: 'total_payments_made', title: 'Payments made', kind: 'integer' },
  { key: 'interest_rate', title: 'Rate', kind: 'percent' },
  { key: 'term_months', title: 'Term (months)', kind: 'integer' },
  { key: 'maturity_date', title: 'Maturity', kind: 'date' },
  { key: 'disbursement_status', title: 'Disbursement', kind: 'status' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'credit_balance', title: 'Credit', kind: 'money' },
  { key: 'revenue_share_percent', title: 'Revenue share', kind: 'percent' },
  { key: 'closed.kind', title: 'Closed as', kind: 'status', wideOnly: true },
  { key: 'closed.on', title: 'Closed on', kind: 'date', wideOnly: true },
  { key: 'written_off_on', title: 'Written off on', kind: 'date' },
  { key: 'written_off_amount', title: 'Written off', kind: 'money' },
  { key: 'recovered_amount', title: 'Recovered', kind: 'money' },
  { key: 'as_of', title: 'As of', kind: 'date' },
  { key: 'written_off_interest', title: 'Interest given up', kind: 'money' },
  { key: 'recovered_interest', title: 'Interest recovered', kind: 'money' },
  { key: 'written_off_days_past_due', title: 'Days at write-off', kind: 'integer' },
  { key: 'released_amount', title: 'Rest released', kind: 'money' },
];

const IN_LISTS = new Set([
  'loan_id',
  'business_name',
  'payment_status',
  'outstanding_balance',
  'next_payment_due_date',
  'arrears_amount',
  'days_past_due',
]);

/** The same columns for a list: a terminal table shows the few a collections desk reads, pipes and CSV all. */
export const LOAN_LIST_COLUMNS: readonly Column[] = LOAN_COLUMNS.map((column) =>
  IN_LISTS.has(column.key) ? column : { ...column, wideOnly: true },
);

/** Of a list in which closed loans are too: a closed one must not look like one that runs. */
export const LOAN_LIST_COLUMNS_WITH_CLOSED: readonly Column[] = LOAN_LIST_COLUMNS.map((column) =>
  column.key === 'closed' ? { ...column, wideOnly: false, words: closureInBrief } : column,
);

type Closure = NonNullable<OperationOutput<'loans.get'>['closed']>;

/** Such as `cancelled on 2026-03-05 by mona: merchant withdrew`. */
function closureInWords(value: unknown): string {
  if (value === null) return '';
  const { kind, on, by, reason } = value as Closure;
  return `${kind} on ${on} by ${by}: ${reason}`;
}

function closureInBrief(value: unknown): string {
  if (value === null) return '';
  const { kind, on } = value as Closure;
  return `${kind} ${on}`;
}
