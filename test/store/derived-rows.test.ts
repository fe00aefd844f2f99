import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditRecord, openLoan, policyVersion } from './ledger-fixtures.ts';
import { describeInBoth, type Edit, type SoundLedger, soundLedger } from './sound-ledger.ts';

/** What no audit record vouches for and can be told from other rows, or from the program itself. */
describeInBoth('a row that follows from others, edited', (engine) => {
  let sound: SoundLedger;
  beforeAll(async () => {
    sound = await soundLedger(engine, 'derived_rows', (store) =>
      store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
        await openLoan(tx, 'A');
      }),
    );
  });
  afterAll(() => sound.remove());

  /** A migration that is not the first, whose time is also that of the ledger. */
  const migration = engine === 'sqlite' ? 3 : 2;

  const found = async (edit: Edit) => (await sound.edited(edit)).violations.map(({ message }) => message);

  it('is in order while nothing was touched', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  const edits: readonly (readonly [string, Edit, string])[] = [
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
      `INSERT INTO merchants VALUES (${engine === 'sqlite' ? 1 : "'MRC-1'"}, 'MRC-1', 'm-1', 'Nile', NULL, NULL, NULL, NULL, '2026', NULL, NULL, 'delta')`,
      'merchant MRC-1: the form kept for the search',
    ],
    [
      'the phone digits of a user',
      `INSERT INTO users VALUES (${engine === 'sqlite' ? 1 : "'u-1'"}, 'u-1', 'granted', 'Mona', '+20 1', '2026', 1, NULL, '2026', 'u-1\nmona\n+20 1', '99')`,
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
      `UPDATE schema_migrations SET checksum = 'x' WHERE version = ${migration}`,
      `schema migration ${migration} is recorded with another`,
    ],
    [
      'a migration',
      `DELETE FROM schema_migrations WHERE version = ${migration}; DELETE FROM ledger_meta WHERE ${migration} = 1`,
      `schema migration ${migration} is not recorded`,
    ],
    [
      'a migration of nobody',
      'INSERT INTO schema_migrations SELECT 99, name, checksum, applied_at FROM schema_migrations WHERE version = 1',
      'schema migration 99 is not one of this program',
    ],
    [
      'a time that is none',
      `UPDATE schema_migrations SET applied_at = 'yesterday' WHERE version = ${migration};
       UPDATE ledger_meta SET value = 'yesterday' WHERE ${migration} = 1`,
      'with a time that is none',
    ],
    [
      'the name of an account',
      "UPDATE accounts SET name = 'profit' WHERE account_id = 2",
      'account 2 is called profit',
    ],
  ];
  it.each(edits)('is found: %s', async (_what, edit, expected) => {
    const messages = await found(edit);
    expect(messages.join('\n')).toContain(expected);
    expect(messages).toHaveLength(1);
  });
});
