import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFreshFolder, LAUNCHER, pinnedEnvironment, runProgram } from './run-program.ts';

/** Enough that the program tells what it is doing, and that there is time to interrupt it. */
const ROWS = 20_000;

/** A statement whose rows name no loan: all of them are kept for a person to look at. */
function statement(): string {
  const lines = ['Date,Description,Debit,Credit,Balance'];
  for (let row = 1; row <= ROWS; row++) {
    lines.push(`2026-03-${10 + (row % 10)},transfer of customer ${row},,1.25,${(row * 1.25).toFixed(2)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Runs a line and sends it Ctrl-C once it says `doing`. */
function interruptedAt(
  doing: string,
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ readonly exitCode: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LAUNCHER, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      const isNew = !said.includes(doing);
      said += chunk;
      if (isNew && said.includes(doing)) child.kill('SIGINT');
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, said }));
  });
}

describe.skipIf(process.platform === 'win32')('Ctrl-C in the middle of a long import', () => {
  it.each(['planning', 'posting'])('while %s is heard at once, said, and leaves nothing', (doing) =>
    inFreshFolder(async (folder) => {
      const environment = { LOANDESK_HOME: join(folder, 'home') };
      await runProgram(['ledger', 'init'], { environment });
      const file = join(folder, 'march.csv');
      await writeFile(file, statement());
      const words = ['pay', 'import', file, '--yes', '--business-date', '2026-03-31'];
      const { exitCode, said } = await interruptedAt(doing, words, pinnedEnvironment(environment));
      expect(said.trim().split('\n').slice(-2)).toEqual([
        `${file}: ${doing}`,
        'interrupted: what was not finished is not written',
      ]);
      expect(exitCode).toBe(130);
      expect(await readdir(folder)).toEqual(['home', 'march.csv']);
      const kept = await runProgram(['pay', 'review', 'ls', '--json'], { environment });
      expect(JSON.parse(kept.out)).toEqual([]);
      const verified = await runProgram(['ledger', 'verify', '--json'], { environment });
      expect(verified.exitCode, verified.error).toBe(0);
    }),
  );
});
