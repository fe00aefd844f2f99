import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccess } from './access-fixtures.ts';
import { auditRecord, policyVersion } from './ledger-fixtures.ts';
import { describeInBoth, type Edit, linesOf, type SoundLedger, soundLedger } from './sound-ledger.ts';

/** Somebody who can write the file gives themselves rights, or takes a colleague's name from an approval. */
describeInBoth('officers and approvals edited behind the ledger’s back', (engine) => {
  let sound: SoundLedger;
  beforeAll(async () => {
    sound = await soundLedger(engine, 'access_tampering', (store) =>
      store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
        await openAccess(tx);
      }),
    );
  });
  afterAll(() => sound.remove());

  const violations = async (edit: Edit) => linesOf(await sound.edited(edit));

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
