import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textWidth } from '../../src/render/text-width.ts';
import { benchLoan } from '../bench/bench-loan.ts';
import { makeLoansLedger } from '../bench/payments-ledger.ts';
import { sharingKeptCode } from '../kept-code.ts';
import { skipAloud } from '../skip-aloud.ts';
import { ROOT } from '../source-files.ts';
import { temporaryFolder } from '../store/temporary-ledger.ts';
import { LAUNCHER, pinnedEnvironment } from './run-program.ts';

/** With marks that take no cell, one that takes two, and sixty letters. */
const NAMES = ['متجر مُحَمَّد للأَقمِشة', 'Café 🛒 Nile', `Nile ${'Crafts '.repeat(7)}and Sons`];
const USERS = ['mer:12', 'two words', "o'brien", '-dash'];
const LOANS = 5000;

const folder = temporaryFolder();
const home = join(folder.path, 'home');

/** Runs a line of bash in which `loandesk` is the program. */
function bash(line: string, more: Record<string, string> = {}) {
  const { NO_COLOR: _, ...environment } = pinnedEnvironment({ LOANDESK_HOME: home, HOME: folder.path });
  const done = spawnSync(
    'bash',
    ['--norc', '-c', `loandesk() { '${process.execPath}' '${LAUNCHER}' "$@"; }\n${line}`],
    {
      env: { ...environment, ...more },
      cwd: folder.path,
      encoding: 'utf8',
      input: '',
      timeout: 60_000,
    },
  );
  return { code: done.status, out: done.stdout, said: done.stderr };
}

function has(command: string): boolean {
  if (!spawnSync(command, ['--version']).error) return true;
  skipAloud(`awkward values: ${command} is not installed`);
  return false;
}

/** What a line prints on a terminal so many cells wide. */
function onTerminal(line: string, cells: number, more: Record<string, string> = {}): string {
  const typed = `stty cols ${cells} rows 50; '${process.execPath}' '${LAUNCHER}' ${line}`;
  // util-linux gives the command a terminal of its own.
  const { out } = bash(`script -qec "${typed}" /dev/null </dev/null`, {
    TERM: 'xterm-256color',
    COLUMNS: String(cells),
    ...more,
  });
  return out.replaceAll('\r', '');
}

