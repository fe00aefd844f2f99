import type { AccessReader } from '../access-port.ts';
import type { ReadTx } from '../port.ts';
import type { ReceiptReader } from '../receipt-port.ts';
import type { VerificationReader } from '../verification-port.ts';
import { applicationReader, decisionReader } from './application-reader.ts';
import { correctionReader } from './correction-reader.ts';
import { type LedgerSite, ledgerEnd, ledgerInfo } from './ledger-info.ts';
import { loadedOnCall } from './loaded-on-call.ts';
import { loanReader, paymentReader } from './loan-reader.ts';
import { idReader, policyReader } from './record-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

const DISBURSEMENTS = { byReferences: true, list: true, lastAccountOfMerchant: true } as const;

const MERCHANTS = {
  byAnyId: true,
  stores: true,
  storesByStoreId: true,
  list: true,
  orders: true,
  ordersByIds: true,
  visitOrders: true,
} as const;

const USERS = {
  byIds: true,
  list: true,
  transactions: true,
  transactionsByIds: true,
  monthSums: true,
  flags: true,
  flagCounts: true,
  countTransactions: true,
  countFlags: true,
} as const;

const REPORTS = {
  visitLoans: true,
  accountSums: true,
  entriesBookedSince: true,
  visitDecisions: true,
  payments: true,
  paymentTotals: true,
} as const;

const RECEIPTS = {
  rowsOfDays: true,
  undoneRowsOfDays: true,
  rowsByReferences: true,
  rowsByKeys: true,
  rowsOfBatches: true,
  statedAccounts: true,
  paymentsByReferences: true,
  paymentsByIds: true,
  batchesByIds: true,
  standingBatchesOf: true,
  batches: true,
  rowsOfBatch: true,
  paymentsOfBatch: true,
  paymentsOfAccount: true,
  statementsOfAccount: true,
  statementsBetween: true,
  accountRowSums: true,
  heldOfAccount: true,
  reversedOfAccount: true,
  undoneOfAccount: true,
  heldByIds: true,
  candidatesOfHeld: true,
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

/** What an engine says of itself. */
interface ReadEngine {
  readonly site: LedgerSite;
  /** The folder of its migrations. */
  readonly migrationsDir: string;
  /** What it finds wrong with itself and with its schema. */
  faults(): Promise<readonly string[]>;
  /** Of an engine that seals later: lets a long read begin that reads what is sealed. */
  readsSealed?(): Promise<void>;
  /** Makes sure that all is sealed before a ledger is read whole. */
  allSealed?(): Promise<void>;
  /** What tells its snapshots apart, where it has such. */
  snapshotMark?(): Promise<string>;
}

/** All reads of the port over one connection, in whatever transaction that connection is in. */
export function readTxOn(connection: SqlConnection, engine: ReadEngine): ReadTx {
  return {
    info: async () => ledgerInfo(connection, engine.site),
    end: async () => ledgerEnd(connection, engine.site),
    snapshotMark: async () => (await engine.snapshotMark?.()) ?? null,
    applications: applicationReader(connection),
    decisions: decisionReader(connection),
    loans: loanReader(connection),
    disbursements: loadedOnCall<ReadTx['disbursements']>(DISBURSEMENTS, async () =>
      (await import('./disbursement-reader.ts')).disbursementReader(connection),
    ),
    payments: paymentReader(connection),
    journal: loadedOnCall<ReadTx['journal']>({ inSequence: true, ofLoans: true }, async () =>
      (await import('./journal-reader.ts')).journalReader(connection),
    ),
    merchants: loadedOnCall<ReadTx['merchants']>(MERCHANTS, async () =>
      (await import('./merchant-reader.ts')).merchantReader(connection),
    ),
    users: loadedOnCall<ReadTx['users']>(USERS, async () =>
      (await import('./user-reader.ts')).userReader(connection),
    ),
    policy: policyReader(connection),
    ...accessOn(connection),
    ...correctionReader(connection),
    reports: loadedOnCall<ReadTx['reports']>(REPORTS, async () =>
      (await import('./report-reader.ts')).reportReader(connection),
    ),
    receipts: loadedOnCall<ReceiptReader['receipts']>(RECEIPTS, async () =>
      (await import('./receipt-reader.ts')).receiptReader(connection),
    ),
    desk: loadedOnCall<ReadTx['desk']>(DESK, async () =>
      (await import('./desk-reader.ts')).deskReader(connection),
    ),
    find: loadedOnCall<ReadTx['find']>({ rows: true }, async () =>
      (await import('./find-reader.ts')).findReader(connection),
    ),
    moving: loadedOnCall<ReadTx['moving']>(MOVING, async () =>
      (await import('./moving-reader.ts')).movingReader(connection, engine.allSealed),
    ),
    ids: idReader(connection),
    verification: loadedOnCall<VerificationReader>(VERIFICATION, async () => {
      await engine.readsSealed?.();
      const { verificationReader } = await import('./verification-reader.ts');
      return verificationReader(connection, engine.migrationsDir, engine.faults);
    }),
  };
}

/** Reads of who may do what and who did, by the one reader of all of them. */
function accessOn(connection: SqlConnection): AccessReader {
  let reader: Promise<AccessReader> | undefined;
  const part = <Name extends keyof AccessReader>(
    name: Name,
    methods: Readonly<Record<keyof AccessReader[Name] & string, true>>,
  ): AccessReader[Name] =>
    loadedOnCall<AccessReader[Name]>(methods, async () => {
      reader ??= import('./access-reader.ts').then((module) => module.accessReader(connection));
      return (await reader)[name];
    });
  return {
    officers: part('officers', { byUserId: true, byEmail: true, list: true }),
    tokens: part('tokens', { byHash: true }),
    signInFailures: part('signInFailures', { later: true }),
    keptAnswers: part('keptAnswers', { byKey: true }),
    approvals: part('approvals', { byNumber: true, waitingFor: true, ofObject: true, list: true }),
    audit: part('audit', { list: true, bySequence: true, reads: true, events: true }),
  };
}
