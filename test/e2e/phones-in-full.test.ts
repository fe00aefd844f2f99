import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../workbench.ts';

describe('reading phones in full', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  const user = {
    ...{ kind: 'user', user_id: 'u1', permissions_status: 'granted', user_name: 'Amal' },
    ...{ user_phone: '+201001234567', created_at: '2024-01-01T00:00:00Z' },
  };
  const readings = () =>
    bench.raw((db) =>
      db.prepare("SELECT actor, action, object FROM audit WHERE action LIKE 'users.%'").raw().all(),
    );

  it('makes no ledger where there is none', async () => {
    expect(await bench.run(['users', 'ls', '--json'])).toMatchObject({ exitCode: 5, stdout: '' });
    const asked = ['users', 'ls', '--reveal', '--json', '--if-exists'];
    expect(await bench.run(asked)).toMatchObject({ exitCode: 0, stdout: '[]\n' });
    expect(await bench.run(['users', 'show', 'u1', '--reveal'])).toMatchObject({ exitCode: 5 });
    expect(existsSync(bench.ledger)).toBe(false);
  });

  it('is recorded with who did it; masked, it is not', async () => {
    await bench.run(['users', 'import', '-'], { input: JSON.stringify(user) });
    const asMona = (...words: string[]) => bench.run([...words, '--officer', 'mona']);
    const masked = [
      await asMona('users', 'ls'),
      await asMona('users', 'ls', '--format', 'csv'),
      await asMona('users', 'show', 'u1', '--format', 'table'),
    ];
    for (const { exitCode, stdout } of masked) {
      expect(exitCode).toBe(0);
      expect(stdout).toContain('+20 1•• ••• •567');
      expect(stdout).not.toContain('1001234567');
    }
    expect(readings()).toHaveLength(1);
    const full = [
      await asMona('users', 'ls', '--format', 'ndjson'),
      await asMona('users', 'show', 'u1', '--json'),
      await asMona('users', 'ls', '--reveal', '--format', 'table'),
    ];
    for (const { stdout } of full) expect(stdout).toContain('+201001234567');
    expect(readings().slice(1)).toEqual([
      ['mona', 'users.list', 'u1'],
      ['mona', 'users.get', 'u1'],
      ['mona', 'users.list', 'u1'],
    ]);
  });
});
