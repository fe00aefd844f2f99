import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import { correctEverything } from './correction-fixtures.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

/** Somebody makes a reversal never have been, or sends a refund elsewhere. */
describe('corrections edited behind the ledger’s back', () => {
  const folder = temporaryFolder();
  const sound = join(folder.path, 'sound.db');
  let copies = 0;

  beforeAll(async () => {
    const store = await openLedger(sound);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
      await openLoan(tx, 'A');
      await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
      await pay(tx, 'A', 'PAY-2', 3, 3_800_000);
      await correctEverything(tx, 'A');
    });
    await store.close();
  });
  afterAll(() => folder.remove());

  async function violations(sql: string): Promise<string[]> {
    copies += 1;
    const path = join(folder.path, `copy-${copies}.db`);
    copyFileSync(sound, path);
    const db = new Database(path);
    const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      name: string;
      sql: string;
    }[];
    db.pragma('foreign_keys = OFF');
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.exec(sql);
    for (const trigger of triggers) db.exec(trigger.sql);
    db.close();
    const store = await openLedger(path, { createIfMissing: false, readOnly: true });
    const report = await store.read((tx) => verifyLedger(tx, {}));
    await store.close();
    return report.violations.map(({ check, where }) => `${check}: ${where}`);
  }

  it.each([
    ["UPDATE payment_reversals SET reason = 'x'", 'fact: payment_reversal PAY-1'],
    ['DELETE FROM payment_reversals', 'fact: payment_reversal PAY-1'],
    ["UPDATE payment_repeats SET repeats_payment_id = 'PAY-2'", 'fact: payment_repeat PAY-2'],
    ["UPDATE write_offs SET written_off_on = '2026-04-02'", 'fact: write_off LN-A/write-off/1'],
    ["UPDATE write_offs SET written_off_on = '2026-04-02'", 'chain: entry LN-A/4'],
    ["UPDATE write_off_reversals SET reversed_by = 'x'", 'fact: write_off_reversal LN-A/write-off/1'],
    ["UPDATE refunds SET account = 'mine'", 'fact: refund RFD-A'],
    ["UPDATE refunds SET account = 'mine'", 'chain: entry LN-A/5'],
    ['UPDATE undrawn_cancellations SET amount_piastres = 9', 'fact: undrawn_cancellation LN-A/1'],
    ["UPDATE loan_notes SET text = 'paid me'", 'fact: loan_note LN-A/1'],
    ["UPDATE loan_aliases SET loan_id = 'LN-B'", 'fact: loan_alias shopA'],
    ['UPDATE disbursement_exports SET line = 2', 'fact: disbursement_export DSB-A'],
  ])('are found: %s', async (sql, expected) => {
    expect(await violations('SELECT 1')).not.toContain(expected);
    expect(await violations(sql)).toContain(expected);
  });
});
