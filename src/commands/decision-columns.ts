import type { Column } from '../render/view.ts';

/** What a decision shows. */
export const DECISION_COLUMNS: readonly Column[] = [
  { key: 'application_id', title: 'Application', kind: 'id' },
  { key: 'decision', title: 'Decision', kind: 'status' },
  { key: 'approved_amount', title: 'Approved amount', kind: 'money' },
  { key: 'interest_rate', title: 'Rate', kind: 'percent' },
  { key: 'term_months', title: 'Term (months)', kind: 'integer' },
  { key: 'rejection_reason', title: 'Rejection reason', kind: 'text' },
  { key: 'decision_maker_id', title: 'Decided by', kind: 'text' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'status', title: 'Application is now', kind: 'status' },
  { key: 'day_count', title: 'Day count', kind: 'text' },
  { key: 'repayment_style', title: 'Repayment style', kind: 'text' },
  { key: 'grace_months', title: 'Grace (months)', kind: 'integer' },
  { key: 'effective_annual_rate', title: 'Effective rate', kind: 'percent' },
  { key: 'total_interest', title: 'Total interest', kind: 'money' },
  { key: 'total_payment', title: 'Total to repay', kind: 'money' },
];
