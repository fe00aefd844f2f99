import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFolders, type Machine } from '../../src/settings/folders.ts';
import { resolveSettings, type SettingFlags, type Settings } from '../../src/settings/settings.ts';
import { isSettingsFault, type SettingsFault } from '../../src/settings/settings-fault.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'loandesk-settings-'));
  const profiles = {
    current: 'branch',
    profiles: {
      branch: { ledger: 'branch.db', officer: 'laila' },
      head: { server: 'https://head.example' },
      bare: { officer: 'omar' },
      vault: { ledger: 'postgres://desk:canary@vault/loans' },
    },
  };
  writeFileSync(join(home, 'profiles.json'), JSON.stringify(profiles));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function machine(environment: Record<string, string> = {}, platform = 'linux'): Machine {
  return { environment, platform, workingFolder: '/here', homeFolder: () => '/home/mona' };
}

function resolved(flags: SettingFlags, environment: Record<string, string> = {}): Settings {
  const settings = resolveSettings(flags, machine(environment));
  if (isSettingsFault(settings)) throw new Error(settings.message);
  return settings;
}

function fault(flags: SettingFlags, environment: Record<string, string> = {}): SettingsFault {
  const settings = resolveSettings(flags, machine(environment));
  if (!isSettingsFault(settings)) throw new Error('was no fault');
  return settings;
}

describe('folders', () => {
  it.each([
    [
      {},
      'linux',
      '/home/mona/.local/share/loandesk',
      '/home/mona/.config/loandesk',
      '/home/mona/.cache/loandesk',
    ],
    [{ HOME: '/h' }, 'linux', '/h/.local/share/loandesk', '/h/.config/loandesk', '/h/.cache/loandesk'],
    [
      { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: 'relative', XDG_CACHE_HOME: '/c' },
      'linux',
      '/d/loandesk',
      '/home/mona/.config/loandesk',
      '/c/loandesk',
    ],
    [{ LOANDESK_HOME: 'x', XDG_DATA_HOME: '/d' }, 'linux', '/here/x', '/here/x', '/here/x/cache'],
    [
      {},
      'darwin',
      '/home/mona/Library/Application Support/loandesk',
      '/home/mona/Library/Application Support/loandesk',
      '/home/mona/Library/Caches/loandesk',
    ],
  ])('%j on %s', (environment, platform, data, config, cache) => {
    expect(findFolders(machine(environment as Record<string, string>, platform))).toEqual({
      data,
      config,
      cache,
    });
  });
});

