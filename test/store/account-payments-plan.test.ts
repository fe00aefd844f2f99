import { expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { textOf } from '../../src/store/sql/dialect.ts';
import { paymentsOfAccount } from '../../src/store/sql/payments-of-account.ts';
import type { SqlConnection } from '../../src/store/sql/sql-connection.ts';
import { SQLITE } from '../../src/store/sqlite/sqlite-dialect.ts';
import { emptyDatabase } from './empty-database.ts';

const db = emptyDatabase();

it('payments of an account are looked up by amount, newest first, each batch by its id', async () => {
  let plan: string[] = [];
  const connection = {
    dialect: SQLITE,
    all: (statement: Parameters<SqlConnection['all']>[0], ...values: readonly unknown[]) => {
      const steps = db()
        .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, SQLITE)}`)
        .all(...values);
      plan = (steps as { detail: string }[]).map(({ detail }) => detail);
      return [];
    },
  } as unknown as SqlConnection;
  const day = '2026-03-01' as CalendarDate;
  await paymentsOfAccount(connection, { account: 'EG1', amountPiastres: 5, from: day, to: day }, 5);
  const [first, ...others] = plan;
  expect(first).toBe(
    'SEARCH p USING INDEX payments_by_amount (amount_piastres=? AND payment_date>? AND payment_date<?)',
  );
  expect(others).toContain('SEARCH s USING PRIMARY KEY (batch_id=?)');
  // Payments of one day at a time, not all of them.
  expect(others).toContain('USE TEMP B-TREE FOR LAST 3 TERMS OF ORDER BY');
  expect(others.filter((step) => /SCAN (?!CONSTANT)/.test(step))).toEqual([]);
});
