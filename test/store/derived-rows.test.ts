import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import { editCopy } from './edited-ledger.ts';
import { auditRecord, openLoan, policyVersion } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

/** What no audit record vouches for and can be told from other rows, or from the program itself. */
describe('a row that follows from others, edited', () => {
  const folder = temporaryFolder();
  const sound = join(folder.path, 'sound.db');
  let copies = 0;

  beforeAll(async () => {
    const store = await openLedger(sound);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
      await openLoan(tx, 'A');
    });
    await store.close();
  });
  afterAll(() => folder.remove());

  async function found(sql: string): Promise<readonly string[]> {
    copies += 1;
    const path = join(folder.path, `copy-${copies}.db`);
    editCopy(sound, path, (db) => db.exec(sql));
    const store = await openLedger(path, { createIfMissing: false, readOnly: true });
    const { violations } = await store.read((tx) => verifyLedger(tx, {}));
    await store.close();
    return violations.map(({ message }) => message);
  }

  it('is in order while nothing was touched', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each([
    [
      'the search form of an application',
      "UPDATE applications SET business_name_folded = 'x' WHERE application_id = 'APP-A'",
      'application APP-A: the form kept for the search',
    ],
    [
      'the search form of a loan',
      "UPDATE loans SET business_name_folded = 'x' WHERE loan_id = 'LN-A'",
      'loan LN-A: the form kept for the search',
    ],
    [
      'the search form of a merchant',
      "INSERT INTO merchants VALUES (1, 'MRC-1', 'm-1', 'Nile', NULL, NULL, NULL, NULL, '2026', NULL, NULL, 'delta')",
      'merchant MRC-1: the form kept for the search',
    ],
    [
      'the phone digits of a user',
      "INSERT INTO users VALUES (1, 'u-1', 'granted', 'Mona', '+20 1', '2026', 1, NULL, '2026', 'u-1' || char(10) || 'mona' || char(10) || '+20 1', '99')",
      'user u-1: the form kept for the search',
    ],
    [
      'the time it was made',
      "UPDATE ledger_meta SET value = '2020-01-01T00:00:00.000Z'",
      'the time the ledger says it was made',
    ],
    ['what it says of itself', "INSERT INTO ledger_meta VALUES ('owner', 'omar')", 'ledger_meta has owner'],
    [
      'the time of its first migration',
      "UPDATE schema_migrations SET applied_at = '2020-01-01T00:00:00.000Z' WHERE version = 1",
      'the time the ledger says it was made',
    ],
    [
      'the checksum of a migration',
      "UPDATE schema_migrations SET checksum = 'x' WHERE version = 2",
      'schema migration 2 is recorded with another',
    ],
    ['a migration', 'DELETE FROM schema_migrations WHERE version = 3', 'schema migration 3 is not recorded'],
    [
      'a migration of nobody',
      'INSERT INTO schema_migrations SELECT 99, name, checksum, applied_at FROM schema_migrations WHERE version = 1',
      'schema migration 99 is not one of this program',
    ],
    [
      'a time that is none',
      "UPDATE schema_migrations SET applied_at = 'yesterday' WHERE version = 2",
      'with a time that is none',
    ],
    [
      'the name of an account',
      "UPDATE accounts SET name = 'profit' WHERE account_id = 2",
      'account 2 is called profit',
    ],
  ])('is found: %s', async (_what, sql, expected) => {
    const messages = await found(sql);
    expect(messages.join('\n')).toContain(expected);
    expect(messages).toHaveLength(1);
  });
});
