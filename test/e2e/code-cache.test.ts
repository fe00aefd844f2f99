import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFreshFolder, runProgram } from './run-program.ts';

const HELP = ['help', 'rules'];

async function keptFile(home: string): Promise<string> {
  const folder = join(home, 'cache', 'code');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0]!);
}

describe('the compiled code kept for later runs', () => {
  const run = (home: string, words = HELP) => runProgram(words, { environment: { LOANDESK_HOME: home } });

  it('grows for a few runs and then stays as it is', async () => {
    await inFreshFolder(async (home) => {
      const first = await run(home);
      const file = await keptFile(home);
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
      for (let runs = 1; runs < 4; runs++) await run(home);
      const { ino, mtimeMs } = await stat(file);
      const last = await run(home);
      expect(await stat(file)).toMatchObject({ ino, mtimeMs });
      expect(last).toEqual(first);
    });
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 4096)],
    ['empty', () => Buffer.alloc(0)],
    [
      'zeroed in the middle',
      (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length >> 2, bytes.length >> 1),
    ],
    [
      'of another build',
      (bytes: Buffer) =>
        Buffer.from(bytes.toString('latin1').replace(/[0-9a-f]{64}/, 'f'.repeat(64)), 'latin1'),
    ],
    ['something else', () => Buffer.from('{"build": 7}\n')],
  ])('is not used when it is %s, and is made anew', async (_what, spoil) => {
    await inFreshFolder(async (home) => {
      const first = await run(home);
      const file = await keptFile(home);
      const whole = await readFile(file);
      await writeFile(file, spoil(whole));
      expect(await run(home)).toEqual(first);
      const again = await readFile(file);
      expect(again.length).toBeGreaterThan(whole.length / 2);
      expect(again.toString('latin1')).toContain('"runs":1,');
    });
  });

  it('is one file for a first word, and none for a mistyped line', async () => {
    await inFreshFolder(async (home) => {
      expect((await run(home, ['lone', 'show'])).exitCode).toBe(2);
      expect(await readdir(join(home, 'cache', 'code'))).toEqual([]);
      await run(home, ['loan', 'ls']);
      await run(home, ['loan', 'quote', '--amount', '1000', '--rate', '10', '--term', '3']);
      await keptFile(home);
    });
  });
});
