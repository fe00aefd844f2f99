import { expect, it } from 'vitest';
import { textOf } from '../../src/store/sql/dialect.ts';
import type { SqlConnection } from '../../src/store/sql/sql-connection.ts';
import { verificationReader } from '../../src/store/sql/verification-reader.ts';
import { SQLITE } from '../../src/store/sqlite/sqlite-dialect.ts';
import { emptyDatabase } from './empty-database.ts';
import { MIGRATIONS_DIR } from './temporary-ledger.ts';

const db = emptyDatabase();

/** How the engine goes about each statement of a reader. */
async function plansOf(
  read: (reader: ReturnType<typeof verificationReader>) => Promise<unknown>,
): Promise<readonly string[][]> {
  const plans: string[][] = [];
  const explain = (statement: Parameters<SqlConnection['all']>[0]) => {
    const plan = db()
      .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, SQLITE)}`)
      .all();
    plans.push((plan as { detail: string }[]).map(({ detail }) => detail));
    return [];
  };
  const connection = { dialect: SQLITE, all: explain, visit: explain } as unknown as SqlConnection;
  await read(verificationReader(connection, MIGRATIONS_DIR, async () => []));
  return plans;
}

it('what vouches for a fact, and the fact of what vouches, is looked up, not looked for among all', async () => {
  const plans = await plansOf((reader) => reader.visitFacts(() => {}));
  expect(plans.length).toBeGreaterThan(40);
  expect(plans.flat().filter((step) => /^SCAN [fkt] .*LEFT-JOIN/.test(step))).toEqual([]);
});

it('entries without a seal are the difference of two sets: a loan may have ten thousand', async () => {
  const [plan = []] = await plansOf((reader) => reader.unsealed());
  expect(plan.filter((step) => /\(loan_id=\?\)|\(held_id=\?\)/.test(step))).toEqual([]);
});