describe.skipIf(process.platform === 'win32')('B49 to B51', () => {
  beforeAll(async () => {
    mkdirSync(home);
    sharingKeptCode(home);
    const applications = NAMES.map((name, at) => ({
      merchant_id: `mer:${at}`,
      business_name: name,
      requested_amount: 1_234_567.5,
      loan_purpose: 'inventory',
      platform_type: 'platform_a',
      requested_term_months: 12,
      monthly_sales_volume: 90_000,
    }));
    const users = USERS.map((user_id) => ({
      kind: 'user',
      user_id,
      permissions_status: 'granted',
      user_name: 'Amal',
      user_phone: '+201001234567',
      created_at: '2026-01-01T00:00:00Z',
    }));
    const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(folder.path, 'applications.jsonl'), lines(applications));
    writeFileSync(join(folder.path, 'users.jsonl'), lines(users));
    expect(
      bash('loandesk apply --from applications.jsonl && loandesk users import users.jsonl'),
    ).toMatchObject({ code: 0 });
    await makeLoansLedger(join(folder.path, 'loans.db'), LOANS, (index) => benchLoan(index, 0));
  }, 60_000);
  afterAll(() => folder.remove());

  describe.skipIf(!has('script'))('tables on a terminal', () => {
    it.each([40, 80, 200])('of %i cells keep to them, line up, and cut neither money nor ids', (cells) => {
      const text = onTerminal('applications ls', cells, { NO_COLOR: '1' });
      const printed = text.trimEnd().split('\n');
      for (const line of printed) expect(textWidth(line), line).toBeLessThanOrEqual(cells);
      expect(text.match(/1,234,567\.50/g)).toHaveLength(NAMES.length);
      expect(text.match(/\bAPP-[0-9A-Z]{9}\b/g)).toHaveLength(NAMES.length);
      if (cells === 40) {
        // One under the other: each field has a line of its own.
        expect(text.match(/^Requested +1,234,567\.50$/gm)).toHaveLength(NAMES.length);
        return;
      }
      const ends = printed.flatMap((line) => {
        const amount = /^.*1,234,567\.50/.exec(line);
        return amount === null ? [] : [textWidth(amount[0])];
      });
      expect(new Set(ends).size).toBe(1);
    });

    it('have colours, unless NO_COLOR or a dumb terminal says no', () => {
      const sequence = '\u001b[';
      expect(onTerminal('applications ls', 200)).toContain(sequence);
      expect(onTerminal('applications ls', 200, { NO_COLOR: '1' })).not.toContain(sequence);
      expect(onTerminal('applications ls', 200, { TERM: 'dumb' })).not.toContain(sequence);
    });
  });

  it('a pipe and a file get whole rows without colours, whatever COLUMNS says', () => {
    const piped = bash('loandesk applications ls | cat', { COLUMNS: '40' });
    expect(piped).toMatchObject({ code: 0, said: '' });
    for (const name of NAMES) expect(piped.out).toContain(`\t${name}\t`);
    expect(piped.out).not.toContain('\u001b');
    bash('loandesk applications ls > rows.tsv', { COLUMNS: '40' });
    expect(readFileSync(join(folder.path, 'rows.tsv'), 'utf8')).toBe(piped.out);
    expect(bash(`loandesk applications ls | grep -c Crafts`).out.trim()).toBe('1');
  });

  it('a document goes to stdout alone, and what is said beside it to stderr', () => {
    const done = bash('loandesk find "mer:1" --size 1 --json');
    expect(JSON.parse(done.out)).toMatchObject({ query: 'mer:1' });
    const asked = bash('loandesk apply --from applications.jsonl --dry-run --json');
    expect(JSON.parse(asked.out)).toHaveLength(NAMES.length);
    expect(asked.said).toContain('dry run');
  });

  it('a reader of one line of 5000 ends it quietly, with stderr closed too', () => {
    for (const closed of ['', ' 2>&-']) {
      const done = bash(
        `set -o pipefail; loandesk loan ls --ledger loans.db${closed} | head -1; echo "\${PIPESTATUS[0]}"`,
      );
      const [heading, code] = done.out.trimEnd().split('\n');
      expect(heading).toMatch(/^loan_id\t/);
      expect([code, done.said]).toEqual(['0', '']);
    }
    expect(bash('loandesk loan ls --ledger loans.db | wc -l').out.trim()).toBe(String(LOANS + 1));
  });

  it.each(['--amount -10', '--amount=-10'])('%s is refused as negative', (flag) => {
    const loan = /LN-\w{9}/.exec(bash('loandesk loan ls --ledger loans.db --size 1').out)?.[0];
    const done = bash(`loandesk pay ${loan} ${flag} --method auto_debit --ledger loans.db --yes`);
    expect([done.code, done.out]).toEqual([2, '']);
    expect(done.said).toContain('-10 is negative');
  });

  it.each([
    ['mer:12', 'mer:12'],
    ['two words', "'two words'"],
    ["o'brien", '"o\'brien"'],
    ['-dash', '-- -dash'],
  ])('an id %s is taken as it is', (id, typed) => {
    const done = bash(`loandesk users show --columns user_id ${typed}`);
    expect(done).toMatchObject({ code: 0, out: `user_id\n${id}\n` });
    const found = JSON.parse(bash(`loandesk find --json ${typed}`).out) as {
      readonly matches: readonly { readonly id: string; readonly command: string }[];
    };
    const command = found.matches.find((match) => match.id === id)?.command as string;
    // The command it names works as it stands.
    expect(bash(command)).toMatchObject({ code: 0 });
  });

  it.each([
    ['bash', 'loandesk.bash'],
    ['zsh', '_loandesk'],
    ['fish', 'loandesk.fish'],
  ])('%s reads its script without a word', (shell, script) => {
    if (!has(shell)) return;
    const path = join(ROOT, 'completions', script);
    expect(execFileSync(shell, ['-n', path], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });

  /** What bash would put in for what is typed, the colon being one of its own word breaks. */
  function bashReplies(words: readonly string[]): string[] {
    const script = join(ROOT, 'completions', 'loandesk.bash');
    const { out } = bash(
      `source '${script}'; COMP_WORDS=(${words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')})
       COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_TYPE=63; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
       _loandesk; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    return out.split('\n').filter((line) => line !== '');
  }

  it('bash completes an id with a colon once', () => {
    const replies = bashReplies(['loandesk', 'users', 'show', 'mer', ':', '1']);
    expect(replies.map((reply) => `mer:${reply}`.replace('mer:mer:', 'twice '))).toEqual(['mer:12']);
  });
});
