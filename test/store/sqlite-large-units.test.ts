import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import { amount, auditRecord, entryOf, openLoan, payment } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

const TAGS = Array.from({ length: 20 }, (_, i) => `L${i}`);
const PAYMENTS_A_LOAN = 60;
/** More than the store writes on the caller's own thread, whatever the unit then inserts. */
const MANY = { insertCount: 50_000 };

describe('a unit that says it inserts many rows, on SQLite', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder.path, 'ledger.db');
    store = await opened(path);
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  async function opened(at: string): Promise<Store> {
    const fresh = await openLedger(at, { busyTimeoutMs: 100 });
    await fresh.write(async (tx) => {
      for (const tag of TAGS) await openLoan(tx, tag);
    });
    return fresh;
  }

  async function payAll(tx: WriteTx, first = 2, round = 'A'): Promise<void> {
    for (let number = first; number < first + PAYMENTS_A_LOAN; number++) {
      const rows = TAGS.map((tag) =>
        payment(`PAY-${round}-${tag}-${number}`, `LN-${tag}`, {
          amountPiastres: amount(100),
          principalPiastres: amount(100),
          // Texts of every width, none, and one that looks like a place for a value.
          paymentReference: [null, 'دفعة', 'naïve 🏦', "VALUES (?) ' :v1"][number % 4] as string | null,
          entryNumber: number,
          order: number,
          remainingPiastres: amount(4_000_000 - (number - 1) * 100),
        }),
      );
      await tx.insert.journalEntries(rows.map(entryOf));
      await tx.insert.payments(rows);
    }
    await tx.insert.audit(auditRecord('pay', 'many'));
  }

  const payments = async () => (await store.read((tx) => tx.info())).counts.payments;
  const rowsOf = (at: string): Record<string, unknown[]> => {
    const db = new Database(at, { readonly: true });
    const tables = ['payments', 'journal_entries', 'postings', 'seals', 'audit', 'audit_facts'];
    const rows = Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]));
    db.close();
    return rows;
  };

  it('writes what one without a thread writes, to the last hash', async () => {
    await store.write((tx) => payAll(tx), MANY);
    const beside = join(folder.path, 'beside.db');
    const other = await opened(beside);
    await other.write((tx) => payAll(tx));
    await other.close();
    expect(await payments()).toBe(TAGS.length * PAYMENTS_A_LOAN);
    expect(rowsOf(path)).toEqual(rowsOf(beside));
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, violations: [] });
  });

  it('is followed by units of either kind, whose numbers go on', async () => {
    await store.write((tx) => payAll(tx, 2, 'A'), MANY);
    await store.write((tx) => payAll(tx, 2 + PAYMENTS_A_LOAN, 'B'));
    await store.write((tx) => payAll(tx, 2 + 2 * PAYMENTS_A_LOAN, 'C'), MANY);
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, loans: TAGS.length });
    expect(await payments()).toBe(3 * TAGS.length * PAYMENTS_A_LOAN);
  });

  it('sees what it has written so far', async () => {
    const seen = await store.write(async (tx) => {
      const before = await tx.payments.byIds(['PAY-A-L3-2']);
      await payAll(tx);
      const entries = await tx.journal.ofLoans(['LN-L3']);
      await tx.session.keepPlan('BAT-1', 'mona', '2026-03-01T12:00:00.000Z', Buffer.from('äß'), '2026-01-01');
      const kept = await tx.session.plan('BAT-1');
      const after = (await tx.payments.byIds(['PAY-A-L3-2'])).length;
      return {
        before: before.length,
        after,
        entries,
        kept: Buffer.isBuffer(kept?.content) && kept.content.toString(),
      };
    }, MANY);
    expect(seen).toMatchObject({ before: 0, after: 1, kept: 'äß' });
    expect(seen.entries).toHaveLength(1 + PAYMENTS_A_LOAN);
  });

  it('leaves nothing when it throws after its last row, and the ledger takes the next', async () => {
    const failing = store.write(async (tx) => {
      await payAll(tx);
      throw new Error('changed our mind');
    }, MANY);
    await expect(failing).rejects.toThrow('changed our mind');
    expect(await payments()).toBe(0);
    await store.write((tx) => payAll(tx), MANY);
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, violations: [] });
  });

  it('leaves nothing when the engine refuses one of its rows', async () => {
    const repeated = store.write(async (tx) => {
      await payAll(tx, 2, 'A');
      await payAll(tx, 2 + PAYMENTS_A_LOAN, 'A');
      // The same ids once more.
      await payAll(tx, 2 + PAYMENTS_A_LOAN, 'A');
    }, MANY);
    await expect(repeated).rejects.toThrow(/UNIQUE constraint failed: (?:journal_entries|payments)\b/);
    expect(await payments()).toBe(0);
    await store.write((tx) => payAll(tx), MANY);
    expect(await payments()).toBe(TAGS.length * PAYMENTS_A_LOAN);
  });

  it('leaves the tables guarded as they were, however it ended', async () => {
    const schema = () => {
      const db = new Database(path, { readonly: true });
      const found = db
        .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
        .all();
      db.close();
      return found;
    };
    const before = schema();
    await store.write((tx) => payAll(tx), MANY);
    expect(schema()).toEqual(before);
    const failing = store.write(async (tx) => {
      await payAll(tx, 2 + PAYMENTS_A_LOAN, 'B');
      throw new Error('changed our mind');
    }, MANY);
    await expect(failing).rejects.toThrow('changed our mind');
    expect(schema()).toEqual(before);
    const db = new Database(path);
    // As other programs have it.
    db.pragma('recursive_triggers = OFF');
    for (const table of ['journal_entries', 'postings', 'payments', 'seals']) {
      const again = `INSERT OR REPLACE INTO ${table} SELECT * FROM ${table} LIMIT 1`;
      expect(() => db.exec(again), table).toThrow('append-only');
    }
    db.close();
  });

  it('leaves nothing without an audit record, as any unit', async () => {
    const unvouched = store.write(async (tx) => {
      const row = payment('PAY-1', 'LN-L1', {
        entryNumber: 2,
        order: 2,
        remainingPiastres: amount(3_900_000),
      });
      await tx.insert.journalEntries([entryOf(row)]);
      await tx.insert.payments([row]);
    }, MANY);
    await expect(unvouched).rejects.toThrow('without an audit record');
    expect(await payments()).toBe(0);
  });

  it('says that another program writes, and has not begun', async () => {
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    let begun = false;
    const busy = store.write(async () => {
      begun = true;
    }, MANY);
    await expect(busy).rejects.toMatchObject({ code: 'ledger_busy' });
    expect(begun).toBe(false);
    other.exec('ROLLBACK');
    other.close();
    await store.write((tx) => payAll(tx), MANY);
    expect(await payments()).toBe(TAGS.length * PAYMENTS_A_LOAN);
  });

  it('keeps others from writing until it is done, and lets them read what was there', async () => {
    const other = await openLedger(path, { busyTimeoutMs: 20 });
    await store.write(async (tx) => {
      await payAll(tx);
      await expect(other.write((late) => payAll(late))).rejects.toMatchObject({ code: 'ledger_busy' });
      expect((await other.read((late) => late.info())).counts.payments).toBe(0);
    }, MANY);
    expect((await other.read((tx) => tx.info())).counts.payments).toBe(TAGS.length * PAYMENTS_A_LOAN);
    await other.close();
  });

  it('refuses to change what is there', async () => {
    const changing = store.write(async (tx) => {
      await tx.update.applicationStatus('AP-L1', 'closed');
    }, MANY);
    await expect(changing).rejects.toThrow('does nothing but insert');
  });
});
