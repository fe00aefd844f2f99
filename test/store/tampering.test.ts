import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type VerifyReport, verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Anchor } from '../../src/store/port.ts';
import { auditHash, CHAIN_START, type SealedItem, sealHash } from '../../src/store/sealing.ts';
import { editCopy } from './edited-ledger.ts';
import { auditRecord, decision, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

/**
 * Someone with the sqlite3 shell takes the triggers away, edits, and puts them back. Whatever they do to one place
 * must be found from the others.
 */
describe('a ledger edited behind its back', () => {
  const folder = temporaryFolder();
  const sound = join(folder.path, 'sound.db');
  let anchor: Anchor;
  let copies = 0;

  beforeAll(async () => {
    const store = await openLedger(sound);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
      await openLoan(tx, 'A');
      await openLoan(tx, 'B');
      for (let n = 1; n <= 4; n++) await pay(tx, 'A', `PAY-${n}`, n + 1, 4_000_000 - n * 100_000);
    });
    anchor = (await store.read((tx) => tx.info())).anchor as Anchor;
    await store.close();
  });
  afterAll(() => folder.remove());

  async function verify(path: string, expected?: Anchor): Promise<VerifyReport> {
    const store = await openLedger(path, { createIfMissing: false, readOnly: true });
    const report = await store.read((tx) =>
      verifyLedger(tx, expected === undefined ? {} : { expect: expected }),
    );
    await store.close();
    return report;
  }

  /** Edits a copy of the sound ledger with its triggers out of the way and verifies it. */
  async function edited(edit: (db: Database.Database) => void, expected?: Anchor): Promise<VerifyReport> {
    copies += 1;
    const path = join(folder.path, `copy-${copies}.db`);
    editCopy(sound, path, edit);
    return verify(path, expected);
  }

  const found = (report: VerifyReport) => report.violations.map(({ check, where }) => `${check}: ${where}`);

  it('verifies while nothing was touched, with and without the anchor', async () => {
    expect(await verify(sound)).toEqual({ ok: true, entries: 6, loans: 2, anchor, violations: [] });
    expect(await verify(sound, anchor)).toMatchObject({ ok: true });
    expect((await edited(() => undefined)).violations).toEqual([]);
  });

  const edits: readonly (readonly [string, string, string])[] = [
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
      "UPDATE journal_entries SET hash = randomblob(32) WHERE loan_id = 'LN-A' AND entry_number = 2",
      'chain: entry LN-A/2',
    ],
    [
      'a broken seal',
      'UPDATE seals SET chain_hash = randomblob(32) WHERE sequence = 4',
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
      "UPDATE audit_facts SET hash = randomblob(32) WHERE kind = 'decision' AND fact_id = 'APP-A/1'",
      'chain: audit 2',
    ],
    [
      'a payment for a loan that is not there',
      "INSERT INTO payments SELECT 'LN-X', booking_order, 'PAY-X', amount_piastres, payment_date, method, NULL, principal_piastres, 0, 0, 0, remaining_piastres, entry_number, booked_at, booked_by, NULL FROM payments WHERE payment_id = 'PAY-1'",
      'orphan: payment PAY-X',
    ],
  ];

  it.each(edits)('is found to have %s changed', async (_what, sql, expected) => {
    const report = await edited((db) => db.exec(sql));
    expect(report.ok).toBe(false);
    expect(found(report)).toContain(expected);
  });

  it('is found to have lost a trigger', async () => {
    const path = join(folder.path, 'no-trigger.db');
    copyFileSync(sound, path);
    const db = new Database(path);
    db.exec('DROP TRIGGER postings_no_update');
    db.close();
    const report = await verify(path);
    expect(report.violations).toEqual([
      { check: 'engine', where: 'ledger file', message: 'trigger postings_no_update is missing' },
    ]);
  });

  const cutTail = (db: Database.Database): void => {
    db.exec(`DELETE FROM seals WHERE sequence > 11;
      DELETE FROM audit_facts WHERE audit_number > 6; DELETE FROM audit WHERE number > 6;
      DELETE FROM payments WHERE payment_id = 'PAY-4';
      DELETE FROM postings WHERE loan_id = 'LN-A' AND entry_number = 5;
      DELETE FROM journal_entries WHERE loan_id = 'LN-A' AND entry_number = 5`);
  };

  it('is found to have lost its tail, seals and all, by the anchor alone', async () => {
    expect(await edited(cutTail)).toMatchObject({ ok: true, entries: 5 });
    expect(found(await edited(cutTail, anchor))).toEqual([`anchor: seal ${anchor.sequence}`]);
  });

  it('is found to be chained anew throughout, by the anchor alone', async () => {
    const rechain = (db: Database.Database): void => {
      db.exec("UPDATE audit SET actor = 'omar' WHERE number = 2");
      rechainAll(db);
    };
    expect(await edited(rechain)).toMatchObject({ ok: true, entries: 6 });
    expect(found(await edited(rechain, anchor))).toEqual([`anchor: seal ${anchor.sequence}`]);
  });

  it('is found not to be what a wrong anchor says', async () => {
    expect((await verify(sound, { sequence: 3, hash: anchor.hash })).ok).toBe(false);
    expect((await verify(sound, { sequence: 99, hash: anchor.hash })).violations[0]?.message).toContain(
      'no seal 99',
    );
  });

  it('keeps the terms of every other decision out of it', async () => {
    const report = await edited((db) =>
      db.exec("UPDATE decisions SET note = 'x' WHERE application_id = 'APP-B'"),
    );
    expect(found(report)).toEqual(['fact: decision APP-B/1']);
    expect(decision('APP-B', 'LN-B').note).toBeNull();
  });
});

/** What a patient forger with the source code would do: recompute every hash that covers the audit trail. */
function rechainAll(db: Database.Database): void {
  const seals = db
    .prepare('SELECT sequence, kind, loan_id AS loanId, number FROM seals ORDER BY sequence')
    .all();
  let previous = CHAIN_START;
  for (const seal of seals as (SealedItem & { sequence: number })[]) {
    if (seal.kind === 'audit') {
      const row = db.prepare('SELECT * FROM audit WHERE number = ?').get(seal.number) as Record<
        string,
        never
      >;
      const facts = db
        .prepare(
          'SELECT kind, fact_id AS factId, lower(hex(hash)) AS hash FROM audit_facts WHERE audit_number = ? ORDER BY kind, fact_id',
        )
        .all(seal.number) as { kind: string; factId: string; hash: string }[];
      const record = {
        ...row,
        osUser: row.os_user,
        beforeJson: row.before_json,
        afterJson: row.after_json,
        requestId: row.request_id,
        policyVersion: row.policy_version,
        businessDate: row.business_date,
      } as never;
      db.prepare('UPDATE audit SET hash = ? WHERE number = ?').run(
        auditHash(seal.number, record, facts),
        seal.number,
      );
    }
    const table =
      seal.kind === 'audit'
        ? 'audit WHERE number = ?'
        : 'journal_entries WHERE entry_number = ? AND loan_id = ?';
    const keys = seal.kind === 'audit' ? [seal.number] : [seal.number, seal.loanId];
    const item = (
      db
        .prepare(`SELECT hash FROM ${table}`)
        .pluck()
        .get(...keys) as Buffer
    ).toString('hex');
    const chain = sealHash(previous, seal.sequence, seal, item);
    db.prepare('UPDATE seals SET item_hash = unhex(?), chain_hash = ? WHERE sequence = ?').run(
      item,
      chain,
      seal.sequence,
    );
    previous = chain.toString('hex');
  }
}
