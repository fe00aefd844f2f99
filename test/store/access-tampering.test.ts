import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import { openAccess } from './access-fixtures.ts';
import { auditRecord, policyVersion } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

/** Somebody who can write the file gives themselves rights, or takes a colleague's name from an approval. */
describe('officers and approvals edited behind the ledger’s back', () => {
  const folder = temporaryFolder();
  const sound = join(folder.path, 'sound.db');
  let copies = 0;

  beforeAll(async () => {
    const store = await openLedger(sound);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
      await openAccess(tx);
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

  it('are sound while nothing is touched', async () => {
    expect(await violations('SELECT 1')).toEqual([]);
  });

  it.each([
    ['roles', "UPDATE officers SET roles = 'admin'", 'fact: officer 1'],
    ['an e-mail', "UPDATE officers SET email = 'x@bank.example'", 'fact: officer 1'],
    ['a password', "UPDATE officer_changes SET password_hash = 'mine'", 'fact: officer_change 1/1'],
    ['a removed change', 'DELETE FROM officer_changes', 'fact: officer_change 1/1'],
    [
      'an added officer',
      "INSERT INTO officers VALUES (2, 'x@y', 'x@y', 'X', 'admin', 'person', '2026', 'x')",
      'fact: officer 2',
    ],
    ['how many must agree', 'UPDATE approvals SET needed = 9', 'fact: approval 1'],
    ['who agreed', "UPDATE approval_steps SET done_by = 'omar'", 'fact: approval_step 1/1'],
    [
      'an added agreement',
      "INSERT INTO approval_steps VALUES (1, 2, 'given', NULL, '2026', 'omar')",
      'fact: approval_step 1/2',
    ],
  ])('are found to have %s changed', async (_what, sql, expected) => {
    expect(await violations(sql)).toContain(expected);
  });
});
