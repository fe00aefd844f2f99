import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/store/sqlite/connection.ts';
import { openWriter } from '../../src/store/sqlite/open-writer.ts';
import { liftReplaceGuards } from '../../src/store/sqlite/replace-guards.ts';
import { auditRecord, entryOf, openLoan, payment } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

const TABLES = ['journal_entries', 'postings', 'payments', 'seals'];

describe('liftReplaceGuards', () => {
  it('leaves a connection on which nothing is replaced all the same', async () => {
    const folder = temporaryFolder();
    const path = `${folder.path}/ledger.db`;
    const store = await openLedger(path);
    await store.write(async (tx) => {
      await openLoan(tx, 'A');
      const paid = payment('PAY-1', 'LN-A', { entryNumber: 2, order: 2 });
      await tx.insert.journalEntries([entryOf(paid)]);
      await tx.insert.payments([paid]);
      await tx.insert.audit(auditRecord('pay', 'PAY-1'));
    });
    await store.close();
    const connection = openWriter(await loadEngine(), path, undefined);
    const { db } = connection;
    const triggers = () =>
      db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'").pluck().get();
    const all = triggers() as number;
    db.exec('BEGIN IMMEDIATE');
    const putBack = liftReplaceGuards(connection);
    // Those of the tables below, and of the rows of files.
    expect(triggers()).toBe(all - TABLES.length - 1);
    for (const table of TABLES) {
      const again = `${table} SELECT * FROM ${table} LIMIT 1`;
      expect(() => db.exec(`INSERT OR REPLACE INTO ${again}`), table).toThrow('append-only');
      expect(() => db.exec(`INSERT INTO ${again}`), table).toThrow('UNIQUE constraint failed');
    }
    putBack();
    expect(triggers()).toBe(all);
    db.exec('COMMIT');
    db.close();
    folder.remove();
  });
});
