import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payWords, Workbench } from '../workbench.ts';

const PAY_DAY = '2024-02-10';

const hasShell = (() => {
  try {
    execFileSync('sqlite3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'NOTE: no sqlite3 shell here (on Debian: apt-get install sqlite3); tampering through the driver.',
    );
    return false;
  }
})();

describe('ledger verify of the built program on a ledger edited by hand', { timeout: 60_000 }, () => {
  const bench = new Workbench();
  const sound = join(bench.folder, 'sound.db');
  const beforeLast = join(bench.folder, 'before-last.db');
  let loan = '';
  let application = '';
  let payments: readonly string[] = [];
  let anchor = '';

  const pay = async (amount: string) =>
    (await bench.must<{ payment_id: string }>(payWords(loan, amount), { businessDate: PAY_DAY })).payment_id;

  beforeAll(async () => {
    loan = await bench.openLoan();
    payments = [await pay('4000'), await pay('3000'), await pay('2000')];
    copyFileSync(bench.ledger, beforeLast);
    payments = [...payments, await pay('1000')];
    copyFileSync(bench.ledger, sound);
    application = bench.raw((db) => db.prepare('SELECT application_id FROM loans').pluck().get() as string);
    anchor = (await bench.run(['ledger', 'verify', '--print-anchor'])).stdout.trim();
  }, 60_000);
  afterAll(() => bench.remove());

  const shell = (sql: string): void => {
    if (hasShell) execFileSync('sqlite3', ['-bail', bench.ledger, sql], { stdio: 'pipe' });
    else bench.raw((db) => db.exec(sql));
  };

  const layOut = (from: string): void => {
    for (const end of ['-wal', '-shm']) rmSync(`${bench.ledger}${end}`, { force: true });
    copyFileSync(from, bench.ledger);
  };

  /** Edits a copy of the sound ledger with the triggers taken away and put back, as someone careful would. */
  const edit = (sql: string): void => {
    layOut(sound);
    const triggers = bench.raw(
      (db) =>
        db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
          name: string;
          sql: string;
        }[],
    );
    const away = triggers.map(({ name }) => `DROP TRIGGER ${name};`).join('\n');
    const back = triggers.map((trigger) => `${trigger.sql};`).join('\n');
    shell(`PRAGMA foreign_keys = OFF; BEGIN; ${away} ${sql}; ${back} COMMIT;`);
  };

  it('passes what nobody touched, and passes the anchor', async () => {
    layOut(sound);
    expect(anchor).toMatch(/^\d+:[0-9a-f]{64}$/);
    expect(await bench.verify({ expect: anchor })).toMatchObject({ exitCode: 0, ok: true, violations: [] });
  });

  const entry = (number: number) => `loan_id = '${loan}' AND entry_number = ${number}`;
  const removed = (number: number) =>
    `DELETE FROM postings WHERE ${entry(number)}; DELETE FROM journal_entries WHERE ${entry(number)};`;

  const edits: readonly (readonly [what: string, sql: () => string, firstBad: () => string])[] = [
    [
      'a changed amount',
      () => `UPDATE postings SET amount_piastres = amount_piastres + 100 WHERE ${entry(3)} AND line = 1`,
      () => `entry ${loan}/3`,
    ],
    [
      'an amount changed everywhere it stands',
      () => `UPDATE postings SET amount_piastres = amount_piastres - 100 WHERE ${entry(5)} AND line = 1;
        UPDATE postings SET amount_piastres = amount_piastres + 100 WHERE ${entry(5)} AND line = 2;
        UPDATE payments SET amount_piastres = amount_piastres - 100, principal_piastres = principal_piastres - 100,
          remaining_piastres = remaining_piastres + 100 WHERE payment_id = '${payments[3]}'`,
      () => `entry ${loan}/5`,
    ],
    ['a deleted entry', () => removed(3), () => `entry ${loan}/4`],
    [
      'an entry deleted with its payment',
      () => `${removed(3)} DELETE FROM payments WHERE payment_id = '${payments[1]}'`,
      () => `entry ${loan}/4`,
    ],
    [
      'two swapped entries',
      () =>
        [
          [3, 99],
          [4, 3],
          [99, 4],
        ]
          .map(
            ([from, to]) =>
              `UPDATE journal_entries SET entry_number = ${to} WHERE ${entry(from!)};
               UPDATE postings SET entry_number = ${to} WHERE ${entry(from!)};`,
          )
          .join(' '),
      () => `payment ${payments[1]}`,
    ],
    [
      'a broken chain',
      () => `UPDATE journal_entries SET hash = randomblob(32) WHERE ${entry(2)}`,
      () => `entry ${loan}/2`,
    ],
    [
      'a changed decision',
      () => 'UPDATE decisions SET annual_rate_e4 = 10000',
      () => `decision ${application}/1`,
    ],
    [
      'a changed policy',
      () => `UPDATE policy_versions SET document_json = replace(document_json, '90', '91')`,
      () => 'policy 1',
    ],
    [
      'another officer in the audit trail',
      () => "UPDATE audit SET actor = 'somebody-else' WHERE action = 'decisions.create'",
      () => 'audit 3',
    ],
  ];

  it.each(edits)('finds %s and names the row first', async (_what, sql, firstBad) => {
    edit(sql());
    const found = await bench.verify();
    expect(found).toMatchObject({ exitCode: 9, ok: false });
    expect(found.violations[0]?.where).toBe(firstBad());
  });

  it('tells people as plainly as programs', async () => {
    edit("UPDATE decisions SET note = 'x'");
    const { exitCode, stdout, stderr } = await bench.run(['ledger', 'verify', '--format', 'table']);
    expect(exitCode).toBe(9);
    expect(stdout).toContain(`decision ${application}/1`);
    expect(stderr).toContain('do not work on this ledger');
  });

  it('finds a deleted tail by the anchor alone', async () => {
    edit(`DELETE FROM seals WHERE sequence > (SELECT sequence FROM seals WHERE kind = 'entry' AND number = 5) - 1;
      DELETE FROM audit_facts WHERE audit_number NOT IN (SELECT number FROM seals WHERE kind = 'audit');
      DELETE FROM audit WHERE number NOT IN (SELECT number FROM seals WHERE kind = 'audit');
      ${removed(5)} DELETE FROM payments WHERE payment_id = '${payments[3]}'`);
    expect(await bench.verify()).toMatchObject({ exitCode: 0, ok: true, entries: 4 });
    const found = await bench.verify({ expect: anchor });
    expect(found).toMatchObject({ exitCode: 9, ok: false, entries: 4 });
    expect(found.violations).toEqual([
      expect.objectContaining({ check: 'anchor', where: `seal ${anchor.split(':')[0]}` }),
    ]);
  });

  it('finds a tail written anew, chained throughout, by the anchor alone', async () => {
    layOut(beforeLast);
    await pay('999');
    expect(await bench.verify()).toMatchObject({ exitCode: 0, ok: true, entries: 5 });
    const found = await bench.verify({ expect: anchor });
    expect(found).toMatchObject({ exitCode: 9, ok: false, entries: 5 });
    expect(found.violations[0]?.message).toContain('rewritten');
  });

  it('refuses a plain UPDATE or DELETE of what was written, through any connection', () => {
    layOut(sound);
    const tables = [
      ...[
        'accounts',
        'applications',
        'audit',
        'audit_facts',
        'decisions',
        'disbursements',
        'journal_entries',
      ],
      ...['loans', 'payments', 'policy_versions', 'postings', 'schema_migrations', 'seals'],
    ];
    for (const table of tables) {
      const column = bench.raw((db) => db.pragma(`table_info(${table})`) as { name: string }[])[0]!.name;
      const rows = bench.count(table);
      expect([table, rows]).not.toEqual([table, 0]);
      for (const sql of [`DELETE FROM ${table}`, `UPDATE ${table} SET ${column} = ${column}`]) {
        expect(() => shell(sql)).toThrow('append-only');
      }
      expect([table, bench.count(table)]).toEqual([table, rows]);
    }
  });
});
