import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with imported files and money that is held: part of the catalogue in `problems.ts`. */
export const RECEIPT_PROBLEM_KINDS = {
  plan_not_found: {
    status: 404,
    title: 'No such plan',
    hint: 'Plan the file again: plans are kept for a day.',
  },
  batch_undone: {
    status: 409,
    title: 'The batch is undone already',
    hint: 'Its rows are free: import the right file with "loandesk pay import FILE".',
  },
  held_row_not_found: {
    status: 404,
    title: 'No such held row',
    hint: 'List them: loandesk pay review ls',
  },
  held_row_settled: {
    status: 409,
    title: 'The row does not wait any more',
    hint: 'List what waits: loandesk pay review ls',
  },
  held_row_not_unsure: {
    status: 409,
    title: 'The row is not held because it may be known',
    hint: 'Say which loan it is for: loandesk pay review match HLD LOAN',
  },
  no_loan_named: {
    status: 422,
    title: 'The row does not name one loan',
    hint: 'Say which loan it is for: loandesk pay review match HLD LOAN',
  },
  held_in_other_currency: {
    status: 422,
    title: 'Loans are kept in EGP',
    hint: 'Dismiss it with a reason: loandesk pay review dismiss HLD --reason TEXT',
  },
  over_held_amount: {
    status: 422,
    title: 'More than is held',
    hint: 'Give at most what waits of the row: loandesk pay review ls',
  },
} as const satisfies Record<string, ProblemKind>;
