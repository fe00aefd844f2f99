import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OurMake } from '../client/our-make.ts';
import { sharingKeptCode } from '../kept-code.ts';
import { skipAloud } from '../skip-aloud.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment } from './run-program.ts';

/** What every case promises: the process ends within this, whatever the keychain does. */
const WITHIN_MS = 3_000;
/** A machine that runs other tests beside this one starts programs more slowly. */
const STARTING_MS = 1_500;

const lacking = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !isInstalled(program));
if (!hasLibsecret()) lacking.push('libsecret');
if (lacking.length > 0) skipAloud(`the system's keychain: ${lacking.join(', ')} not installed`);

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

function hasLibsecret(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return execFileSync('ldconfig', ['-p'], { encoding: 'utf8' }).includes('libsecret-1');
  } catch {
    return existsSync('/usr/lib/x86_64-linux-gnu/libsecret-1.so.0');
  }
}

const server = new OurMake();
const SECRETS = ['canary-of-access', 'canary-of-refresh', 'canary-of-password'];

beforeAll(async () => {
  server.validToken = 'canary-of-access';
  server.refreshToken = 'canary-of-refresh';
  await server.start();
});
afterAll(() => server.stop());

interface Session {
  readonly home: string;
  readonly environment: Record<string, string>;
}

async function session(folder: string, more: Record<string, string> = {}): Promise<Session> {
  const home = join(folder, 'home');
  const run = join(folder, 'run');
  await mkdir(home, { recursive: true });
  await mkdir(run, { recursive: true, mode: 0o700 });
  const environment = pinnedEnvironment({
    HOME: home,
    LOANDESK_HOME: sharingKeptCode(join(home, 'loandesk')),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: run,
    ...more,
  });
  return { home, environment };
}

const LOGIN = `auth login --server URL --email mona@bank.example --password-stdin`;

function words(line: string): string[] {
  return line.replace('URL', server.url).split(' ');
}

async function run({ environment }: Session, line: string, input = '') {
  const startedMs = performance.now();
  const done = await execa(process.execPath, [LAUNCHER, ...words(line)], {
    env: environment,
    extendEnv: false,
    input,
    reject: false,
  });
  const tookMs = performance.now() - startedMs;
  return { exitCode: done.exitCode, out: done.stdout, said: done.stderr, tookMs };
}

/** Runs a script of loandesk lines (`$L`) in a D-Bus session of its own. */
async function inSession({ environment }: Session, script: string) {
  const done = await execa('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { ...environment, L: `${process.execPath} ${LAUNCHER}`, URL: server.url },
    extendEnv: false,
    reject: false,
  });
  return { out: done.stdout, said: done.stderr, exitCode: done.exitCode };
}

const UNLOCK = "printf 'of the keyring' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1";
const LOGIN_IN_SESSION = `printf 'canary-of-password\\n' | $L ${LOGIN.replace('URL', '"$URL"')}`;

describe.skipIf(lacking.length > 0)('an unlocked keyring', () => {
  it('keeps the token for the next process, and nothing of it is in a file of ours', async () => {
    await inFreshFolder(async (folder) => {
      const place = await session(folder);
      const { out, said, exitCode } = await inSession(
        place,
        `${UNLOCK}
         ${LOGIN_IN_SESSION} --json || exit 1
         $L auth status --server "$URL" --json || exit 2
         $L loan show LN-1 --server "$URL" --json || exit 3
         $L auth logout --server "$URL" --json || exit 4
         $L auth status --server "$URL" --json 2>/dev/null; echo "status: $?"`,
      );
      expect(said).not.toContain('error');
      expect(exitCode).toBe(0);
      expect(out.match(/"token_in": "the system keychain"/g)).toHaveLength(2);
      expect(out).toContain('"loan_id": "LN-1"');
      expect(out).toContain('"revoked": true');
      expect(out).toContain('status: 4');
      const kept = readdirSync(place.environment.LOANDESK_HOME ?? '', {
        recursive: true,
        withFileTypes: true,
      })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.bin'))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('\n');
      for (const secret of SECRETS) expect(kept + out + said).not.toContain(secret);
      expect(kept).toContain('"tokenStore": "keychain"');
    });
  });
});

