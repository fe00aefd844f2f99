import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../src/service/call.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import type { WriteTx } from '../../src/store/port.ts';
import type {
  DisbursementRecord,
  JournalEntryDraft,
  PaymentRecord,
  Posting,
} from '../../src/store/records.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ROOT } from '../source-files.ts';
import { type BenchLoan, BOOKED_AT, BOOKED_BY, benchId, benchLoan } from './bench-loan.ts';

// Makes the ledger the benchmarks read: 20,000 loans with 50 payments each, everything about them as the desk
// would have booked it, so that `ledger verify` finds nothing wrong. Kept in .bench/ until its recipe changes.

const LOANS = 20_000;
const PAYMENTS_A_LOAN = 50;
const LOANS_A_UNIT = 1000;

const FOUNDED_AT = '2021-01-01T09:00:00.000Z';
const CALLER: Caller = { actor: BOOKED_BY, osUser: BOOKED_BY, host: 'bench', channel: 'terminal' };
const CACHE = join(ROOT, '.bench');
const MIGRATIONS = join(ROOT, 'migrations', 'sqlite');
/** What the rows depend on beside the schema. */
const RECIPE = ['src/store/sealing.ts', 'test/bench/bench-loan.ts', 'test/bench/payments-ledger.ts'];

/** A ledger made for reading, with the id of a loan in it. */
export interface BenchLedger {
  /** For `LOANDESK_HOME`: the ledger is the default one there. */
  readonly home: string;
  readonly loanId: string;
  readonly payments: number;
}

/** The ledger with a million payments, made now unless it is there already. `say` is told what takes time. */
export async function paymentsLedger(say: (line: string) => void): Promise<BenchLedger> {
  const name = `payments-${recipeHash()}`;
  const home = join(CACHE, name);
  const ledger = { home, loanId: benchId('loan', LOANS / 2), payments: LOANS * PAYMENTS_A_LOAN };
  const made = join(home, 'complete');
  if (existsSync(made)) return ledger;
  removeOlder();
  mkdirSync(home, { recursive: true });
  say(`making a ledger with ${ledger.payments.toLocaleString('en')} payments in .bench/${name} (once)`);
  const startMs = performance.now();
  await make(join(home, 'ledger.db'));
  writeFileSync(made, '');
  say(`made in ${Math.round((performance.now() - startMs) / 1000)} s`);
  return ledger;
}

function recipeHash(): string {
  const migrations = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const files = [
    ...migrations.sort().map((name) => join(MIGRATIONS, name)),
    ...RECIPE.map((path) => join(ROOT, path)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Removes ledgers of other recipes and what an interrupted run left. */
function removeOlder(): void {
  if (!existsSync(CACHE)) return;
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith('payments-')) rmSync(join(CACHE, name), { recursive: true });
  }
}

async function make(path: string): Promise<void> {
  const store = await openSqliteStore({
    path,
    migrationsDir: MIGRATIONS,
    createIfMissing: true,
    now: () => Date.parse(FOUNDED_AT),
  });
  try {
    await foundLedger(store, CALLER, FOUNDED_AT, 'bench');
    for (let first = 0; first < LOANS; first += LOANS_A_UNIT) {
      const loans = Array.from({ length: LOANS_A_UNIT }, (_, at) => benchLoan(first + at, PAYMENTS_A_LOAN));
      await store.write((tx) => book(tx, loans, first));
    }
  } finally {
    await store.close();
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
