import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import type { ReceiptReader } from '../../src/store/receipt-port.ts';
import { textOf } from '../../src/store/sql/dialect.ts';
import { paymentsOfAccount } from '../../src/store/sql/payments-of-account.ts';
import { receiptReader } from '../../src/store/sql/receipt-reader.ts';
import type { SqlConnection } from '../../src/store/sql/sql-connection.ts';
import { SQLITE } from '../../src/store/sqlite/sqlite-dialect.ts';
import { emptyDatabase } from './empty-database.ts';

const DAY = '2026-03-01' as CalendarDate;

describe('what imports ask of a ledger', () => {
  const db = emptyDatabase();

  /** The steps in which SQLite answers what is asked last. */
  async function planOf(ask: (connection: SqlConnection) => Promise<unknown>): Promise<string[]> {
    let plan: string[] = [];
    const connection = {
      dialect: SQLITE,
      // Whatever has to be there for the question is.
      get: async () => ({}),
      all: async (statement: Parameters<SqlConnection['all']>[0], ...values: readonly unknown[]) => {
        const steps = db()
          .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, SQLITE)}`)
          .all(...values);
        plan = (steps as { detail: string }[]).map(({ detail }) => detail);
        return [];
      },
    } as unknown as SqlConnection;
    await ask(connection);
    return plan;
  }

  it.each<[string, (receipts: ReceiptReader['receipts']) => Promise<unknown>, string]>([
    [
      'rows of an account by their days',
      (receipts) => receipts.rowsOfDays('EG1', [DAY]),
      'SEARCH r USING INDEX batch_rows_by_account (account=? AND date=?)',
    ],
    [
      'rows of undone batches by their days',
      (receipts) => receipts.undoneRowsOfDays('EG1', [DAY]),
      'SEARCH r USING INDEX batch_rows_by_account (account=? AND date=?)',
    ],
    [
      'rows by their references',
      (receipts) => receipts.rowsByReferences(['ft1']),
      'SEARCH r USING INDEX batch_rows_by_reference (reference=?)',
    ],
    [
      'rows by their keys',
      (receipts) => receipts.rowsByKeys(['00']),
      'SEARCH r USING INDEX batch_rows_by_key (row_key=?)',
    ],
    [
      'rows of batches',
      (receipts) => receipts.rowsOfBatches(['BAT-1']),
      'SEARCH r USING PRIMARY KEY (batch_id=?)',
    ],
    [
      'payments by their references',
      (receipts) => receipts.paymentsByReferences(['ft1']),
      'SEARCH p USING INDEX payments_by_reference (payment_reference=?)',
    ],
    [
      'payments by their ids',
      (receipts) => receipts.paymentsByIds(['PAY-1']),
      'SEARCH p USING INDEX payments_payment_id_unique (payment_id=?)',
    ],
    [
      'what held rows may be',
      (receipts) => receipts.candidatesOfHeld(['HLD-1']),
      'SEARCH r USING PRIMARY KEY (batch_id=? AND row_number=?)',
    ],
  ])('looks %s up in an index and goes through no table', async (_what, ask, step) => {
    const plan = await planOf((connection) => ask(receiptReader(connection)));
    expect(plan).toContain(step);
    expect(plan.filter((one) => /SCAN (?!CONSTANT|w VIRTUAL)/.test(one))).toEqual([]);
  });

  it('looks payments of an account up by amount, newest first, each batch by its id', async () => {
    const [first, ...others] = await planOf(async (connection) =>
      paymentsOfAccount(connection, { account: 'EG1', amountPiastres: 5, from: DAY, to: DAY }, 5),
    );
    expect(first).toBe(
      'SEARCH p USING INDEX payments_by_amount (amount_piastres=? AND payment_date>? AND payment_date<?)',
    );
    expect(others).toContain('SEARCH s USING PRIMARY KEY (batch_id=?)');
    // Payments of one day at a time, not all of them.
    expect(others).toContain('USE TEMP B-TREE FOR LAST 3 TERMS OF ORDER BY');
    expect(others.filter((step) => /SCAN (?!CONSTANT)/.test(step))).toEqual([]);
  });
});
