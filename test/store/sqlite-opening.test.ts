import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEngine, openConnection } from '../../src/store/sqlite/connection.ts';
import { storeErrorFrom } from '../../src/store/sqlite/engine-error.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { openLoan } from './ledger-fixtures.ts';
import { MIGRATIONS_DIR, openLedger, temporaryFolder } from './temporary-ledger.ts';

describe('opening a SQLite ledger', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder.path, 'ledger.db');
  });
  afterEach(() => folder.remove());

  async function makeLedger(tag = 'A'): Promise<void> {
    const store = await openLedger(path);
    await store.write((tx) => openLoan(tx, tag));
    await store.close();
  }

  async function refusal(opening: Promise<unknown>): Promise<StoreError> {
    const error = await opening.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }

  it('makes a file and folders only their owner may read, and leaves nothing beside it', async () => {
    path = join(folder.path, 'new', 'deep', 'ledger.db');
    await makeLedger();
    expect(readdirSync(join(folder.path, 'new', 'deep'))).toEqual(['ledger.db']);
    if (platform() === 'win32') return;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder.path, 'new')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, 'new', 'deep')).mode & 0o777).toBe(0o700);
  });

  it('makes the files beside an open ledger as private as the ledger', async () => {
    const store = await openLedger(path);
    await store.write((tx) => openLoan(tx, 'A'));
    for (const name of readdirSync(folder.path)) {
      expect([name, statSync(join(folder.path, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    await store.close();
  });

  it('sets its pragmas on every open', async () => {
    await makeLedger();
    const Engine = await loadEngine();
    for (let time = 1; time <= 2; time++) {
      const { db } = openConnection(Engine, { path, readOnly: false, busyTimeoutMs: undefined });
      const value = (name: string) => db.pragma(name, { simple: true });
      expect(
        ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'].map((name) =>
          value(name),
        ),
      ).toEqual(['wal', 2, 1, 5000, 0]);
      db.close();
    }
  });

  it('refuses an engine that ignores a pragma, or is too old', async () => {
    const Engine = await loadEngine();
    class Deaf extends Engine {
      override pragma(source: string, options?: Database.PragmaOptions): unknown {
        return source === 'synchronous' ? 1 : super.pragma(source, options);
      }
    }
    const open = () => openConnection(Deaf as never, { path: ':memory:', readOnly: false, busyTimeoutMs: 1 });
    expect(open).toThrow('SQLite did not take synchronous = FULL');
    class Old extends Engine {
      override prepare(source: string): never {
        return super.prepare(source.replace('sqlite_version()', "'3.36.0'")) as never;
      }
    }
    expect(() =>
      openConnection(Old as never, { path: ':memory:', readOnly: false, busyTimeoutMs: 1 }),
    ).toThrow('SQLite 3.36.0 is too old');
  });

  it('says when there is no ledger, and makes none', async () => {
    const error = await refusal(openLedger(path, { createIfMissing: false }));
    expect(error).toMatchObject({ code: 'ledger_missing', message: `There is no ledger at ${path}.` });
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    expect(await refusal(openLedger(path, { createIfMissing: false }))).toMatchObject({
      code: 'ledger_missing',
    });
  });

  it('finishes a ledger whose making was interrupted', async () => {
    const db = new Database(path);
    db.pragma('journal_mode = WAL');
    db.close();
    expect(await refusal(openLedger(path, { createIfMissing: false }))).toMatchObject({
      code: 'ledger_missing',
    });
    await makeLedger();
    const store = await openLedger(path, { createIfMissing: false });
    expect((await store.read((tx) => tx.info())).counts.loans).toBe(1);
    await store.close();
  });

  it('counts a ledger in which nothing was ever written as none, until it is made', async () => {
    await (await openLedger(path)).close();
    for (const readOnly of [true, false]) {
      expect(await refusal(openLedger(path, { createIfMissing: false, readOnly }))).toMatchObject({
        code: 'ledger_missing',
      });
    }
    await makeLedger();
    await (await openLedger(path, { createIfMissing: false })).close();
  });

  it('refuses what is not a ledger and leaves it as it was', async () => {
    writeFileSync(path, 'Dear customer, this is a letter and no ledger at all.\n'.repeat(20));
    const before = statSync(path).mtimeMs;
    expect(await refusal(openLedger(path))).toMatchObject({
      code: 'ledger_not_a_ledger',
      message: `${path} is not a loandesk ledger.`,
    });
    expect(statSync(path).mtimeMs).toBe(before);
    mkdirSync(join(folder.path, 'folder'));
    expect(await refusal(openLedger(join(folder.path, 'folder')))).toMatchObject({
      code: 'ledger_not_a_ledger',
    });
    expect(await refusal(openLedger(join(path, 'below.db')))).toMatchObject({ code: 'ledger_unreadable' });
  });

  it.each(['delete', 'wal'])('refuses the database of another program (journal mode %s)', async (mode) => {
    const foreign = new Database(path);
    foreign.pragma(`journal_mode = ${mode}`);
    foreign.exec('CREATE TABLE bookmarks (url TEXT)');
    foreign.close();
    expect(await refusal(openLedger(path))).toMatchObject({ code: 'ledger_not_a_ledger' });
    const after = new Database(path);
    expect(after.pragma('journal_mode', { simple: true })).toBe(mode);
    expect(after.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['bookmarks']);
    after.close();
  });

  it('refuses a ledger of a newer program', async () => {
    await makeLedger();
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
    expect(await refusal(openLedger(path))).toMatchObject({
      code: 'ledger_newer',
      hint: 'install a newer loandesk',
    });
  });

  it('refuses a network file system', async () => {
    if (platform() !== 'linux') return;
    const error = await refusal(openLedger(path, { fileSystemType: () => 0x6969 }));
    expect(error).toMatchObject({ code: 'ledger_network_fs' });
    expect(error.message).toContain('(NFS)');
    expect(error.hint).toContain('serve');
    // CIFS, as a signed 32-bit number.
    expect(await refusal(openLedger(path, { fileSystemType: () => 0xff534d42 | 0 }))).toMatchObject({
      code: 'ledger_network_fs',
    });
    expect(existsSync(path)).toBe(false);
  });

  it('cannot write through a read', async () => {
    await makeLedger();
    const store = await openLedger(path, { readOnly: true });
    await expect(store.write((tx) => openLoan(tx, 'B'))).rejects.toThrow('opened for reading');
    expect((await store.read((tx) => tx.loans.byIds(['LN-A']))).length).toBe(1);
    await store.close();
    expect(readdirSync(folder.path)).toEqual(['ledger.db']);
  });

  it('reads a file that may not be changed, in a folder where nothing may be made', async () => {
    await makeLedger();
    const Engine = await loadEngine();
    // Root may write anywhere, so an engine that cannot stands in for the file system.
    const opened: unknown[] = [];
    class Confined extends Engine {
      constructor(name: string | Buffer, options: Database.Options) {
        opened.push(name);
        if (typeof name === 'string') throw Object.assign(new Error('no'), { code: 'SQLITE_CANTOPEN' });
        super(name, options);
      }
    }
    const { openForReading } = await import('../../src/store/sqlite/open-for-reading.ts');
    const connection = openForReading(Confined as never, path, undefined);
    expect(connection.all('SELECT loan_id AS id FROM loans')).toEqual([{ id: 'LN-A' }]);
    expect(opened).toEqual([path, expect.any(Buffer)]);
    connection.db.close();
    chmodSync(path, 0o400);
    copyFileSync(path, `${path}-wal`);
    expect(() => openForReading(Confined as never, path, undefined)).toThrow('cannot be opened');
  });

  it.each([
    ['SQLITE_FULL', 'ledger_disk_full'],
    ['ENOSPC', 'ledger_disk_full'],
    ['SQLITE_READONLY_DBMOVED', 'ledger_unwritable'],
    ['EROFS', 'ledger_unwritable'],
    ['SQLITE_CANTOPEN', 'ledger_unreadable'],
    ['EACCES', 'ledger_unreadable'],
    ['SQLITE_BUSY_RECOVERY', 'ledger_busy'],
    ['SQLITE_CORRUPT_INDEX', 'ledger_damaged'],
    ['SQLITE_IOERR_READ', 'ledger_damaged'],
    ['SQLITE_NOTADB', 'ledger_not_a_ledger'],
  ])('says %s as %s, naming the ledger', (code, expected) => {
    const error = storeErrorFrom(Object.assign(new Error('raw'), { code }), '/x/ledger.db') as StoreError;
    expect(error).toMatchObject({ code: expected, name: 'StoreError' });
    expect(error.message).toContain('/x/ledger.db');
    expect(error.message).toMatch(/^[A-Z/].*\.$/);
  });

  it('leaves errors of the program as they are', () => {
    for (const error of [
      new Error('bug'),
      Object.assign(new Error('bug'), { code: 'SQLITE_CONSTRAINT_CHECK' }),
    ]) {
      expect(storeErrorFrom(error, path)).toBe(error);
    }
    expect(MIGRATIONS_DIR).toContain('migrations');
  });
});
