import type { CommandDefinition } from './command-definition.ts';

export interface CatalogueEntry {
  /** The words typed, in their main spelling: `['loan', 'show']`. */
  readonly path: readonly string[];
  load(): Promise<CommandDefinition>;
}

/**
 * Every command there is, in the order of the help. Each is loaded when it is typed, so that the others cost
 * nothing.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  entry('demo', () => import('../commands/demo.ts')),
  entry('apply', () => import('../commands/apply.ts')),
  entry('applications ls', () => import('../commands/applications/ls.ts')),
  entry('applications show', () => import('../commands/applications/show.ts')),
  entry('assess', () => import('../commands/assess.ts')),
  entry('decide', () => import('../commands/decide.ts')),
  entry('disburse', () => import('../commands/disburse.ts')),
  entry('disbursements ls', () => import('../commands/disbursements/ls.ts')),
  entry('disbursements complete', () => import('../commands/disbursements/complete.ts')),
  entry('disbursements export', () => import('../commands/disbursements/export.ts')),
  entry('disbursements fail', () => import('../commands/disbursements/fail.ts')),
  entry('pay', () => import('../commands/pay.ts')),
  entry('pay reverse', () => import('../commands/pay/reverse.ts')),
  entry('pay receipt', () => import('../commands/pay/receipt.ts')),
  entry('pay ls', () => import('../commands/pay/ls.ts')),
  entry('loan show', () => import('../commands/loan/show.ts')),
  entry('loan ls', () => import('../commands/loan/ls.ts')),
  entry('loan schedule', () => import('../commands/loan/schedule.ts')),
  entry('loan payments', () => import('../commands/loan/payments.ts')),
  entry('loan payoff', () => import('../commands/loan/payoff.ts')),
  entry('loan explain', () => import('../commands/loan/explain.ts')),
  entry('loan statement', () => import('../commands/loan/statement.ts')),
  entry('loan cancel', () => import('../commands/loan/cancel.ts')),
  entry('loan note', () => import('../commands/loan/note.ts')),
  entry('loan notes', () => import('../commands/loan/notes.ts')),
  entry('loan alias', () => import('../commands/loan/alias.ts')),
  entry('loan quote', () => import('../commands/loan/quote.ts')),
  entry('merchants import', () => import('../commands/merchants/import.ts')),
  entry('merchants ls', () => import('../commands/merchants/ls.ts')),
  entry('merchants show', () => import('../commands/merchants/show.ts')),
  entry('merchants orders', () => import('../commands/merchants/orders.ts')),
  entry('users import', () => import('../commands/users/import.ts')),
  entry('users ls', () => import('../commands/users/ls.ts')),
  entry('users show', () => import('../commands/users/show.ts')),
  entry('users transactions', () => import('../commands/users/transactions.ts')),
  entry('users summary', () => import('../commands/users/summary.ts')),
  entry('users flags', () => import('../commands/users/flags.ts')),
  entry('users flags-summary', () => import('../commands/users/flags-summary.ts')),
  entry('users features', () => import('../commands/users/features.ts')),
  entry('report portfolio', () => import('../commands/report/portfolio.ts')),
  entry('report ageing', () => import('../commands/report/ageing.ts')),
  entry('report due', () => import('../commands/report/due.ts')),
  entry('report trial-balance', () => import('../commands/report/trial-balance.ts')),
  entry('report revenue-share', () => import('../commands/report/revenue-share.ts')),
  entry('report decisions', () => import('../commands/report/decisions.ts')),
  entry('policy show', () => import('../commands/policy/show.ts')),
  entry('policy set', () => import('../commands/policy/set.ts')),
  entry('policy history', () => import('../commands/policy/history.ts')),
  entry('approvals ls', () => import('../commands/approvals/ls.ts')),
  entry('approvals withdraw', () => import('../commands/approvals/withdraw.ts')),
  entry('officers add', () => import('../commands/officers/add.ts')),
  entry('officers ls', () => import('../commands/officers/ls.ts')),
  entry('officers disable', () => import('../commands/officers/disable.ts')),
  entry('officers password', () => import('../commands/officers/password.ts')),
  entry('audit ls', () => import('../commands/audit/ls.ts')),
  entry('audit show', () => import('../commands/audit/show.ts')),
  entry('ledger init', () => import('../commands/ledger/init.ts')),
  entry('ledger info', () => import('../commands/ledger/info.ts')),
  entry('ledger verify', () => import('../commands/ledger/verify.ts')),
  entry('ledger backup', () => import('../commands/ledger/backup.ts')),
  entry('ledger restore', () => import('../commands/ledger/restore.ts')),
  entry('ledger export', () => import('../commands/ledger/export.ts')),
  entry('ledger migrate', () => import('../commands/ledger/migrate.ts')),
  entry('auth login', () => import('../commands/auth/login.ts')),
  entry('auth logout', () => import('../commands/auth/logout.ts')),
  entry('auth status', () => import('../commands/auth/status.ts')),
  entry('auth token', () => import('../commands/auth/token.ts')),
  entry('profile ls', () => import('../commands/profile/ls.ts')),
  entry('profile add', () => import('../commands/profile/add.ts')),
  entry('profile use', () => import('../commands/profile/use.ts')),
  entry('profile rm', () => import('../commands/profile/rm.ts')),
  entry('pending ls', () => import('../commands/pending/ls.ts')),
  entry('pending settle', () => import('../commands/pending/settle.ts')),
  entry('pending drop', () => import('../commands/pending/drop.ts')),
  entry('api', () => import('../commands/api.ts')),
  entry('serve', () => import('../commands/serve.ts')),
];

/** One line for each first word that has commands under it. */
export const GROUPS: Readonly<Record<string, string>> = {
  applications: 'applications as they stand',
  disbursements: 'payouts: list, complete, fail',
  ledger: 'the ledger itself: make, verify, back up, restore, export',
  pay: 'repayments: book, look up, take back, print a receipt',
  loan: 'loans: account, schedule, payments, payoff, explanation',
  merchants: 'merchants and their orders',
  users: 'users, their transactions and flags',
  report: 'the whole book at any date',
  policy: 'the values the bank sets',
  auth: 'signing in to a server',
  profile: 'ledgers and servers under names',
  pending: 'writes to a server whose answers were lost',
  approvals: 'what waits for another person',
  officers: 'who may sign in to the service',
  audit: 'who did what, and what was refused',
};

/** Other spellings of first words (the other number) and of the words for listing and showing. */
export const WORD_ALIASES: Readonly<Record<string, string>> = {
  application: 'applications',
  approval: 'approvals',
  disbursement: 'disbursements',
  ledgers: 'ledger',
  loans: 'loan',
  merchant: 'merchants',
  officer: 'officers',
  policies: 'policy',
  profiles: 'profile',
  reports: 'report',
  source: 'sources',
  user: 'users',
  list: 'ls',
  get: 'show',
};

function entry(words: string, load: () => Promise<{ readonly command: CommandDefinition }>): CatalogueEntry {
  return { path: words.split(' '), load: async () => (await load()).command };
}
