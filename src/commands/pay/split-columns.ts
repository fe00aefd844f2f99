/** How a payment was divided, and what was left right after it: columns of whatever shows a booked payment. */
export const SPLIT_COLUMNS = [
  { key: 'interest_amount', title: 'Interest', kind: 'money' },
  { key: 'principal_amount', title: 'Principal', kind: 'money' },
  { key: 'fee_amount', title: 'Fees', kind: 'money' },
  { key: 'credit_amount', title: 'Credit', kind: 'money' },
  { key: 'remaining_balance', title: 'Remaining balance', kind: 'money' },
] as const;
