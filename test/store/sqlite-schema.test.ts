import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as access from '../../src/store/sqlite/schema/access.ts';
import * as corrections from '../../src/store/sqlite/schema/corrections.ts';
import * as ledger from '../../src/store/sqlite/schema/ledger.ts';
import * as lending from '../../src/store/sqlite/schema/lending.ts';
import * as merchants from '../../src/store/sqlite/schema/merchants.ts';
import * as receipts from '../../src/store/sqlite/schema/receipts.ts';
import * as users from '../../src/store/sqlite/schema/users.ts';
import { openAccess } from './access-fixtures.ts';
import { correctEverything } from './correction-fixtures.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { importEverything } from './receipt-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

const TABLES = Object.values({
  ...access,
  ...corrections,
  ...ledger,
  ...lending,
  ...merchants,
  ...receipts,
  ...users,
})
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table));

/** Rows of these are never changed and never removed. */
const APPEND_ONLY = [
  'accounts',
  'approval_steps',
  'approvals',
  'audit',
  'audit_facts',
  'audit_reads',
  'bank_statements',
  'batch_rows',
  'batch_undos',
  'decisions',
  'disbursement_exports',
  'disbursement_outcomes',
  'disbursements',
  'held_entries',
  'held_postings',
  'held_rows',
  'held_steps',
  'journal_entries',
  'loan_aliases',
  'loan_closures',
  'loan_notes',
  'loans',
  'officer_changes',
  'officers',
  'payment_batches',
  'payment_payoffs',
  'payment_repeats',
  'payment_reversals',
  'payments',
  'policy_versions',
  'postings',
  'refunds',
  'schema_migrations',
  'seals',
  'undrawn_cancellations',
  'write_off_reversals',
  'write_offs',
];

