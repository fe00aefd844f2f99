import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFreshFolder, LAUNCHER, runProgram } from './run-program.ts';

interface CronRun {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a line as cron does: nearly no environment, another HOME, standard input closed, no terminal. */
function fromCron(words: readonly string[], home: string): Promise<CronRun> {
  return new Promise((resolve, reject) => {
    const quoted = [process.execPath, LAUNCHER, ...words].map((word) => `'${word}'`).join(' ');
    const child = spawn('/bin/sh', ['-c', `exec ${quoted} <&-`], {
      cwd: '/',
      env: { HOME: home, PATH: '/usr/bin:/bin', SHELL: '/bin/sh', LOGNAME: 'nobody' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, out, error }));
  });
}

const ON = ['--business-date', '2026-03-31'];

async function loanOn(ledger: string): Promise<string> {
  const run = async (line: string, key: string) => {
    const words = [...line.split(' '), '--yes', '--business-date', '2026-01-31', '--ledger', ledger];
    const { out, error } = await runProgram([...words, '--columns', key, '--no-headers']);
    if (out === '') throw new Error(error);
    return out.trim();
  };
  const app = await run(
    'apply --merchant-id m --business-name Nile --amount 12000 --purpose inventory --monthly-sales 90000 --platform platform_a --term 12',
    'application_id',
  );
  const loan = await run(
    `decide ${app} --approve --amount 12000 --rate 24 --term 12 --override-reason known`,
    'loan_id',
  );
  await run(`disburse ${loan} --method bank_transfer --account EG380019000500000000263180002`, 'status');
  return loan;
}

describe('an import from cron', () => {
  it('works on the ledger it is given, refuses a missing one, and says what a log should have', async () => {
    await inFreshFolder(async (folder) => {
      const ledger = join(folder, 'books', 'ledger.db');
      await mkdir(join(folder, 'books'));
      const home = join(folder, 'home-of-cron');
      await mkdir(home);
      await mkdir(join(folder, 'in'));
      const loan = await loanOn(ledger);
      const file = join(folder, 'in', 'daily.csv');
      await writeFile(file, `loan_id,payment_amount,payment_date\n${loan},500.00,2026-03-01\n`);
      const line = ['pay', 'import', file, '--yes', '--results', join(folder, 'out'), ...ON];

      const posted = await fromCron([...line, '--ledger', ledger], home);
      expect(posted.error.split('\n')).toEqual([
        `${file} (csv by source loandesk): 1 new, 0 already imported`,
        expect.stringMatching(/^ {2}posted: 1 of 500\.00 EGP: principal \d+\.\d\d, interest \d+\.\d\d$/),
        expect.stringMatching(/^ {2}batch BAT-\w{9}$/),
        `What became of its rows is in ${join(folder, 'out', 'daily.result.csv')}`,
        `written to ledger ${ledger}`,
        '',
      ]);
      expect(posted.exitCode).toBe(0);
      expect(posted.out).toContain('\tpost\tEGP\t1\t500.00\n');
      expect((await stat(join(folder, 'out', 'daily.result.csv'))).mode & 0o777).toBe(0o600);

      const again = await fromCron([...line, '--ledger', ledger], home);
      expect(again.error).toContain('0 new, 1 already imported');
      expect(again.exitCode).toBe(0);

      const quiet = await fromCron([...line, '--ledger', ledger, '--quiet', '--json'], home);
      expect(quiet.error).toBe('');
      expect(JSON.parse(quiet.out)).toMatchObject({ batch_id: null, new_rows: 0 });

      const missing = join(folder, 'books', 'mistyped.db');
      const refused = await fromCron([...line, '--ledger', missing], home);
      expect(refused.exitCode).toBe(2);
      expect(refused.out).toBe('');
      expect(refused.error).toContain(missing);
      expect(existsSync(missing)).toBe(false);

      const unnamed = await fromCron(line, home);
      expect(unnamed.exitCode).toBe(2);
      // What was compiled is kept there, and nothing else.
      expect(await readdir(home)).toEqual(['.cache']);

      const unasked = await fromCron(['pay', 'import', file, ...ON, '--ledger', ledger], home);
      expect(unasked.exitCode).toBe(0);
      await writeFile(file, `loan_id,payment_amount,payment_date\n${loan},600.00,2026-03-01\n`);
      expect((await fromCron(['pay', 'import', file, ...ON, '--ledger', ledger], home)).exitCode).toBe(2);
    });
  }, 60_000);

  it('tells every tenth of a long file', async () => {
    await inFreshFolder(async (folder) => {
      const ledger = join(folder, 'ledger.db');
      await loanOn(ledger);
      const rows = Array.from(
        { length: 20_000 },
        (_, at) => `2026-03-01,+0.01,money from somebody who says nothing ${at}`,
      );
      const file = join(folder, 'long.csv');
      await writeFile(file, `Date,Amount,Details\n${rows.join('\n')}\n`);
      const { error, exitCode } = await fromCron(
        ['pay', 'import', file, '--dry-run', '--ledger', ledger, ...ON],
        folder,
      );
      expect(exitCode).toBe(8);
      const tenths = [...error.matchAll(/: read (\d+) %/g)].map(([, percent]) => Number(percent));
      expect(tenths).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
      expect(error).toContain('20,000 new');
      expect(error).not.toContain('\u001b');
    });
  }, 60_000);
});
