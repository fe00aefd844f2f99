import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment, runProgram } from './run-program.ts';

/** Makes Node say it is an old one; the Node it hands over to says the truth. */
async function asOldNode(folder: string): Promise<readonly string[]> {
  const disguise = join(folder, 'old-node.cjs');
  await writeFile(disguise, "Object.defineProperty(process.versions, 'node', { value: '20.9.0' });\n");
  return ['--require', disguise];
}

describe('fixed texts', () => {
  it('the version, also where nothing is built and on an old Node', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    await inFreshFolder(async (folder) => {
      const nodeArgs = await asOldNode(folder);
      for (const word of ['--version', '-V']) {
        expect(await runProgram([word], { nodeArgs })).toEqual({
          exitCode: 0,
          signal: undefined,
          out: `loandesk ${version}\n`,
          error: '',
        });
      }
    });
  });

  it('the top help is what the program itself would say', async () => {
    await inFreshFolder(async (folder) => {
      const fixed = await runProgram(['--help']);
      expect(fixed.exitCode).toBe(0);
      expect(fixed.out).toContain('loan show');
      const said = await runProgram(['--help', '--no-color'], { environment: { LOANDESK_HOME: folder } });
      expect(said.out).toBe(fixed.out);
    });
  });
});

describe('an old Node', () => {
  it('hands over and ends with the same exit code and output', async () => {
    await inFreshFolder(async (folder) => {
      const nodeArgs = await asOldNode(folder);
      const environment = { LOANDESK_HOME: folder };
      const direct = await runProgram(['loan', 'show', 'nonsense', '--if-exists'], { environment });
      expect(direct.exitCode).toBe(2);
      expect(
        await runProgram(['loan', 'show', 'nonsense', '--if-exists'], { environment, nodeArgs }),
      ).toEqual(direct);
    });
  });

  it.each([
    ['SIGINT', { exitCode: 130 }],
    ['SIGTERM', { signal: 'SIGTERM' }],
  ] as const)('passes %s on', async (signal, ending) => {
    await inFreshFolder(async (folder) => {
      const nodeArgs = await asOldNode(folder);
      const running = execa(process.execPath, [...nodeArgs, LAUNCHER, 'apply', '--from', '-', '--debug'], {
        env: pinnedEnvironment({ LOANDESK_HOME: folder }),
        extendEnv: false,
        stdin: 'pipe',
        reject: false,
      });
      // The debug lines say that the child has its handlers and now waits for its input.
      await new Promise((resolve) => running.stderr.once('data', resolve));
      running.kill(signal);
      expect(await running).toMatchObject(ending);
      expect(await readdir(folder)).not.toContain('ledger.db');
    });
  });

  it('says plainly that there is no other', async () => {
    await inFreshFolder(async (folder) => {
      const nodeArgs = await asOldNode(folder);
      const { exitCode, out, error } = await runProgram(['loan', 'ls'], {
        nodeArgs,
        environment: { LOANDESK_HANDED_OVER: '1' },
      });
      expect([exitCode, out]).toEqual([1, '']);
      expect(error).toMatch(/^error: loandesk needs Node 22\.19 or newer; this is Node 20\.9\.0\.\nhint: /);
    });
  });
});

describe('the build', () => {
  it('is asked for when it is missing', async () => {
    await inFreshFolder(async (folder) => {
      await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
      const result = await execa(process.execPath, [join(folder, 'bin', 'loandesk.js'), 'loan', 'ls'], {
        env: pinnedEnvironment(),
        extendEnv: false,
        reject: false,
      });
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toContain('hint: run "npm run build"');
    });
  });
});

describe.skipIf(process.platform === 'win32')('the compile cache', () => {
  const cached = async (folder: string) => (await readdir(folder)).some((name) => name.endsWith('.bin'));

  it('is kept for us alone, in the folder of the user', async () => {
    await inFreshFolder(async (folder) => {
      await chmod(folder, 0o755);
      await runProgram(['loan', 'ls', '--if-exists'], { environment: { LOANDESK_HOME: folder } });
      const cache = join(folder, 'cache', 'code');
      expect((await stat(cache)).mode & 0o777).toBe(0o700);
      expect(await cached(cache)).toBe(true);
    });
  });

  it('is closed to others when it was open', async () => {
    await inFreshFolder(async (folder) => {
      const cache = join(folder, 'loandesk', 'code');
      await mkdir(cache, { recursive: true, mode: 0o777 });
      await chmod(cache, 0o777);
      await runProgram(['loan', 'ls'], { environment: { XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder } });
      expect((await stat(cache)).mode & 0o777).toBe(0o700);
    });
  });

  it('is never used through a link, nor looked for without a home', async () => {
    await inFreshFolder(async (folder) => {
      await mkdir(join(folder, 'elsewhere'));
      await mkdir(join(folder, 'home', 'cache'), { recursive: true });
      await symlink(join(folder, 'elsewhere'), join(folder, 'home', 'cache', 'code'));
      const linked = await runProgram(['loan', 'ls', '--if-exists'], {
        environment: { LOANDESK_HOME: join(folder, 'home') },
      });
      expect(linked.exitCode).toBe(0);
      expect(await readdir(join(folder, 'elsewhere'))).toEqual([]);
      const homeless = await runProgram(['loan', 'ls', '--if-exists'], {
        environment: { XDG_DATA_HOME: folder },
      });
      expect(homeless.exitCode).toBe(0);
    });
  });
});
