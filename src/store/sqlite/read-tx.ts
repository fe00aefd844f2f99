import type { ReadTx } from '../port.ts';
import type { ReceiptReader } from '../receipt-port.ts';
import { accessReader } from '../sql/access-reader.ts';
import { applicationReader, decisionReader } from '../sql/application-reader.ts';
import { correctionReader } from '../sql/correction-reader.ts';
import { disbursementReader } from '../sql/disbursement-reader.ts';
import { journalReader } from '../sql/journal-reader.ts';
import { ledgerInfo } from '../sql/ledger-info.ts';
import { loadedOnCall } from '../sql/loaded-on-call.ts';
import { loanReader, paymentReader } from '../sql/loan-reader.ts';
import { idReader, policyReader } from '../sql/record-reader.ts';
import type { VerificationReader } from '../verification-port.ts';
import type { Connection } from './connection.ts';
import { merchantReader } from './merchant-reader.ts';
import { userReader } from './user-reader.ts';

const REPORTS = {
  visitLoans: true,
  accountSums: true,
  entriesBookedSince: true,
  visitDecisions: true,
  payments: true,
  paymentTotals: true,
} as const;

const RECEIPTS = {
  rowsByKeys: true,
  batchesByIds: true,
  batches: true,
  rowsOfBatch: true,
  paymentsOfBatch: true,
  statementsOfAccount: true,
  statementsBetween: true,
  accountRowSums: true,
  heldOfAccount: true,
  reversedOfAccount: true,
  undoneOfAccount: true,
  heldByIds: true,
  held: true,
  heldOfBatch: true,
  heldOfPayments: true,
  waiting: true,
  payoutAccounts: true,
  merchantPhones: true,
  loansOfBusinesses: true,
  hasAliases: true,
} as const;

const DESK = {
  undecided: true,
  pendingDisbursements: true,
  notFullyPaidOut: true,
  perhapsDueOn: true,
  lastVerification: true,
} as const;

const VERIFICATION = {
  visitLoans: true,
  visitHeld: true,
  visitBatches: true,
  strayReceipts: true,
  orphans: true,
  visitSeals: true,
  unsealed: true,
  visitFacts: true,
  engineFaults: true,
} as const;

const MOVING = { counts: true, page: true, visitBalances: true } as const;

/** All reads of the port over one connection, in whatever transaction that connection is in. */
export function readTxOn(connection: Connection, migrationsDir: string): ReadTx {
  return {
    info: async () => ledgerInfo(connection, { kind: 'sqlite', location: connection.path }),
    applications: applicationReader(connection),
    decisions: decisionReader(connection),
    loans: loanReader(connection),
    disbursements: disbursementReader(connection),
    payments: paymentReader(connection),
    journal: journalReader(connection),
    merchants: merchantReader(connection),
    users: userReader(connection),
    policy: policyReader(connection),
    ...accessReader(connection),
    ...correctionReader(connection),
    reports: loadedOnCall<ReadTx['reports']>(REPORTS, async () =>
      (await import('./report-reader.ts')).reportReader(connection),
    ),
    receipts: loadedOnCall<ReceiptReader['receipts']>(RECEIPTS, async () =>
      (await import('../sql/receipt-reader.ts')).receiptReader(connection),
    ),
    desk: loadedOnCall<ReadTx['desk']>(DESK, async () =>
      (await import('./desk-reader.ts')).deskReader(connection),
    ),
    find: loadedOnCall<ReadTx['find']>({ rows: true }, async () =>
      (await import('./find-reader.ts')).findReader(connection),
    ),
    moving: loadedOnCall<ReadTx['moving']>(MOVING, async () =>
      (await import('../sql/moving-reader.ts')).movingReader(connection),
    ),
    ids: idReader(connection),
    verification: loadedOnCall<VerificationReader>(VERIFICATION, async () =>
      (await import('./verification-reader.ts')).verificationReader(connection, migrationsDir),
    ),
  };
}
