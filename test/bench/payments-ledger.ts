import type { Caller } from '../../src/service/call.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type {
  DisbursementRecord,
  JournalEntryDraft,
  PaymentRecord,
  Posting,
} from '../../src/store/records.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { type BenchLoan, BOOKED_AT, BOOKED_BY, benchId, benchLoan } from './bench-loan.ts';
import { cachedLedger, MIGRATIONS } from './cached-ledger.ts';

// Makes the ledger the benchmarks read: 20,000 loans with 50 payments each, everything about them as the desk
// would have booked it, so that `ledger verify` finds nothing wrong. Kept in .bench/ until its recipe changes.

const LOANS = 20_000;
const PAYMENTS_A_LOAN = 50;
const LOANS_A_UNIT = 1000;

const FOUNDED_AT = '2021-01-01T09:00:00.000Z';
const CALLER: Caller = {
  actor: BOOKED_BY,
  osUser: BOOKED_BY,
  host: 'bench',
  channel: 'terminal',
  userId: null,
  roles: null,
};

/** A ledger made for reading, with the id of a loan in it. */
export interface BenchLedger {
  /** For `LOANDESK_HOME`: the ledger is the default one there. */
  readonly home: string;
  readonly loanId: string;
  readonly payments: number;
}

/** The ledger with a million payments, made now unless it is there already. `say` is told what takes time. */
export async function paymentsLedger(say: (line: string) => void): Promise<BenchLedger> {
  const payments = LOANS * PAYMENTS_A_LOAN;
  const recipe = {
    name: 'payments',
    holds: `${payments.toLocaleString('en')} payments`,
    sources: ['src/store/sealing.ts', 'test/bench/bench-loan.ts', 'test/bench/payments-ledger.ts'],
    make,
  };
  return { home: await cachedLedger(recipe, say), loanId: benchId('loan', LOANS / 2), payments };
}

function make(path: string): Promise<void> {
  return makeLoansLedger(path, LOANS, (index) => benchLoan(index, PAYMENTS_A_LOAN));
}

/** Makes a ledger with so many loans, each with its whole life, through the store's own port. */
export async function makeLoansLedger(
  path: string,
  count: number,
  loanOf: (index: number) => BenchLoan,
): Promise<void> {
  const store = await openSqliteStore({
    path,
    migrationsDir: MIGRATIONS,
    createIfMissing: true,
    now: () => Date.parse(FOUNDED_AT),
  });
  try {
    await fillWithLoans(store, count, loanOf);
  } finally {
    await store.close();
  }
}

/** Founds the ledger of an empty store and books so many loans in it. */
export async function fillWithLoans(
  store: Store,
  count: number,
  loanOf: (index: number) => BenchLoan,
): Promise<void> {
  await foundLedger(store, CALLER, FOUNDED_AT, 'bench');
  for (let first = 0; first < count; first += LOANS_A_UNIT) {
    const length = Math.min(LOANS_A_UNIT, count - first);
    const loans = Array.from({ length }, (_, at) => loanOf(first + at));
    await store.write((tx) => book(tx, loans, first));
  }
}

async function book(tx: WriteTx, loans: readonly BenchLoan[], first: number): Promise<void> {
  await tx.insert.applications(loans.map((one) => one.application));
  await tx.insert.decisions(loans.map((one) => one.decision));
  await tx.insert.loans(loans.map((one) => one.loan));
  await tx.insert.disbursements(loans.map((one) => one.disbursement));
  for (const { disbursement, payments } of loans) {
    await tx.insert.payments(payments);
    await tx.insert.journalEntries([disbursementEntry(disbursement), ...payments.map(paymentEntry)]);
  }
  await tx.insert.audit({
    at: BOOKED_AT,
    ...CALLER,
    action: 'payments.create',
    object: `loans ${first} to ${first + loans.length - 1}`,
    beforeJson: null,
    afterJson: null,
    outcome: 'done',
    requestId: `bench-${first}`,
    policyVersion: 1,
    businessDate: null,
  });
}

function disbursementEntry(record: DisbursementRecord): JournalEntryDraft {
  return entry('disbursement', record.loanId, record.disbursementReference, record.disbursementDate, [
    { account: 'loan principal', amountPiastres: record.amountPiastres },
    { account: 'disbursement clearing', amountPiastres: -record.amountPiastres },
  ]);
}

function paymentEntry(record: PaymentRecord): JournalEntryDraft {
  return entry('payment', record.loanId, record.paymentId, record.paymentDate, [
    { account: 'collection clearing', amountPiastres: record.amountPiastres },
    { account: 'loan principal', amountPiastres: -record.principalPiastres },
    { account: 'interest income', amountPiastres: -record.interestPiastres },
  ]);
}

function entry(
  kind: JournalEntryDraft['kind'],
  loanId: string,
  eventId: string,
  valueDate: JournalEntryDraft['valueDate'],
  postings: readonly Posting[],
): JournalEntryDraft {
  return {
    loanId,
    kind,
    eventId,
    valueDate,
    bookedAt: BOOKED_AT,
    bookedBy: BOOKED_BY,
    reversesEntryNumber: null,
    postings: postings.filter((posting) => posting.amountPiastres !== 0),
  };
}
