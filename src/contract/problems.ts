import { CLIENT_PROBLEM_KINDS } from './client-problems.ts';
import { LEDGER_PROBLEM_KINDS } from './ledger-problems.ts';
import type { Problem } from './problem.ts';
import type { ProblemKind } from './problem-kind.ts';
import { RECEIPT_PROBLEM_KINDS } from './receipt-problems.ts';
import { SERVICE_PROBLEM_KINDS } from './service-problems.ts';

/**
 * Every code an operation or command can answer with. The codes are stable: scripts and other systems rely
 * on them. The exit code of the command line follows from the status (`exitCodeOf`).
 */
export const PROBLEM_KINDS = {
  // Form of what was asked
  malformed_json: {
    status: 400,
    title: 'Not readable as JSON',
    hint: 'Check the JSON near the place named.',
  },
  invalid_query: {
    status: 400,
    title: 'A parameter is not usable',
    hint: 'Correct the parameter named.',
  },
  invalid_id: {
    status: 400,
    title: 'Not an id',
    hint: 'Ids look like LN-7K3QX9B23. Lists such as "loandesk loan ls" show them.',
  },
  id_mistyped: { status: 400, title: 'The id is mistyped', hint: 'Compare it with the id in the list.' },
  usage: { status: 400, title: 'The command line is not understood', hint: 'See "loandesk help".' },
  confirmation_needed: {
    status: 400,
    title: 'Nobody to confirm',
    hint: 'Add --yes when a script may go ahead, or --dry-run to see the result first.',
  },
  declined: { status: 400, title: 'Answered with no', hint: 'Run it again when it is to go ahead.' },
  values_missing: { status: 400, title: 'Values are missing', hint: 'Give the flags named.' },
  store_ambiguous: {
    status: 400,
    title: 'Several merchants have that store',
    hint: 'Name the merchant too: --store MERCHANT/STORE.',
  },
  file_unreadable: {
    status: 400,
    title: 'The file cannot be read',
    hint: 'Check the path and its permissions.',
  },
  validation_failed: {
    status: 422,
    title: 'Fields are not right',
    hint: 'Correct the fields named.',
    exitCode: 2,
  },
  // 400 rather than 422: a wrong key or value is a slip of the pen, not a refusal by a lending rule.
  unknown_policy_key: {
    status: 400,
    title: 'No such policy value',
    hint: '"loandesk policy show" lists them all.',
  },
  invalid_policy_value: {
    status: 400,
    title: 'The policy value is not usable',
    hint: 'See what each value is now: loandesk policy show',
  },

  ...SERVICE_PROBLEM_KINDS,
  ...CLIENT_PROBLEM_KINDS,
  ...RECEIPT_PROBLEM_KINDS,

  // Unknown ids
  application_not_found: {
    status: 404,
    title: 'No such application',
    hint: 'List them: loandesk applications ls',
  },
  loan_not_found: { status: 404, title: 'No such loan', hint: 'List them: loandesk loan ls' },
  disbursement_not_found: {
    status: 404,
    title: 'No such disbursement',
    hint: 'List them: loandesk disbursements ls',
  },
  payment_not_found: {
    status: 404,
    title: 'No such payment',
    hint: 'List them: loandesk loan payments LOAN',
  },
  user_not_found: { status: 404, title: 'No such user', hint: 'List them: loandesk users ls' },
  permission_not_granted: {
    status: 403,
    title: 'The user has not given permission',
    hint: 'Ask the user for permission, and import it with the user.',
  },
  merchant_not_found: { status: 404, title: 'No such merchant', hint: 'List them: loandesk merchants ls' },
  store_not_found: {
    status: 404,
    title: 'No such store',
    hint: 'List merchants with their stores: loandesk merchants ls --json',
  },

  // Conflicts with the present state
  already_decided: {
    status: 409,
    title: 'The application is decided',
    hint: 'A decision is final. See it: loandesk applications show APP',
  },
  nothing_disbursed: {
    status: 409,
    title: 'Nothing is paid out yet',
    hint: 'Register the disbursement first: loandesk disburse LOAN',
  },
  loan_paid_off: { status: 409, title: 'The loan is paid off', hint: 'See it: loandesk loan show LOAN' },
  loan_closed: { status: 409, title: 'The loan is closed', hint: 'See it: loandesk loan show LOAN' },
  loan_written_off: {
    status: 409,
    title: 'The loan is written off',
    hint: 'Reverse the write-off first: loandesk loan write-off LOAN --reverse --reason TEXT',
  },
  not_written_off: {
    status: 409,
    title: 'The loan is not written off',
    hint: 'See it: loandesk loan show LOAN',
  },
  nothing_to_write_off: {
    status: 409,
    title: 'No principal is outstanding',
    hint: 'See it: loandesk loan show LOAN',
  },
  disbursement_pending: {
    status: 409,
    title: 'Money would still go out',
    hint: 'Complete it or mark it failed first: loandesk disbursements ls LOAN',
  },
  no_credit: {
    status: 409,
    title: 'The loan has no credit',
    hint: 'See it: loandesk loan show LOAN',
  },
  loan_disbursed: {
    status: 409,
    title: 'Money is already paid out',
    hint: 'Mark the disbursement failed first if the money came back: loandesk disbursements fail REF',
  },
  already_completed: {
    status: 409,
    title: 'The disbursement is completed',
    hint: 'See it: loandesk disbursements ls',
  },
  already_failed: {
    status: 409,
    title: 'The disbursement has failed',
    hint: 'Register a new one: loandesk disburse',
  },
  already_reversed: {
    status: 409,
    title: 'The payment is reversed already',
    hint: 'A payment is reversed once. "loandesk loan payments LOAN" shows it.',
  },
  reversed_before: {
    status: 409,
    title: 'A payment with that reference was reversed',
    hint: 'Give --again to book it anew.',
  },
  alias_taken: {
    status: 409,
    title: 'Another loan has that name',
    hint: 'Choose another alias, or see that loan.',
  },
  reference_conflict: {
    status: 409,
    title: 'The reference is taken by another content',
    hint: 'Give this one its own reference.',
  },
  plan_changed: {
    status: 409,
    title: 'The ledger changed meanwhile',
    hint: 'Look again, then repeat the command.',
  },

  // Lending rules
  amount_above_requested: {
    status: 422,
    title: 'More than was asked for',
    hint: 'Approve at most the requested amount.',
  },
  application_mismatch: {
    status: 422,
    title: 'Two different applications',
    hint: 'The application_id of the body must be that of the path.',
  },
  override_reason_required: {
    status: 422,
    title: 'An override needs its reason',
    hint: 'Say why with --override-reason.',
  },
  merchant_unknown: {
    status: 422,
    title: 'The merchant is not in the data set',
    hint: 'Import its data first: loandesk merchants import FILE',
  },
  over_disbursement: {
    status: 422,
    title: 'More than is left to pay out',
    hint: 'Pay out at most the amount left.',
  },
  overpayment: {
    status: 422,
    title: 'More than is owed',
    hint: 'Book at most the payoff: loandesk pay LOAN --amount payoff',
  },
  date_in_future: {
    status: 422,
    title: 'The date is in the future',
    hint: 'Book it when the money has arrived.',
  },
  date_before_last_event: {
    status: 422,
    title: 'The date is before the last event of the loan',
    hint: 'Use the day of the last event or a later one: loandesk loan statement LOAN',
  },
  date_before_disbursement: {
    status: 422,
    title: 'The date is before the first disbursement',
    hint: 'Check the date against: loandesk disbursements ls LOAN',
  },
  date_after_maturity: {
    status: 422,
    title: 'The date is on or after maturity',
    hint: 'See the dates: loandesk loan schedule LOAN',
  },
  disbursement_before_decision: {
    status: 422,
    title: 'The disbursement is dated before the decision',
    hint: 'Use the day of the decision or a later one, or change the policy disbursement_before_decision.',
  },
  flat_single_disbursement: {
    status: 422,
    title: 'A flat loan is paid out once',
    hint: 'Interest of a flat loan is fixed by its one disbursement.',
  },
  would_break_later_payment: {
    status: 422,
    title: 'A payment booked already could not stand after it',
    hint: 'Reverse the payment named first, or use another date or amount.',
  },
  would_break_write_off: {
    status: 422,
    title: 'Nothing would be left of what was written off',
    hint: 'Reverse the write-off first: loandesk loan write-off LOAN --reverse --reason TEXT',
  },
  credit_short: {
    status: 422,
    title: 'The credit is not that much',
    hint: 'See the credit: loandesk loan show LOAN',
  },
  period_closed: {
    status: 422,
    title: 'The books of that date are closed',
    hint: 'Use a later date, or move the policy books_closed_through.',
  },

  ...LEDGER_PROBLEM_KINDS,
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEM_KINDS;

const EXIT_BY_STATUS: Record<number, number> = {
  400: 2,
  401: 4,
  403: 4,
  404: 5,
  405: 2,
  408: 7,
  409: 6,
  413: 2,
  415: 2,
  422: 3,
  429: 7,
  431: 2,
  500: 1,
  503: 7,
};

/** Looks a code up; a code outside the catalogue is a fault of ours and counts as internal. */
export function problemKind(code: string): ProblemKind {
  return (PROBLEM_KINDS as Record<string, ProblemKind>)[code] ?? PROBLEM_KINDS.internal;
}

/** The exit code that follows from a problem, local and remote alike (`cli.md`, Errors and exit codes). */
export function exitCodeOf(code: string): number {
  const kind = problemKind(code);
  return kind.exitCode ?? EXIT_BY_STATUS[kind.status] ?? 1;
}

/** The hint to show: the problem's own, else the usual one of its kind. */
export function hintOf(problem: Problem): string {
  const hint = problem.hint ?? problemKind(problem.code).hint;
  return hint.charAt(0).toUpperCase() + hint.slice(1);
}