describe('the SQLite schema', () => {
  const folder = temporaryFolder();
  let db: Database.Database;

  beforeAll(async () => {
    const path = join(folder.path, 'ledger.db');
    const store = await openLedger(path);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await openAccess(tx);
      await openLoan(tx, 'A');
      await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
      await pay(tx, 'A', 'PAY-2', 3, 3_800_000);
      await correctEverything(tx, 'A');
      await importEverything(tx, 'PAY-1');
      await tx.insert.loanClosures([
        {
          loanId: 'LN-A',
          kind: 'cancelled',
          closedOn: '2026-03-02' as never,
          closedBy: 'x',
          closedAt: 'x',
          reason: 'x',
        },
      ]);
      await tx.insert.disbursementOutcomes([
        {
          disbursementReference: 'DSB-A',
          loanId: 'LN-A',
          outcome: 'failed',
          date: '2026-03-02' as never,
          reason: null,
          decidedAt: 'x',
          decidedBy: 'x',
        },
      ]);
      await tx.insert.audit(auditRecord('test', 'all'));
    });
    await store.close();
    db = new Database(path);
  });
  afterAll(() => {
    db.close();
    folder.remove();
  });

  const tableList = () =>
    (db.pragma('table_list') as { schema: string; name: string; strict: number }[]).filter(
      (table) => table.schema === 'main' && !table.name.startsWith('sqlite_'),
    );

  it('has the tables of the drizzle schema, each STRICT', () => {
    const names = TABLES.map((table) => table.name).sort();
    expect(
      tableList()
        .map((table) => table.name)
        .sort(),
    ).toEqual(names);
    expect(tableList().filter((table) => table.strict !== 1)).toEqual([]);
  });

  it.each(TABLES.map((table) => [table.name, table] as const))('has the columns of %s', (name, table) => {
    const actual = db.pragma(`table_info(${name})`) as {
      name: string;
      type: string;
      notnull: number;
      pk: number;
    }[];
    expect(actual.map((column) => [column.name, column.type, column.notnull === 1 || column.pk > 0])).toEqual(
      table.columns.map((column) => [
        column.name,
        column.getSQLType().toUpperCase(),
        column.notNull || column.primary,
      ]),
    );
    const indexes = db.pragma(`index_list(${name})`) as { name: string; origin: string }[];
    const made = indexes.filter((index) => index.origin === 'c').map((index) => index.name);
    const unique = table.columns.filter((column) => column.isUnique).map((column) => column.uniqueName);
    expect(made.sort()).toEqual([...table.indexes.map((index) => index.config.name), ...unique].sort());
  });

  it.each(APPEND_ONLY)('refuses to change or remove a row of %s', (table) => {
    const [column] = db.pragma(`table_info(${table})`) as { name: string }[];
    const count = db.prepare(`SELECT count(*) FROM ${table}`).pluck();
    expect(count.get()).toBeGreaterThan(0);
    for (const { name } of db.pragma(`table_info(${table})`) as { name: string }[]) {
      expect(() => db.exec(`UPDATE ${table} SET ${name} = ${name}`)).toThrow('append-only');
    }
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('append-only');
    expect(column).toBeDefined();
  });

  it.each([...APPEND_ONLY, 'applications', 'ledger_meta'])(
    'refuses to put a row of %s in the place of another',
    (table) => {
      const indexes = db.pragma(`index_list(${table})`) as { name: string; unique: number; origin: string }[];
      const unique = indexes.filter((index) => index.unique === 1 && index.origin !== 'pk').length;
      const names = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
      const replace = `INSERT OR REPLACE INTO ${table} (${names}) SELECT ${names} FROM ${table} LIMIT 1`;
      expect(() => db.exec(replace)).toThrow('append-only');
      // By each of its keys: a trigger that forgets one lets the row be taken away by it.
      const { sql } = db
        .prepare('SELECT sql FROM sqlite_schema WHERE name = ?')
        .get(`${table}_no_replace`) as {
        sql: string;
      };
      const looks = sql.split('EXISTS').length - 1;
      expect(looks).toBeGreaterThanOrEqual(unique);
      expect(looks).toBeLessThanOrEqual(unique + 1);
    },
  );

  it('lets the status of an application change and nothing else of it', () => {
    for (const { name } of db.pragma('table_info(applications)') as { name: string }[]) {
      const change = () => db.exec(`UPDATE applications SET ${name} = ${name}`);
      if (name === 'status') expect(change).not.toThrow();
      else expect(change).toThrow('append-only');
    }
    expect(() => db.exec('DELETE FROM applications')).toThrow('append-only');
  });

  it('knows the accounts by the numbers the program uses', async () => {
    const { accountIdOf } = await import('../../src/store/sql/account-ids.ts');
    const rows = db.prepare('SELECT name, account_id AS id FROM accounts').all() as {
      name: never;
      id: number;
    }[];
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(accountIdOf(row.name)).toBe(row.id);
  });

  it('uses an index for what a loan, a merchant and a retry ask', () => {
    const plan = (sql: string) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map((row) => row.detail)
        .join('; ');
    expect(plan("SELECT * FROM payments WHERE loan_id = 'x' ORDER BY booking_order")).toMatch(
      /^SEARCH payments USING PRIMARY KEY \(loan_id=\?\)$/,
    );
    expect(
      plan('SELECT * FROM orders WHERE merchant_key = 1 ORDER BY created_at_ms DESC, order_id, store_key'),
    ).toMatch(/^SEARCH orders USING INDEX orders_by_age \(merchant_key=\?\)$/);
    expect(plan("SELECT * FROM applications WHERE caller = 'a' AND external_reference = 'b'")).toContain(
      'applications_by_external_reference',
    );
  });

  it('finds tokens, failures and events by an index', () => {
    const plan = (sql: string) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map((row) => row.detail)
        .join('; ');
    expect(plan("SELECT * FROM tokens WHERE hash = x'00'")).toContain('USING PRIMARY KEY (hash=?)');
    expect(plan("SELECT at_ms FROM sign_in_failures WHERE email_hash = x'00' AND at_ms > 1")).toContain(
      'COVERING INDEX sign_in_failures_by_email (email_hash=? AND at_ms>?)',
    );
    expect(
      plan(`SELECT number FROM audit WHERE outcome = 'done' AND substr(action, 1, 5) <> 'auth.'
        AND action NOT IN ('users.list', 'users.get') ORDER BY number LIMIT 10 OFFSET 5`),
    ).toContain('COVERING INDEX audit_events');
  });

  it("reads a user's own transactions and flags, and counts events within their index", () => {
    const plan = (sql: string) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map((row) => row.detail)
        .join('; ');
    expect(
      plan(`SELECT count(*) FROM user_transactions WHERE user_key = 1 AND transaction_type = 'airtime_purchase'
        AND timestamp_seconds > 1 AND timestamp_seconds <= 9`),
    ).toBe(
      'SEARCH user_transactions USING COVERING INDEX user_transactions_airtime ' +
        '(user_key=? AND timestamp_seconds>? AND timestamp_seconds<?)',
    );
    expect(
      plan(`SELECT count(*) FROM user_flags WHERE user_key = 1 AND flag_label = 'x' AND timestamp_seconds > 1
        AND timestamp_seconds <= 9`),
    ).toContain(
      'USING COVERING INDEX user_flags_by_label (user_key=? AND flag_label=? AND timestamp_seconds>?',
    );
    expect(
      plan('SELECT * FROM user_transactions WHERE user_key = 1 ORDER BY timestamp_seconds DESC'),
    ).toContain('SEARCH user_transactions USING PRIMARY KEY (user_key=?)');
    expect(
      plan(`SELECT s.month, t.balance_piastres FROM user_month_sums s
        LEFT JOIN user_transactions t ON t.user_key = s.user_key AND t.id = s.last_id
        WHERE s.user_key = (SELECT user_key FROM users WHERE user_id = 'x')
        ORDER BY s.month, s.institution_name, s.account_type`),
    ).toMatch(
      /^SEARCH s USING PRIMARY KEY \(user_key=\?\); SCALAR .*; SEARCH t USING PRIMARY KEY \(user_key=\? AND id=\?\) LEFT-JOIN$/,
    );
  });
});
