import { describe, expect, it } from 'vitest';
import { command } from '../../src/commands/ledger/verify.ts';
import type { Deps } from '../../src/shell/command-definition.ts';

const PROBLEM = { code: 'ledger_exists', detail: 'There is a ledger.' };

/** What `ledger verify` says beside its report, of so many violations. */
async function said(
  violations: number,
  everyRow: boolean,
  missing: string | null = null,
  { dryRun = false, noted = [] as unknown[] } = {},
) {
  const value = {
    ok: violations === 0,
    entries: 9,
    loans: 1,
    anchor: { sequence: 9, hash: 'ab' },
    violations: Array.from({ length: violations }, (_, at) => ({
      check: 'chain',
      where: `entry ${at + 1}`,
      message: 'does not follow',
    })),
  };
  const deps = {
    everyRow,
    dryRun,
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
    rooms: {
      ledgerFile: () => ({
        pathToFound: async () => missing ?? PROBLEM,
        emptyFile: async () => null,
        noteVerified: async (found: unknown) => noted.push(found),
      }),
    },
  } as unknown as Deps;
  const result = await command.run({ args: [], options: {} }, deps);
  if (!result.ok) throw new Error(result.problem.detail);
  return result;
}

describe('ledger verify says', () => {
  it('nothing beside a report in order', async () => {
    expect(await said(0, true)).toMatchObject({ exitCode: 0, notices: [] });
  });

  it('the first five violations where the table of them is not seen', async () => {
    expect(await said(7, true)).toMatchObject({
      exitCode: 9,
      notices: [
        ...[1, 2, 3, 4, 5].map((at) => `chain, entry ${at}: does not follow`),
        'and 2 more: loandesk ledger verify --json',
        'error: 7 violations; do not work on this ledger',
      ],
    });
    expect((await said(1, false)).notices).toEqual(['error: 1 violation; do not work on this ledger']);
  });

  it('what it found to the ledger, but for dry runs and ledgers that are not there', async () => {
    const noted: unknown[] = [];
    await said(0, true, null, { noted });
    await said(2, true, null, { noted });
    await said(0, true, '/typo.db', { noted });
    await said(0, true, null, { noted, dryRun: true });
    expect(noted).toEqual([
      { ok: true, violations: 0 },
      { ok: false, violations: 2 },
    ]);
  });

  it('that an empty file is no ledger', async () => {
    const rooms = { ledgerFile: () => ({ emptyFile: async () => '/cut.db' }) };
    expect(await command.run({ args: [], options: {} }, { rooms } as unknown as Deps)).toMatchObject({
      ok: false,
      problem: {
        code: 'ledger_not_a_ledger',
        detail: '/cut.db is empty: it is no ledger, or no longer one.',
      },
    });
  });

  it('that nothing was verified where there is no ledger, and gives no anchor', async () => {
    expect(await said(0, true, '/typo.db')).toMatchObject({
      exitCode: 0,
      data: { anchor: null },
      notices: ['warning: there is no ledger at /typo.db: nothing was verified'],
    });
  });
});
