import { describe, expect, it } from 'vitest';
import { FIND_SOURCES } from '../../src/store/sql/find-sources.ts';
import { partIn } from '../../src/store/sql/list-page.ts';
import { SQLITE } from '../../src/store/sqlite/sqlite-dialect.ts';
import { emptyDatabase } from './empty-database.ts';

/** A text that may be anything: every way of answering is asked. */
const SOUGHT = {
  text: 'abc',
  words: ['abc', 'def'],
  compact: 'abcdef',
  alias: 'abc',
  ids: {
    merchant: 'MRC-A',
    application: 'APP-A',
    loan: 'LN-A',
    payment: 'PAY-A',
    held_row: 'HLD-A',
    batch: 'BAT-A',
    disbursement: 'DSB-A',
    refund: 'RFD-A',
  },
  amountPiastres: 5 as never,
  phoneDigits: '1234',
};

describe('finding', () => {
  const db = emptyDatabase();

  it.each(FIND_SOURCES.payment.map((source, at) => [at + 1, source] as const))(
    'looks a payment up in an index and sorts nothing, by way %i',
    (_number, { select, from, where, order, of }) => {
      const sql = `SELECT ${select} FROM ${partIn(from, SQLITE)} WHERE ${where(SOUGHT, SQLITE)} ORDER BY ${partIn(order, SQLITE)} LIMIT 5`;
      const plan = db()
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...(of(SOUGHT) as unknown[])) as {
        detail: string;
      }[];
      const [first] = plan.map(({ detail }) => detail);
      expect(first).toMatch(/^SEARCH p USING INDEX payments_/);
      expect(plan.some(({ detail }) => /SCAN|TEMP B-TREE/.test(detail))).toBe(false);
    },
  );

  it('reads no table of payments for anything else', () => {
    for (const [kind, sources] of Object.entries(FIND_SOURCES)) {
      for (const { from } of sources)
        expect(/\bpayments\b/.test(partIn(from, SQLITE))).toBe(kind === 'payment');
    }
  });
});
