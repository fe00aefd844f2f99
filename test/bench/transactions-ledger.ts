import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Caller } from '../../src/service/call.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import type { UserRecord } from '../../src/store/records.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { cachedLedger, MIGRATIONS } from './cached-ledger.ts';

const TRANSACTIONS = 10_000_000;
/** Half of them are one user's; the others share the rest. */
const USERS = 1_000;
const HALF = TRANSACTIONS / 2;

const FOUNDED_AT = '2026-01-01T09:00:00.000Z';
const CALLER: Caller = {
  actor: 'bench',
  osUser: 'bench',
  host: 'bench',
  channel: 'terminal',
  userId: null,
  roles: null,
};

/** Every tenth buys airtime; a user's timestamps rise with the ids, up to the end of 2025. */
const FILL = `
  WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ? - 1)
  INSERT INTO user_transactions (user_key, id, account_type, amount_piastres, timestamp_seconds, event,
    transaction_type, amount_currency, balance_piastres, balance_currency, institution_name)
  SELECT ?, n, 'ewallet', 100 + n % 90000, 1767225599 - (? - 1 - n) * ?, iif(n % 3, 'cash_out', 'cash_in'),
    iif(n % 10, 'purchase', 'airtime_purchase'), 'EGP', 50000 + n % 1000, 'EGP', 'Delta Wallet'
  FROM numbers`;
/** Fills the sums of rows that are there already, as of a ledger of an older schema. */
const MIGRATION_OF_SUMS = '0003_kept_sums.sql';
const SECONDS_APART = { crowded: 12, others: 6_000 };

/** A ledger made for reading, with two users in it. */
export interface TransactionsLedger {
  readonly home: string;
  readonly transactions: number;
  /** Has five million transactions. */
  readonly crowdedUser: string;
  /** Has five thousand. */
  readonly user: string;
}

/** The ledger with ten million transactions. */
export async function transactionsLedger(say: (line: string) => void): Promise<TransactionsLedger> {
  const recipe = {
    name: 'transactions',
    holds: `${TRANSACTIONS.toLocaleString('en')} transactions`,
    sources: ['test/bench/transactions-ledger.ts'],
    make,
  };
  const home = await cachedLedger(recipe, say);
  return { home, transactions: TRANSACTIONS, crowdedUser: userId(0), user: userId(USERS / 2) };
}

async function make(path: string): Promise<void> {
  const now = () => Date.parse(FOUNDED_AT);
  const store = await openSqliteStore({ path, migrationsDir: MIGRATIONS, createIfMissing: true, now });
  try {
    await foundLedger(store, CALLER, FOUNDED_AT, 'bench');
    await store.write((tx) => tx.upsert.users(Array.from({ length: USERS }, (_, at) => benchUser(at))));
  } finally {
    await store.close();
  }
  fill(path);
}

/** Rows of one kind by the million: the engine makes them itself, into the product's table and index. */
function fill(path: string): void {
  const db = new Database(path);
  try {
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    const keys = db.prepare('SELECT user_key FROM users ORDER BY user_key').pluck().all() as number[];
    const statement = db.prepare(FILL);
    db.exec('BEGIN');
    for (const [at, key] of keys.entries()) {
      const share = at === 0 ? HALF : Math.floor(HALF / (USERS - 1)) + (at <= HALF % (USERS - 1) ? 1 : 0);
      statement.run(share, key, share, at === 0 ? SECONDS_APART.crowded : SECONDS_APART.others);
    }
    const count = db.prepare('SELECT count(*) FROM user_transactions').pluck().get();
    if (count !== TRANSACTIONS) throw new Error(`${count} transactions were made`);
    db.exec(sumsOfRows());
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** The migration without the making of its tables. */
function sumsOfRows(): string {
  const text = readFileSync(join(MIGRATIONS, MIGRATION_OF_SUMS), 'utf8');
  return text.slice(text.indexOf('WITH months'));
}

function userId(at: number): string {
  return `bench-${String(at).padStart(4, '0')}`;
}

function benchUser(at: number): UserRecord {
  return {
    userId: userId(at),
    permissionsStatus: 'granted',
    userName: `Amal Fathy ${at}`,
    userPhone: `+2010${String(at).padStart(8, '0')}`,
    createdAt: FOUNDED_AT,
    createdAtMs: Date.parse(FOUNDED_AT) + at,
    updatedAt: null,
    lastUpdated: FOUNDED_AT,
  };
}
