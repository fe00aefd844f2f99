import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment, runProgram } from './run-program.ts';

/** Runs a line of shell in which `"$@"` is the program. */
async function shell(line: string, args: readonly string[], folder: string) {
  return execa('bash', ['--norc', '-c', line, 'bash', process.execPath, LAUNCHER, ...args], {
    env: pinnedEnvironment({ LOANDESK_HOME: sharingKeptCode(folder) }),
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
}

describe.skipIf(process.platform === 'win32')('streams', () => {
  it('a reader that went away ends it quietly', async () => {
    await inFreshFolder(async (folder) => {
      for (const args of [['help', 'errors'], ['loan', 'ls', '--if-exists'], ['--help']]) {
        const result = await shell('set -o pipefail; (sleep 0.2; exec "$@") | true', args, folder);
        expect([result.exitCode, result.stderr]).toEqual([0, '']);
      }
    });
  });

  it('a closed stderr changes nothing', async () => {
    await inFreshFolder(async (folder) => {
      expect((await shell('"$@" 2>&-', ['loan', 'show', 'nonsense', '--if-exists'], folder)).exitCode).toBe(
        2,
      );
      expect((await shell('"$@" 2>&-', ['loan', 'ls', '--if-exists'], folder)).exitCode).toBe(0);
    });
  });

  it('writes everything into a pipe that is read slowly', async () => {
    await inFreshFolder(async (folder) => {
      const whole = await runProgram(['help', 'errors'], { environment: { LOANDESK_HOME: folder } });
      const slow = await shell('"$@" | (sleep 0.3; cat)', ['help', 'errors'], folder);
      expect(`${slow.stdout}\n`).toBe(whole.out);
    });
  });
});

describe('the machine', () => {
  const quote = [
    'loan',
    'quote',
    '--amount',
    '50000',
    '--rate',
    '24.5',
    '--term',
    '12',
    '--business-date',
    '2026-03-31',
  ];

  it('gives the same bytes in every time zone and language', async () => {
    await inFreshFolder(async (folder) => {
      const outputs = new Set<string>();
      for (const [TZ, LANG] of [
        ['UTC', 'C'],
        ['Africa/Cairo', 'ar_EG.UTF-8'],
        ['America/New_York', 'en_US.UTF-8'],
        ['Pacific/Kiritimati', 'de_DE.UTF-8'],
      ] as const) {
        const { exitCode, out } = await runProgram(quote, {
          environment: { TZ, LANG, LOANDESK_HOME: folder },
        });
        expect(exitCode).toBe(0);
        outputs.add(out);
      }
      expect(outputs.size).toBe(1);
    });
  });

  it('reads nothing from the folder it is in', async () => {
    await inFreshFolder(async (folder) => {
      const { exitCode, error } = await runProgram(['loan', 'ls', '--if-exists', '--debug'], {
        folder,
        environment: { HOME: '/nonexistent' },
      });
      expect(exitCode).toBe(0);
      expect(error).not.toContain(folder);
    });
  });
});
