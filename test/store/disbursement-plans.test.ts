import { expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { textOf } from '../../src/store/sql/dialect.ts';
import { disbursementReader } from '../../src/store/sql/disbursement-reader.ts';
import type { SqlConnection } from '../../src/store/sql/sql-connection.ts';
import { SQLITE } from '../../src/store/sqlite/sqlite-dialect.ts';
import { emptyDatabase } from './empty-database.ts';

const db = emptyDatabase();

const status = (...oneOf: ('pending' | 'completed' | 'failed')[]) => ({
  status: { oneOf, asOf: '2026-03-01' as CalendarDate },
});

it.each([
  {},
  status('completed'),
  status('pending'),
  status('pending', 'failed'),
  { search: 'x' },
  { search: 'x', ...status('pending') },
])('a page of disbursements is read from the newest on until it is full: %j', async (filter) => {
  const plans: string[][] = [];
  const connection = {
    dialect: SQLITE,
    all: (statement: Parameters<SqlConnection['all']>[0], ...values: readonly unknown[]) => {
      const plan = db()
        .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, SQLITE)}`)
        .all(...values);
      plans.push((plan as { detail: string }[]).map(({ detail }) => detail));
      return [];
    },
  } as unknown as SqlConnection;
  await disbursementReader(connection).list(filter, { offset: 0, limit: 50 });
  const [first, ...others] = plans.at(-1) as string[];
  expect(first).toBe('SCAN d');
  // Sorting would read them all first, as would counting.
  expect(others.filter((step) => /ORDER BY|SCAN d/.test(step))).toEqual([]);
  expect(plans).toHaveLength('search' in filter ? 2 : 1);
});
