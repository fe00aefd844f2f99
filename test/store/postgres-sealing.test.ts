import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { databaseOfGroup } from './database-of-group.ts';
import { openLoan } from './ledger-fixtures.ts';
import { freshPostgres, openPostgres } from './temporary-postgres.ts';

const ALL = { offset: 0, limit: null };

describe.skipIf(!hasPostgres('sealing on PostgreSQL'))('sealing on PostgreSQL', () => {
  const here = databaseOfGroup();
  let store: Store;

  beforeEach(async () => {
    store = await freshPostgres(here().url);
  });
  afterEach(() => store.close());

  async function inDatabase(text: string): Promise<void> {
    const client = new Client({ connectionString: here().url });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  it('seals what another program left, and shows its own at once', async () => {
    await store.write((tx) => openLoan(tx, 'A'));
    const other = await openPostgres(here().url);
    await Promise.all(
      ['B', 'C', 'D'].flatMap((tag) => [
        store.write((tx) => openLoan(tx, tag)),
        other.write((tx) => openLoan(tx, `${tag}2`)),
      ]),
    );
    await other.close();
    const verified = await store.read((tx) => verifyLedger(tx, {}));
    expect(verified).toMatchObject({ ok: true, entries: 7, violations: [] });
    expect(verified.anchor?.sequence).toBe(15);
  });

  it('shows at once, sealed, what another program committed before', async () => {
    const other = await openPostgres(here().url);
    try {
      for (const [n, tag] of ['A', 'B', 'C', 'D', 'E'].entries()) {
        await other.write((tx) => openLoan(tx, tag));
        expect((await store.read((tx) => tx.audit.list({}, ALL))).rows).toHaveLength(n + 2);
        expect(await store.read((tx) => tx.journal.inSequence({ after: 0 }, 50))).toHaveLength(n + 1);
      }
      await other.write((tx) => openLoan(tx, 'F'));
      expect((await store.read((tx) => tx.info())).anchor?.sequence).toBe(13);
    } finally {
      await other.close();
    }
  });

  it('shows what is sealed to a role that may seal nothing', async () => {
    await store.write((tx) => openLoan(tx, 'A'));
    await store.read((tx) => tx.info());
    await inDatabase(`DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN;
      GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`);
    const reader = await openPostgres(here().url.replace('loandesk@', 'reader@'), { readOnly: true });
    try {
      // What a program left that was ended before it sealed.
      await inDatabase(`INSERT INTO unsealed (unit_id, position, kind, record_json)
        VALUES ('x', 0, 'audit', '{"record":{},"facts":[]}')`);
      expect((await reader.read((tx) => tx.info())).anchor?.sequence).toBe(3);
      expect(await reader.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, entries: 1 });
    } finally {
      await reader.close();
      await inDatabase('DELETE FROM unsealed; DROP OWNED BY reader; DROP ROLE reader');
    }
  });

  it('tells who writes and was not given what sealing needs', async () => {
    await inDatabase(`DROP ROLE IF EXISTS half; CREATE ROLE half LOGIN;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO half`);
    const half = await openPostgres(here().url.replace('loandesk@', 'half@'));
    try {
      await half.write((tx) => openLoan(tx, 'A'));
      await expect(half.read((tx) => tx.info())).rejects.toMatchObject({ code: 'ledger_unwritable' });
      // Another, who was, does it.
      expect((await store.read((tx) => tx.info())).anchor?.sequence).toBe(3);
    } finally {
      await half.close();
      await inDatabase('DROP OWNED BY half; DROP ROLE half');
    }
  });
});
