import type { ProblemKind } from './problem-kind.ts';

/** What can be wrong with the ledger file, with other files and with the machine. */
export const LEDGER_PROBLEM_KINDS = {
  payout_account_missing: {
    status: 422,
    title: 'There is no account to pay from',
    hint: 'Set it: loandesk policy set payout_account=ACCOUNT, and payout_bic=BIC; or use --format csv.',
  },
  batch_not_found: {
    status: 404,
    title: 'No such batch',
    hint: 'Compare the id with what the export printed.',
  },
  ledger_missing: {
    status: 400,
    title: 'There is no ledger there',
    hint: 'Make one with "loandesk ledger init", or name another with --ledger FILE.',
  },
  /** What is read, or tried, is not there; a write that makes none is `ledger_missing`. */
  ledger_not_found: {
    status: 404,
    title: 'There is no ledger to read',
    hint: 'Make one with "loandesk ledger init", or name another with --ledger FILE; --if-exists reads none as empty.',
  },
  ledger_exists: {
    status: 409,
    title: 'There is a ledger there already',
    hint: 'Look at it with "loandesk ledger info", or name another with --ledger FILE.',
  },
  ledger_not_a_ledger: {
    status: 400,
    title: 'That file is not a loandesk ledger',
    hint: 'Name the ledger with --ledger FILE.',
  },
  ledger_newer: {
    status: 400,
    title: 'The ledger was made by a newer loandesk',
    hint: 'Update loandesk, then try again.',
  },
  ledger_older: {
    status: 400,
    title: 'The ledger has an older form',
    hint: '"loandesk ledger migrate" brings it up to date; a copy is kept.',
  },
  ledger_network_fs: {
    status: 400,
    title: 'The ledger is on a network file system',
    hint: 'Keep the ledger on a local disk.',
  },
  ledger_busy: { status: 503, title: 'The ledger is in use', hint: 'Try again in a moment.' },
  ledger_unconfirmed: {
    status: 503,
    title: 'Whether it was written is not known',
    hint: 'It may still count: look before you repeat it, or repeat it with the same idempotency key.',
  },
  ledger_unwritable: {
    status: 503,
    title: 'The ledger cannot be written',
    hint: 'Check the permissions of the file and its folder. Nothing was written.',
  },
  ledger_unreadable: {
    status: 503,
    title: 'The ledger cannot be read',
    hint: 'Check the permissions of the file and its folder.',
  },
  ledger_disk_full: { status: 503, title: 'The disk is full', hint: 'Make room. Nothing was written.' },
  ledger_engine: {
    status: 500,
    title: 'The database engine is not the one we need',
    hint: 'Install loandesk again: npm ci brings the engine it was tested with.',
  },
  ledger_damaged: {
    status: 500,
    title: 'The ledger file is damaged',
    hint: 'Keep the file as it is and restore the last backup.',
    exitCode: 9,
  },
  event_file_refused: {
    status: 400,
    title: 'The file is not the whole export of a ledger',
    hint: 'Nothing was written. Write it again with "loandesk ledger export --events".',
  },
  event_file_newer: {
    status: 400,
    title: 'The file was written by a newer loandesk',
    hint: 'Update loandesk, then try again.',
  },
  file_exists: {
    status: 409,
    title: 'There is a file of that name already',
    hint: 'Name a new file.',
  },
  internal: {
    status: 500,
    title: 'An error of loandesk itself',
    hint: 'Run it again with --debug and report what it prints. Nothing was written.',
  },
} as const satisfies Record<string, ProblemKind>;