describe('the order of flag, environment, profile, default', () => {
  it('keeps why', () => {
    expect(resolved({}).place).toEqual({
      kind: 'ledger',
      path: '/home/mona/.local/share/loandesk/ledger.db',
      because: 'it is the default place',
    });
    expect(resolved({}, { LOANDESK_HOME: '/lh' }).place).toMatchObject({
      path: '/lh/ledger.db',
      because: 'LOANDESK_HOME says so',
    });
  });

  it.each<[SettingFlags, Record<string, string>, object, string | null]>([
    [{}, {}, { path: 'HOME/branch.db', because: 'profile "branch" says so' }, 'laila'],
    [
      {},
      { LOANDESK_PROFILE: 'head' },
      { url: 'https://head.example', because: 'profile "head" says so' },
      null,
    ],
    [{}, { LOANDESK_LEDGER: 'e.db' }, { path: '/here/e.db', because: 'LOANDESK_LEDGER says so' }, 'laila'],
    [{}, { LOANDESK_SERVER: 'https://s', LOANDESK_OFFICER: 'o' }, { url: 'https://s' }, 'o'],
    [{ profile: 'branch' }, { LOANDESK_LEDGER: 'e.db' }, { path: 'HOME/branch.db' }, 'laila'],
    [{ profile: 'bare' }, { LOANDESK_LEDGER: 'e.db' }, { path: '/here/e.db' }, 'omar'],
    [
      { ledger: 'f.db' },
      { LOANDESK_SERVER: 'https://s' },
      { path: '/here/f.db', because: '--ledger says so' },
      'laila',
    ],
    [{ server: 'https://f', officer: 'x' }, { LOANDESK_LEDGER: 'e' }, { url: 'https://f' }, 'x'],
    [
      { ledger: 'postgres://desk@db/loans' },
      {},
      {
        kind: 'database',
        address: 'postgres://desk@db/loans',
        shown: 'postgres://desk@db/loans',
        because: '--ledger says so',
      },
      'laila',
    ],
    [
      { databaseUrl: 'postgresql://db/loans' },
      { LOANDESK_LEDGER: 'e.db' },
      { kind: 'database', because: '--database-url says so' },
      'laila',
    ],
    [
      {},
      { LOANDESK_LEDGER: 'postgres://desk:canary@db/loans?sslmode=require' },
      { address: 'postgres://desk:canary@db/loans?sslmode=require', shown: 'postgres://desk@db/loans' },
      'laila',
    ],
    [{ profile: 'vault' }, {}, { kind: 'database', shown: 'postgres://desk@vault/loans' }, null],
  ])('%j %j', (flags, environment, place, officer) => {
    const settings = resolved(flags, { LOANDESK_HOME: home, ...environment });
    expect(JSON.parse(JSON.stringify(settings.place).replace(home, 'HOME'))).toMatchObject(place);
    expect(settings.officer?.value ?? null).toBe(officer);
  });

  it.each<[SettingFlags, Record<string, string>, string | null]>([
    [{}, {}, null],
    [{}, { LOANDESK_FORMAT: 'csv' }, 'csv'],
    [{ json: true }, { LOANDESK_FORMAT: 'csv' }, 'json'],
    [{ format: 'tsv' }, { LOANDESK_FORMAT: 'csv' }, 'tsv'],
    [{ format: 'json', json: true }, {}, 'json'],
  ])('format of %j %j', (flags, environment, format) => {
    expect(resolved(flags, environment).format?.value ?? null).toBe(format);
  });
});

describe('what cannot be used', () => {
  it.each<[SettingFlags, Record<string, string>, string]>([
    [{ ledger: '' }, {}, '--ledger is empty.'],
    [{ ledger: 'a', server: 'https://b' }, {}, '--ledger and --server'],
    [{ ledger: 'a', databaseUrl: 'postgres://b/c' }, {}, '--ledger and --database-url'],
    [{ databaseUrl: 'ledger.db' }, {}, '--database-url needs an address like postgres://user@host/database.'],
    [{ databaseUrl: '' }, {}, '--database-url is empty.'],
    [{ ledger: 'postgres://desk:canary@db/loans' }, {}, '--ledger has a password in it'],
    [{ databaseUrl: 'postgres://db/loans?x=1&password=canary' }, {}, '--database-url has a password in it'],
    [{}, { LOANDESK_LEDGER: 'a', LOANDESK_SERVER: 'b' }, 'LOANDESK_LEDGER and LOANDESK_SERVER are both set.'],
    [{ server: 'https://b', businessDate: '2026-01-01' }, {}, '--business-date cannot be used with a server'],
    [{ businessDate: '2026-01-01' }, { LOANDESK_SERVER: 'https://b' }, 'because LOANDESK_SERVER says so'],
    [{ profile: 'nobody' }, {}, 'There is no profile "nobody".'],
    [{}, { LOANDESK_FORMAT: 'yaml' }, 'LOANDESK_FORMAT cannot be "yaml".'],
  ])('%j %j', (flags, environment, message) => {
    expect(fault(flags, environment).message).toContain(message);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{"profiles": []}', '"profiles" is not an object'],
    ['{"profiles": {"a": {"ledger": 5}}}', 'profile "a" is not usable'],
    ['{"profiles": {"a": {"ledger": "x", "server": "y"}}}', 'profile "a" is not usable'],
    ['{"current": 1}', '"current" is not a name'],
  ])('a profile file with %s', (text, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'loandesk-profiles-'));
    try {
      writeFileSync(join(folder, 'profiles.json'), text);
      expect(fault({}, { LOANDESK_HOME: folder }).message).toContain(message);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
