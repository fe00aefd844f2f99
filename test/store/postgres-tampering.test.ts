import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres } from '../postgres/shared-server.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { linesOf, type SoundLedger, soundLedger } from './sound-ledger.ts';

const WHAT = 'what only PostgreSQL has, edited';

/** The queue of what waits for its seal, and what else a table of PostgreSQL may be made to do. */
describe.skipIf(!hasPostgres(WHAT))(WHAT, { timeout: 120_000 }, () => {
  let sound: SoundLedger;
  beforeAll(async () => {
    sound = await soundLedger('postgres', 'postgres_tampering', (store) =>
      store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
        await openLoan(tx, 'A');
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
      }),
    );
  });
  afterAll(() => sound.remove());

  const queued = (loanId: string, number: number, hash: string) =>
    `INSERT INTO unsealed (unit_id, position, kind, loan_id, number, item_hash)
     SELECT 'forged', 0, 'entry', '${loanId}', ${number}, ${hash}`;

  it.each([
    ['an entry that is not there', queued('LN-A', 9, `sha256('x')`), /^seal: seal \d+ of entry LN-A\/9$/],
    ['an entry with another hash', queued('LN-A', 1, `sha256('x')`), /^seal: seal \d+ of entry LN-A\/1$/],
    [
      'an entry that is sealed',
      `${queued('LN-A', 1, 'hash')} FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 1`,
      /^seal: seals$/,
    ],
  ])('is found when there is queued %s', async (_what, sql, expected) => {
    const report = await sound.edited(sql);
    expect(report.ok).toBe(false);
    expect(linesOf(report)).toContainEqual(expect.stringMatching(expected));
  });

  it('is found when what waited for its seal was taken out of the queue', async () => {
    // As after a unit whose rows in the queue are gone before anybody sealed them.
    const report = await sound.edited(`DELETE FROM seals WHERE sequence = (SELECT max(sequence) FROM seals);
      DELETE FROM unsealed`);
    expect(report.ok).toBe(false);
  });

  it.each([
    ['a trigger is off', 'ALTER TABLE payments DISABLE TRIGGER payments_append_only', 'payments_append_only'],
    [
      'its triggers refuse nothing',
      'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      'does not belong here: function refuse_change',
    ],
    [
      'a rule does something else',
      'CREATE RULE aside AS ON INSERT TO payments DO ALSO DELETE FROM unsealed',
      'does not belong here: rule CREATE RULE aside',
    ],
    [
      'rows are hidden from the service',
      'ALTER TABLE loans ENABLE ROW LEVEL SECURITY',
      'does not belong here: row security of loans',
    ],
    ['a check is gone', 'ALTER TABLE postings DROP CONSTRAINT postings_account', 'postings.postings_account'],
    ['a table is added', 'CREATE TABLE mine (id integer)', 'does not belong here: column mine.id integer'],
  ])('is found when %s', async (_what, sql, expected) => {
    const { violations } = await sound.altered(sql);
    expect(violations.map(({ check, where }) => `${check}: ${where}`)).toContain('engine: ledger file');
    expect(violations.map(({ message }) => message).join('\n')).toContain(expected);
  });
});
