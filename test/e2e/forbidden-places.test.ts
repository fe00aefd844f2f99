import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { payWords, type Ran, Workbench } from '../workbench.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** Words that take root's powers away, since permission bits do not bind root; null: they cannot be taken. */
const asSomebody: readonly string[] | null = (() => {
  if (process.platform === 'win32') return null;
  if (!isRoot) return [];
  const words = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  try {
    // It must also be able to start the program, which may be in root's own folder.
    const bundle = join(import.meta.dirname, '..', '..', 'dist', 'main.js');
    execFileSync(
      words[0]!,
      [...words.slice(1), process.execPath, '-e', `fs.accessSync(${JSON.stringify(bundle)})`],
      { stdio: 'ignore' },
    );
    return words;
  } catch {
    return null;
  }
})();
if (asSomebody === null) {
  skipAloud('the tests of forbidden places need to run as somebody other than root (setpriv).');
}

describe.skipIf(asSomebody === null)('places the ledger may not be kept in', { timeout: 60_000 }, () => {
  const bench = new Workbench();
  let loan = '';

  beforeAll(async () => {
    loan = await bench.openLoan();
    if (isRoot) chownSync(bench.folder, NOBODY, NOBODY);
    chmodSync(bench.folder, 0o755);
  }, 60_000);
  afterAll(() => {
    for (const name of readdirSync(bench.folder)) chmodSync(join(bench.folder, name), 0o700);
    bench.remove();
  });

  const run = (words: readonly string[], ledger: string): Promise<Ran> =>
    bench.run([...words, '--json'], {
      under: asSomebody ?? [],
      ledger,
      env: { HOME: join(bench.folder, 'nobody'), LOANDESK_HOME: join(bench.folder, 'nobody') },
    });

  /** A copy of the ledger in a folder of its own. */
  const place = (name: string, fileMode: number, folderMode: number): string => {
    const folder = join(bench.folder, name);
    mkdirSync(folder);
    const ledger = join(folder, 'ledger.db');
    copyFileSync(bench.ledger, ledger);
    if (isRoot) for (const path of [folder, ledger]) chownSync(path, NOBODY, NOBODY);
    chmodSync(ledger, fileMode);
    chmodSync(folder, folderMode);
    return ledger;
  };

  const problemOf = (ran: Ran) => {
    expect(ran.stdout).toBe('');
    const { code, detail, exit_code } = JSON.parse(ran.stderr);
    expect(exit_code).toBe(ran.exitCode);
    return { code, detail, exitCode: ran.exitCode };
  };

  it.each([
    ['a read-only file in a read-only folder', 'both', 0o400, 0o500],
    ['a read-only file', 'file', 0o400, 0o700],
    ['a file in a read-only folder', 'folder', 0o600, 0o500],
  ])('%s: reads go on, writes are refused', async (_what, name, fileMode, folderMode) => {
    const ledger = place(name, fileMode, folderMode);
    const before = readFileSync(ledger);
    const shown = await run(['loan', 'show', loan], ledger);
    expect([shown.exitCode, shown.stderr]).toEqual([0, '']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ outstanding_balance: 50_000 });
    const verified = await run(['ledger', 'verify'], ledger);
    expect([verified.exitCode, JSON.parse(verified.stdout)]).toMatchObject([0, { ok: true, entries: 1 }]);
    const paid = problemOf(await run(payWords(loan, '10'), ledger));
    expect(paid.exitCode).toBe(7);
    expect(paid.code).toBeOneOf(['ledger_unwritable', 'ledger_unreadable']);
    expect(paid.detail).toMatch(/^The ledger .+ (may only be read|cannot be opened)\.$/);
    expect(readFileSync(ledger).equals(before)).toBe(true);
    // Once it may be written again, it is, and nothing is left lying about.
    chmodSync(join(ledger, '..'), 0o700);
    chmodSync(ledger, 0o600);
    const again = await run(payWords(loan, '10'), ledger);
    expect([again.exitCode, again.signal]).toEqual([0, undefined]);
    expect(readdirSync(join(ledger, '..'))).toEqual(['ledger.db']);
  });

  it.each([
    ['an unreadable file', 'unreadable', 0o000, 0o700],
    ['an unreadable folder', 'closed', 0o600, 0o000],
  ])('%s is not taken for a missing ledger', async (_what, name, fileMode, folderMode) => {
    const ledger = place(name, fileMode, folderMode);
    const words = [['loan', 'show', loan], ['ledger', 'verify'], ['ledger', 'init'], payWords(loan, '10')];
    for (const one of words) {
      expect([one[0], problemOf(await run(one, ledger))]).toEqual([
        one[0],
        { code: 'ledger_unreadable', exitCode: 7, detail: `The ledger ${ledger} cannot be opened.` },
      ]);
    }
  });

  it('a folder in which nothing may be made gets no ledger', async () => {
    const ledger = join(place('no-new', 0o600, 0o500), '..', 'new.db');
    const refused = problemOf(await run(['ledger', 'init'], ledger));
    expect(refused).toMatchObject({ exitCode: 7, code: 'ledger_unreadable' });
    expect(existsSync(ledger)).toBe(false);
  });

  it('a file that is no ledger stays as it is', async () => {
    const path = join(bench.folder, 'letter.txt');
    writeFileSync(path, 'Dear customer, this is a letter and no ledger.\n'.repeat(200), { mode: 0o666 });
    if (isRoot) chownSync(path, NOBODY, NOBODY);
    const { mtimeMs, size } = statSync(path);
    for (const words of [['loan', 'ls'], ['ledger', 'init'], payWords(loan, '10')]) {
      const refused = problemOf(await run(words, path));
      expect(refused).toEqual({
        code: 'ledger_not_a_ledger',
        exitCode: 2,
        detail: `${path} is not a loandesk ledger.`,
      });
    }
    expect(statSync(path)).toMatchObject({ mtimeMs, size });
  });

  it('a ledger of a newer program is refused, for reading too', async () => {
    const ledger = place('newer', 0o600, 0o700);
    bench.raw((db) => db.pragma('user_version = 99'), ledger);
    for (const words of [['loan', 'ls'], ['ledger', 'verify'], payWords(loan, '10')]) {
      const refused = problemOf(await run(words, ledger));
      expect(refused).toMatchObject({ code: 'ledger_newer', exitCode: 2 });
      expect(refused.detail).toContain('its schema is 99');
    }
  });
});
