import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Anchor, Store } from '../../src/store/port.ts';
import { auditRecord, decision, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { rechainAll } from './rechained-ledger.ts';
import { describeInBoth, type Edit, linesOf, type SoundLedger, soundLedger } from './sound-ledger.ts';

const OTHER_HASH = '5e'.repeat(32);
/** Nothing is changed. */
const NOTHING = 'SELECT 1';

async function fill(store: Store): Promise<void> {
  await store.write(async (tx) => {
    await tx.insert.policyVersions([policyVersion(1)]);
    await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
    await openLoan(tx, 'A');
    await openLoan(tx, 'B');
    for (let n = 1; n <= 4; n++) await pay(tx, 'A', `PAY-${n}`, n + 1, 4_000_000 - n * 100_000);
  });
}

/**
 * Someone with the shell of the engine takes the triggers away, edits, and puts them back. Whatever they do to one
 * place must be found from the others.
 */
describeInBoth('a ledger edited behind its back', (engine) => {
  let sound: SoundLedger;
  let anchor: Anchor;

  beforeAll(async () => {
    sound = await soundLedger(engine, 'tampering', fill);
    anchor = (await sound.edited(NOTHING)).anchor as Anchor;
  });
  afterAll(() => sound.remove());

  it('verifies while nothing was touched, with and without the anchor', async () => {
    expect(await sound.altered(NOTHING)).toEqual({ ok: true, entries: 6, loans: 2, anchor, violations: [] });
    expect(await sound.edited(NOTHING, anchor)).toMatchObject({ ok: true, violations: [] });
  });

  const edits: readonly (readonly [string, Edit, string])[] = [
    [
      'an amount of a posting',
      "UPDATE postings SET amount_piastres = -90000 WHERE loan_id = 'LN-A' AND entry_number = 3 AND line = 2",
      'balance: entry LN-A/3',
    ],
    [
      'both amounts of an entry',
      "UPDATE postings SET amount_piastres = amount_piastres / 2 WHERE loan_id = 'LN-A' AND entry_number = 3",
      'chain: entry LN-A/3',
    ],
    [
      'the amount of a payment',
      "UPDATE payments SET amount_piastres = 90000, principal_piastres = 90000 WHERE payment_id = 'PAY-2'",
      'chain: entry LN-A/3',
    ],
    [
      'the date of a payment',
      "UPDATE payments SET payment_date = '2026-03-19' WHERE payment_id = 'PAY-2'",
      'booking: payment PAY-2',
    ],
    [
      'who booked a payment',
      "UPDATE payments SET booked_by = 'omar' WHERE payment_id = 'PAY-2'",
      'chain: entry LN-A/3',
    ],
    [
      'a deleted entry',
      "DELETE FROM postings WHERE loan_id = 'LN-A' AND entry_number = 3; DELETE FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 3",
      'numbering: entry LN-A/4',
    ],
    [
      'an entry deleted with its payment',
      "DELETE FROM payments WHERE payment_id = 'PAY-2'; DELETE FROM postings WHERE loan_id = 'LN-A' AND entry_number = 3; DELETE FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 3",
      'seal: seal 8 of entry LN-A/3',
    ],
    [
      'the last entry deleted with its payment',
      "DELETE FROM payments WHERE payment_id = 'PAY-4'; DELETE FROM postings WHERE loan_id = 'LN-A' AND entry_number = 5; DELETE FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 5",
      'seal: seal 12 of entry LN-A/5',
    ],
    [
      'two entries swapped',
      "UPDATE journal_entries SET entry_number = 99 WHERE loan_id = 'LN-A' AND entry_number = 2; UPDATE journal_entries SET entry_number = 2 WHERE loan_id = 'LN-A' AND entry_number = 3; UPDATE journal_entries SET entry_number = 3 WHERE loan_id = 'LN-A' AND entry_number = 99",
      'chain: entry LN-A/2',
    ],
    [
      'a broken chain',
      ({ bytes }) =>
        `UPDATE journal_entries SET hash = ${bytes(OTHER_HASH)} WHERE loan_id = 'LN-A' AND entry_number = 2`,
      'chain: entry LN-A/2',
    ],
    [
      'a broken seal',
      ({ bytes }) => `UPDATE seals SET chain_hash = ${bytes(OTHER_HASH)} WHERE sequence = 4`,
      'seal: seal 4 of entry LN-B/1',
    ],
    ['a removed seal', 'DELETE FROM seals WHERE sequence = 4', 'unsealed: entry LN-B/1'],
    [
      'a decision',
      "UPDATE decisions SET annual_rate_e4 = 10000 WHERE application_id = 'APP-A'",
      'fact: decision APP-A/1',
    ],
    [
      'who decided',
      "UPDATE decisions SET decision_maker_id = 'officer-8' WHERE application_id = 'APP-A'",
      'fact: decision APP-A/1',
    ],
    ['a deleted decision', "DELETE FROM decisions WHERE application_id = 'APP-A'", 'fact: decision APP-A/1'],
    ['the terms of a loan', "UPDATE loans SET term_months = 24 WHERE loan_id = 'LN-B'", 'fact: loan LN-B'],
    [
      'an application',
      "UPDATE applications SET requested_amount_piastres = 1 WHERE application_id = 'APP-A'",
      'fact: application APP-A',
    ],
    [
      'the cached status of an application',
      "UPDATE applications SET status = 'rejected' WHERE application_id = 'APP-A'",
      'status: application APP-A',
    ],
    [
      'the account money went to',
      "UPDATE disbursements SET merchant_bank_account = 'X' WHERE loan_id = 'LN-B'",
      'fact: disbursement DSB-B',
    ],
    ['a policy', 'UPDATE policy_versions SET document_json = \'{"v":2}\'', 'fact: policy 1'],
    [
      'an added policy',
      "INSERT INTO policy_versions VALUES (2, '{}', NULL, '2026', 'mona')",
      'fact: policy 2',
    ],
    ['all seals', 'DELETE FROM seals', 'unsealed: audit 1'],
    [
      'the number of a posting',
      "UPDATE postings SET line = 7 WHERE loan_id = 'LN-A' AND entry_number = 3 AND line = 2",
      'orphan: entry LN-A/3',
    ],
    ['an officer in the audit trail', "UPDATE audit SET actor = 'omar' WHERE number = 2", 'chain: audit 2'],
    [
      'a deleted audit record',
      'DELETE FROM audit_facts WHERE audit_number = 2; DELETE FROM audit WHERE number = 2',
      'seal: seal 3 of audit 2',
    ],
    [
      'a decision with its attested hash',
      ({ bytes }) =>
        `UPDATE audit_facts SET hash = ${bytes(OTHER_HASH)} WHERE kind = 'decision' AND fact_id = 'APP-A/1'`,
      'chain: audit 2',
    ],
    [
      'a payment for a loan that is not there',
      "INSERT INTO payments SELECT 'LN-X', booking_order, 'PAY-X', amount_piastres, payment_date, method, NULL, principal_piastres, 0, 0, 0, remaining_piastres, entry_number, booked_at, booked_by, NULL FROM payments WHERE payment_id = 'PAY-1'",
      'orphan: payment PAY-X',
    ],
  ];

  it.each(edits)('is found to have %s changed', async (_what, edit, expected) => {
    const report = await sound.edited(edit);
    expect(report.ok).toBe(false);
    expect(linesOf(report)).toContain(expected);
  });

  it('is found to have lost a trigger', async () => {
    const [drop, message] =
      engine === 'sqlite'
        ? ['DROP TRIGGER postings_no_update', 'trigger postings_no_update is missing']
        : [
            'DROP TRIGGER postings_append_only ON postings',
            expect.stringMatching(/^not as it was made: trigger CREATE TRIGGER postings_append_only BEFORE /),
          ];
    const { violations } = await sound.altered(drop);
    expect(violations).toEqual([{ check: 'engine', where: 'ledger file', message }]);
  });

  const cutTail = `DELETE FROM seals WHERE sequence > 11;
      DELETE FROM audit_facts WHERE audit_number > 6; DELETE FROM audit WHERE number > 6;
      DELETE FROM payments WHERE payment_id = 'PAY-4';
      DELETE FROM postings WHERE loan_id = 'LN-A' AND entry_number = 5;
      DELETE FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 5`;

  it('is found to have lost its tail, seals and all, by the anchor alone', async () => {
    expect(await sound.edited(cutTail)).toMatchObject({ ok: true, entries: 5 });
    expect(linesOf(await sound.edited(cutTail, anchor))).toEqual([`anchor: seal ${anchor.sequence}`]);
  });

  it('is found to be chained anew throughout, by the anchor alone', async () => {
    const rechain: Edit = async (ledger) => {
      await ledger.run("UPDATE audit SET actor = 'omar' WHERE number = 2");
      await rechainAll(ledger);
    };
    expect(await sound.edited(rechain)).toMatchObject({ ok: true, entries: 6 });
    expect(linesOf(await sound.edited(rechain, anchor))).toEqual([`anchor: seal ${anchor.sequence}`]);
  });

  it('is found not to be what a wrong anchor says', async () => {
    expect((await sound.edited(NOTHING, { sequence: 3, hash: anchor.hash })).ok).toBe(false);
    expect(
      (await sound.edited(NOTHING, { sequence: 99, hash: anchor.hash })).violations[0]?.message,
    ).toContain('no seal 99');
  });

  it('keeps the terms of every other decision out of it', async () => {
    const report = await sound.edited("UPDATE decisions SET note = 'x' WHERE application_id = 'APP-B'");
    expect(linesOf(report)).toEqual(['fact: decision APP-B/1']);
    expect(decision('APP-B', 'LN-B').note).toBeNull();
  });
});
