import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { MIGRATIONS_DIR, openLedger } from '../store/temporary-ledger.ts';
import { Workbench } from '../workbench.ts';

/** One migration a schema. */
const NEWEST_SCHEMA = readdirSync(new URL('../../migrations/sqlite', import.meta.url)).filter((name) =>
  name.endsWith('.sql'),
).length;

describe('a ledger of the first schema', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = new Workbench();
    const first = join(bench.folder, 'first');
    cpSync(join(MIGRATIONS_DIR, '0000_first.sql'), join(first, '0000_first.sql'));
    const store = await openLedger(bench.ledger, { migrationsDir: first });
    const caller = {
      actor: 'mona',
      osUser: 'mona',
      host: 'desk',
      channel: 'terminal',
      userId: null,
      roles: null,
    } as const;
    await foundLedger(store, caller, '2024-01-10T12:00:00.000Z', 'founding');
    await store.close();
  });
  afterEach(() => bench.remove());

  it('is not read, and brought up to date when asked, with a copy and a word about it', async () => {
    const refused = await bench.run(['users', 'ls']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('was made by an older loandesk');
    expect(refused.stderr).toContain('loandesk ledger migrate');
    expect(bench.raw((db) => db.pragma('user_version', { simple: true }))).toBe(1);
    const migrated = await bench.run(['ledger', 'migrate', '--json']);
    expect(migrated).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(migrated.stdout)).toEqual({ location: bench.ledger, schema_version: NEWEST_SCHEMA });
    expect(migrated.stderr).toContain(`it is kept in ${bench.ledger}.schema-1.backup`);
    expect(await bench.run(['users', 'ls'])).toMatchObject({ exitCode: 0 });
    const again = await bench.run(['ledger', 'migrate', '--json']);
    expect(again.stderr).not.toContain('backup');
    expect(readdirSync(bench.folder).filter((name) => name.endsWith('.backup'))).toHaveLength(1);
    expect(await bench.verifyHere()).toMatchObject({ ok: true });
  });
});
