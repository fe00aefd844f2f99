import type { Column } from '../../render/view.ts';

/** The rows of a repayment schedule. */
export const INSTALLMENT_COLUMNS: readonly Column[] = [
  { key: 'number', title: 'No.', kind: 'integer' },
  { key: 'due_date', title: 'Due', kind: 'date' },
  { key: 'installment_amount', title: 'Installment', kind: 'money' },
  { key: 'principal_amount', title: 'Principal', kind: 'money' },
  { key: 'interest_amount', title: 'Interest', kind: 'money' },
  { key: 'balance', title: 'Balance', kind: 'money' },
];

/** What is said of the schedule as a whole, above its rows. */
export const SCHEDULE_HEADING: readonly Column[] = [
  { key: 'installment_amount', title: 'Installment', kind: 'money' },
  { key: 'total_interest', title: 'Total interest', kind: 'money' },
  { key: 'total_payment', title: 'Total payment', kind: 'money' },
  { key: 'effective_annual_rate', title: 'Effective annual rate', kind: 'percent' },
  { key: 'day_count', title: 'Day count', kind: 'text' },
  { key: 'repayment_style', title: 'Repayment style', kind: 'text' },
];

/** The same above a quote, after what was asked for. */
export const QUOTE_HEADING: readonly Column[] = [
  { key: 'amount', title: 'Amount', kind: 'money' },
  { key: 'interest_rate', title: 'Rate', kind: 'percent' },
  { key: 'term_months', title: 'Term (months)', kind: 'integer' },
  { key: 'grace_months', title: 'Grace (months)', kind: 'integer' },
  { key: 'start_date', title: 'Paid out on', kind: 'date' },
  ...SCHEDULE_HEADING,
];
