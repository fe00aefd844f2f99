import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientDesk } from './client-desk.ts';
import { OurMake } from './our-make.ts';

let desk: ClientDesk;
let server: OurMake;
/** Everything the commands of a test printed and said. */
let heard: string;

const SECRETS = {
  password: 'canary-of-the-password',
  access: 'canary-of-the-access-token',
  refresh: 'canary-of-the-refresh-token',
};

beforeEach(async () => {
  desk = await ClientDesk.open();
  heard = '';
  server = new OurMake();
  server.validToken = SECRETS.access;
  server.refreshToken = SECRETS.refresh;
  await server.start();
});

afterEach(async () => {
  await server.stop();
  await desk.close();
});

async function run(line: string, stdin = '') {
  const ran = await desk.run(line, stdin);
  heard += ran.out + ran.said;
  return ran;
}

function login(more = '--insecure-storage') {
  const line = `auth login --server ${server.url} --email mona@bank.example --password-stdin ${more}`;
  return run(line, `${SECRETS.password}\n`);
}

function profileName(): string {
  return new URL(server.url).host.replace(':', '-');
}

function tokenFile(): string {
  return join(desk.home, 'tokens', `${profileName()}.json`);
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** Everything kept on disk but the token file itself. */
function everythingKept(): string {
  return readdirSync(desk.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== tokenFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

describe('signing in', () => {
  it('keeps the tokens in a private file under a profile that remembers so', async () => {
    expect(await login()).toMatchObject({ exitCode: 0 });
    expect(modeOf(tokenFile())).toBe(0o600);
    expect(modeOf(join(desk.home, 'tokens'))).toBe(0o700);
    expect((await run(`loan show LN-1 --server ${server.url}`)).exitCode).toBe(0);
    expect((await run(`loan show LN-1 --profile ${profileName()}`)).exitCode).toBe(0);
    const status = JSON.parse((await run(`auth status --profile ${profileName()} --json`)).out);
    expect(status).toEqual({
      server: server.url,
      profile: profileName(),
      signed_in: true,
      email: 'mona@bank.example',
      user_id: 4,
      token_in: `the file ${tokenFile()}`,
    });
  });

  it('closes a folder and a file that were open to others (B52)', async () => {
    mkdirSync(join(desk.home, 'tokens'), { mode: 0o777 });
    chmodSync(join(desk.home, 'tokens'), 0o777);
    writeFileSync(tokenFile(), 'old', { mode: 0o600 });
    expect(await login()).toMatchObject({ exitCode: 0 });
    expect(modeOf(tokenFile())).toBe(0o600);
    expect(modeOf(join(desk.home, 'tokens'))).toBe(0o700);
    expect(await login()).toMatchObject({ exitCode: 0 });
    expect(modeOf(tokenFile())).toBe(0o600);
    expect(readdirSync(join(desk.home, 'tokens'))).toEqual([`${profileName()}.json`]);
  });

  it('refuses a token file others can read', async () => {
    await login();
    chmodSync(tokenFile(), 0o640);
    const refused = await run(`loan show LN-1 --server ${server.url}`);
    expect(refused.exitCode).toBe(4);
    expect(refused.said).toContain(`chmod 600 ${tokenFile()}`);
    expect(server.asked.filter(({ path }) => path.includes('/loans/'))).toEqual([]);
  });

  it('never tells a secret, but for "auth token"', async () => {
    await login();
    await run(`loan show LN-1 --server ${server.url} --debug`);
    await run(`pay LN-1 --amount 5 --method auto_debit --yes --debug --server ${server.url}`);
    server.fates.push('answer lost');
    await run(`pay LN-1 --amount 6 --method auto_debit --yes --debug --server ${server.url}`);
    await run(`pending ls --json`);
    await run(`auth status --server ${server.url} --debug --json`);
    await run(`profile ls --json`);
    server.answers.push({ status: 401, body: JSON.stringify({ code: 'credentials_refused', detail: 'no' }) });
    await login();
    chmodSync(tokenFile(), 0o644);
    await run(`loan show LN-1 --server ${server.url} --debug`);
    for (const secret of Object.values(SECRETS)) {
      expect(heard).not.toContain(secret);
      expect(everythingKept()).not.toContain(secret);
    }
    chmodSync(tokenFile(), 0o600);
    expect((await desk.run(`auth token --server ${server.url}`)).out).toBe(`${SECRETS.access}\n`);
  });

  it('says no plainly', async () => {
    server.answers.push({ status: 401, body: '{"message":"no"}' });
    const refused = await login();
    expect(refused).toMatchObject({ exitCode: 4, out: '' });
    expect(await run(`loan show LN-1 --server ${server.url}`)).toMatchObject({ exitCode: 4 });
    expect(await run(`auth status --server ${server.url}`)).toMatchObject({ exitCode: 4 });
    expect(await run('auth status')).toMatchObject({ exitCode: 2 });
    const noPassword = await run(
      `auth login --server ${server.url} --email mona@bank.example --insecure-storage`,
    );
    expect(noPassword.exitCode).toBe(2);
    expect(noPassword.said).toContain('--password-stdin');
  });

  it('ends on the server and here', async () => {
    await login();
    const out = await run(`auth logout --server ${server.url} --json`);
    expect(JSON.parse(out.out)).toEqual({ server: server.url, email: 'mona@bank.example', revoked: true });
    expect(await run(`loan show LN-1 --server ${server.url}`)).toMatchObject({ exitCode: 4 });
    expect(readdirSync(join(desk.home, 'tokens'))).toEqual([]);
    expect((await run(`auth logout --server ${server.url}`)).said).toContain('Nobody was signed in');
  });

  it('is for the server it was given for: a profile that points elsewhere takes no token along', async () => {
    await login();
    const other = new OurMake();
    await other.start();
    const path = join(desk.home, 'profiles.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(server.url, other.url));
    expect(await run(`loan show LN-1 --profile ${profileName()}`)).toMatchObject({ exitCode: 4 });
    expect(other.asked).toEqual([]);
    await other.stop();
  });
});

describe('a token of the environment', () => {
  beforeEach(() => {
    desk.environment.LOANDESK_SERVER = server.url;
  });

  it('comes from LOANDESK_TOKEN first, then from the file LOANDESK_TOKEN_FILE names', async () => {
    desk.environment.LOANDESK_TOKEN_FILE = 'token.txt';
    writeFileSync(join(desk.home, 'token.txt'), `${SECRETS.access}\n`, { mode: 0o600 });
    expect((await run('loan show LN-1')).exitCode).toBe(0);
    const status = JSON.parse((await run('auth status --json')).out);
    expect(status).toMatchObject({ signed_in: true, email: null });
    expect(status.token_in).toContain('token.txt');
    chmodSync(join(desk.home, 'token.txt'), 0o604);
    const exposed = await run('loan show LN-1');
    expect(exposed.exitCode).toBe(4);
    expect(exposed.said).toContain('Others can read');
    desk.environment.LOANDESK_TOKEN = SECRETS.access;
    expect((await run('loan show LN-1')).exitCode).toBe(0);
    expect(JSON.parse((await run('auth status --json')).out).token_in).toBe('LOANDESK_TOKEN');
    expect(heard).not.toContain(SECRETS.access);
  });

  it('is refused when it is none, without repeating it', async () => {
    desk.environment.LOANDESK_TOKEN = 'two\nlines-canary';
    const refused = await run('loan show LN-1');
    expect(refused.exitCode).toBe(4);
    expect(refused.said).not.toContain('canary');
    expect(server.asked).toEqual([]);
    desk.environment.LOANDESK_TOKEN = '';
    desk.environment.LOANDESK_TOKEN_STORE = 'shoebox';
    expect(await run('loan show LN-1')).toMatchObject({ exitCode: 2 });
  });

  it('that has ended is said to have ended', async () => {
    desk.environment.LOANDESK_TOKEN = 'another';
    expect(await run('loan show LN-1')).toMatchObject({ exitCode: 4 });
    expect(server.refreshes).toBe(0);
  });
});

describe('an access token that has ended', () => {
  beforeEach(async () => {
    await login();
    server.validToken = 'a-newer-one';
    desk.environment.LOANDESK_SERVER = server.url;
  });

  it('is refreshed, and the write behind it is carried out once', async () => {
    expect((await run('pay LN-1 --amount 5 --method auto_debit --yes')).exitCode).toBe(0);
    expect(server.payments).toHaveLength(1);
    expect(server.refreshes).toBe(1);
    expect((await run('loan show LN-1')).exitCode).toBe(0);
    expect(server.refreshes).toBe(1);
    expect(modeOf(tokenFile())).toBe(0o600);
  });

  it('is refreshed once by many commands at once', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => run('loan show LN-1')));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(server.refreshes).toBe(1);
  });

  it('and whose refresh is refused asks to sign in again', async () => {
    server.refreshToken = 'another';
    const refused = await run('loan show LN-1');
    expect(refused.exitCode).toBe(4);
    expect(refused.said).toContain('loandesk auth login');
  });
});

describe('profiles', () => {
  it('are added, used, listed and removed', async () => {
    expect((await run('profile add desk --ledger desk.db --officer mona')).exitCode).toBe(0);
    expect((await run(`profile add branch --server ${server.url}/`)).exitCode).toBe(0);
    await run('profile use branch');
    expect(JSON.parse((await run('profile ls --json')).out)).toMatchObject([
      { name: 'desk', current: false, kind: 'ledger', place: join(desk.home, 'desk.db'), officer: 'mona' },
      { name: 'branch', current: true, kind: 'server', place: server.url, token_store: null },
    ]);
    await login();
    expect(JSON.parse((await run('profile ls --json')).out)[1]).toMatchObject({ token_store: 'file' });
    expect((await run('loan show LN-1')).exitCode).toBe(0);
    expect((await run('profile rm branch')).exitCode).toBe(0);
    expect(readdirSync(join(desk.home, 'tokens'))).toEqual([]);
    expect(JSON.parse((await run('profile ls --json')).out)).toHaveLength(1);
  });

  it.each([
    ['profile add x', 'needs --ledger FILE or --server URL'],
    ['profile add x/y --ledger a.db', 'cannot be called "x/y"'],
    ['profile add x --server http://bank.example', 'in the open'],
    ['profile add x --server https://b.example --address loans=/l', 'no address "loans"'],
    ['profile add x --server https://b.example --address token', 'NAME=PATH'],
    ['profile add x --ledger a.db --address token=/l', 'is for a server'],
    ['profile use nobody', 'no profile "nobody"'],
    ['profile rm nobody', 'no profile "nobody"'],
  ])('refuse: %s', async (line, words) => {
    const { exitCode, said } = await run(line);
    expect(exitCode).toBe(2);
    expect(said).toContain(words);
  });
});

describe('raw requests', () => {
  beforeEach(() => {
    desk.environment.LOANDESK_SERVER = server.url;
    desk.environment.LOANDESK_TOKEN = SECRETS.access;
  });

  it('take fields, a body and a query', async () => {
    expect(
      JSON.parse((await run('api GET /api/v1/loans/LN-1?as_of=2026-01-01 -f x=1&2')).out),
    ).toHaveProperty('loan_id');
    expect(server.asked.at(-1)?.path).toBe('/api/v1/loans/LN-1?as_of=2026-01-01&x=1%262');
    const posted = await run('api post /api/v1/loans/LN-1/payments --input -', '{"payment_amount": 7}');
    expect(JSON.parse(posted.out)).toMatchObject({ payment_amount: 7 });
    const dry = await run('api POST /api/v1/loans/LN-1/payments -f payment_amount=7 --dry-run');
    expect(JSON.parse(dry.out)).toMatchObject({ dry_run: true });
    expect(server.payments).toHaveLength(1);
  });

  it.each([
    ['api FETCH /x', 'METHOD cannot be "FETCH"'],
    ['api GET https://elsewhere.example/x', 'is not a path'],
    ['api GET //elsewhere.example/x', 'is not a path'],
    ['api POST /x -f y', 'K=V'],
    ['api GET /x --input -', 'A read has no body'],
    ['api POST /x --input -', 'is not JSON'],
  ])('refuse: %s', async (line, words) => {
    const { exitCode, said } = await run(line, '{');
    expect(exitCode).toBe(2);
    expect(said).toContain(words);
    expect(server.asked).toEqual([]);
  });
});
