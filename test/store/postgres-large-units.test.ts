import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import { LOCK_SEALING } from '../../src/store/postgres/locks.ts';
import { CuttingProxy } from '../postgres/cutting-proxy.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { databaseOfGroup } from './database-of-group.ts';
import { amount, auditRecord, entryOf, openLoan, payment } from './ledger-fixtures.ts';
import { freshPostgres, openPostgres, SERVER_PATIENCE_MS } from './temporary-postgres.ts';

const TAGS = Array.from({ length: 40 }, (_, i) => `M${i}`);
const LOANS = { loanIds: TAGS.map((tag) => `LN-${tag}`) };
const PAYMENTS_A_LOAN = 130;
const CUTS = ['before', 'meanwhile', 'after'] as const;

describe.skipIf(!hasPostgres('large units on PostgreSQL'))('large units on PostgreSQL', () => {
  const here = databaseOfGroup();
  let store: Store;
  let client: Client;

  beforeEach(async () => {
    store = await freshPostgres(here().url);
    client = new Client({ connectionString: here().url });
    await client.connect();
    // One unit with a record for each opening.
    await store.write(async (tx) => {
      for (const tag of TAGS) await openLoan(tx, tag);
    });
  });
  afterEach(async () => {
    await client.end();
    await store.close();
  });

  const report = () => store.read((tx) => verifyLedger(tx, {}));
  const queued = async (kind: string): Promise<number> =>
    (await client.query('SELECT 1 FROM unsealed WHERE kind = $1', [kind])).rows.length;

  /** Pays every loan so often that the unit is a large one; `first` is the number of each loan's next entry. */
  async function payAll(tx: WriteTx, first: number): Promise<void> {
    for (let number = first; number < first + PAYMENTS_A_LOAN; number++) {
      const rows = TAGS.map((tag) =>
        payment(`PAY-${tag}-${number}`, `LN-${tag}`, {
          amountPiastres: amount(100),
          principalPiastres: amount(100),
          // What COPY writes otherwise than it is.
          paymentReference: number === first ? 'a\tb\\c\nd\r\\N' : null,
          entryNumber: number,
          order: number,
          remainingPiastres: amount(4_000_000 - (number - 1) * 100),
        }),
      );
      await tx.insert.journalEntries(rows.map(entryOf));
      await tx.insert.payments(rows);
    }
    await tx.insert.audit(auditRecord('payments.post', `BAT-${first}`));
  }

  it(
    'seal their entries themselves, behind what waited before, and copy every text as it is',
    async () => {
      const before = (await report()).anchor?.sequence as number;
      // What a program left that was ended before it sealed.
      const left = JSON.stringify({ record: auditRecord('test', 'left'), facts: [] });
      await client.query(
        "INSERT INTO unsealed (unit_id, position, kind, record_json) VALUES ('x', 0, 'audit', $1)",
        [left],
      );
      await store.write((tx) => payAll(tx, 2), LOANS);
      const sealed = await client.query('SELECT kind FROM seals WHERE sequence > $1 ORDER BY sequence', [
        before,
      ]);
      expect(await queued('entry')).toBe(0);
      expect(sealed.rows[0]).toEqual({ kind: 'audit' });
      const entries = 40 * (PAYMENTS_A_LOAN + 1);
      const verified = await report();
      expect(verified).toMatchObject({ ok: true, entries, violations: [] });
      // The records of forty openings, of the payments, of the policy, and the one that was left.
      expect(verified.anchor?.sequence).toBe(entries + 43);
      const [paid] = await store.read((tx) => tx.payments.byIds(['PAY-M7-2']));
      expect(paid?.paymentReference).toBe('a\tb\\c\nd\r\\N');
    },
    SERVER_PATIENCE_MS,
  );

  it(
    'queue their entries while somebody else is sealing, and wait for nobody',
    async () => {
      await report();
      await client.query(`BEGIN; ${LOCK_SEALING}`);
      await store.write((tx) => payAll(tx, 2), LOANS);
      expect(await queued('entry')).toBe(40 * PAYMENTS_A_LOAN);
      await client.query('COMMIT');
      const verified = await report();
      expect(verified).toMatchObject({ ok: true, entries: 40 * (PAYMENTS_A_LOAN + 1), violations: [] });
      expect(verified.anchor?.sequence).toBe(40 * (PAYMENTS_A_LOAN + 1) + 42);
    },
    SERVER_PATIENCE_MS,
  );

  it(
    'have one effect each when their connection is cut at the commit',
    async () => {
      const proxy = await CuttingProxy.before(Number(new URL(here().url).port));
      const far = await openPostgres(here().url.replace(/:\d+\//, `:${proxy.port}/`), { waitMs: 20_000 });
      try {
        for (const [round, cut] of CUTS.entries()) {
          proxy.arm(cut, '["LN-M0"');
          await far.write((tx) => payAll(tx, 2 + round * PAYMENTS_A_LOAN), LOANS);
        }
      } finally {
        await far.close();
        await proxy.close();
      }
      expect(proxy.cuts).toBe(CUTS.length);
      const entries = 40 * (CUTS.length * PAYMENTS_A_LOAN + 1);
      expect(await report()).toMatchObject({ ok: true, entries, violations: [] });
    },
    SERVER_PATIENCE_MS,
  );
});
