/**
 * Which ids an argument or a flag takes: what is asked for by part of a name, and what Tab offers. A kind with a
 * second part leaves out what the command would refuse anyway.
 */
export type IdKind =
  | 'application'
  | 'application-undecided'
  | 'loan'
  | 'loan-to-disburse'
  | 'loan-active'
  | 'loan-with-credit'
  | 'disbursement'
  | 'disbursement-pending'
  | 'disbursement-standing'
  | 'payment'
  | 'payment-posted'
  | 'batch'
  | 'batch-standing'
  | 'held_row'
  | 'held-row-open'
  | 'held-row-unsure'
  | 'bank-account'
  | 'merchant'
  | 'user'
  | 'officer'
  | 'approval'
  | 'profile'
  | 'source'
  | 'source-kept'
  | 'pending-write'
  | 'policy-key'
  | 'policy-assignment';