describe.skipIf(lacking.length > 0)('a locked keyring', () => {
  it('is said to be so: by signing in, and by a command whose token is in it', async () => {
    await inFreshFolder(async (folder) => {
      const place = await session(folder);
      await inSession(place, `${UNLOCK}; ${LOGIN_IN_SESSION}`);
      const { out, said } = await inSession(
        place,
        `gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
         now() { date +%s%3N; }
         began=$(now); ${LOGIN_IN_SESSION}; echo "login: $? $(( $(now) - began ))"
         began=$(now); $L loan show LN-1 --server "$URL"; echo "show: $? $(( $(now) - began ))"`,
      );
      const [, login = '', loginMs = ''] = /login: (\d+) (\d+)/.exec(out) ?? [];
      const [, show = '', showMs = ''] = /show: (\d+) (\d+)/.exec(out) ?? [];
      expect([login, show]).toEqual(['2', '4']);
      expect(said).toContain('There is no keychain here, or it is locked');
      expect(Number(loginMs)).toBeLessThan(WITHIN_MS + STARTING_MS);
      expect(Number(showMs)).toBeLessThan(WITHIN_MS + STARTING_MS);
    });
  });
});

describe('no keychain', () => {
  it('is refused off a terminal without --insecure-storage, before the password goes anywhere', async () => {
    await inFreshFolder(async (folder) => {
      const place = await session(folder);
      const asked = server.asked.length;
      const refused = await run(place, LOGIN, 'canary-of-password\n');
      expect(refused).toMatchObject({ exitCode: 2, out: '' });
      expect(refused.said).toContain('--insecure-storage');
      expect(refused.tookMs).toBeLessThan(WITHIN_MS + STARTING_MS);
      expect(server.asked).toHaveLength(asked);
      expect((await run(place, `${LOGIN} --insecure-storage`, 'canary-of-password\n')).exitCode).toBe(0);
      expect((await run(place, 'loan show LN-1 --server URL')).exitCode).toBe(0);
    });
  });

  it('is the same as a D-Bus that never answers, and every command ends in time', async () => {
    await inFreshFolder(async (folder) => {
      const sockets: Socket[] = [];
      const bus = createServer((socket) => sockets.push(socket));
      const path = join(folder, 'bus');
      await new Promise<void>((done) => bus.listen(path, done));
      try {
        const place = await session(folder, { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` });
        const login = await run(place, LOGIN, 'canary-of-password\n');
        expect(login).toMatchObject({ exitCode: 2, out: '' });
        expect(login.tookMs).toBeLessThan(WITHIN_MS + STARTING_MS);
        await writeFile(
          join(folder, 'home', 'loandesk', 'profiles.json'),
          JSON.stringify({ profiles: { x: { server: server.url, tokenStore: 'keychain' } } }),
        );
        for (const line of ['loan show LN-1 --server URL', 'auth status --server URL']) {
          const ran = await run(place, line);
          expect(ran).toMatchObject({ exitCode: 4, out: '' });
          expect(ran.tookMs).toBeLessThan(WITHIN_MS + STARTING_MS);
          expect(ran.tookMs).toBeLessThan(WITHIN_MS + STARTING_MS);
        }
        const given = await run(
          { ...place, environment: { ...place.environment, LOANDESK_TOKEN: 'canary-of-access' } },
          'loan show LN-1 --server URL',
        );
        expect(given.exitCode).toBe(0);
        // Where the keychain's library is not even there nothing speaks with the bus.
        if (lacking.length === 0) expect(sockets.length).toBeGreaterThan(0);
      } finally {
        for (const socket of sockets) socket.destroy();
        await new Promise((done) => bus.close(done));
      }
    });
  }, 30_000);
});
