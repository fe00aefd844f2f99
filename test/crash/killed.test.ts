import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { payWords, Workbench } from '../workbench.ts';
import { makeBackupReady, makeRestoreReady } from './copy-crash.ts';
import { CRASH_CASES, IMPORT_OF_TWO_COMMITS, LARGE_PAY_IMPORT, makeReady, someOf } from './crash-cases.ts';
import { callsOf, crashTestsNeed } from './kill-at-call.ts';
import { makeMigrationReady } from './migration-crash.ts';

const need = crashTestsNeed();
if (need !== null) skipAloud(`the crash tests need ${need}.`);

describe.skipIf(need !== null)('a command killed at one of its writes', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  it.each(CRASH_CASES)(
    '$name leaves a sound ledger and can be repeated',
    { timeout: 60_000 },
    async (crash) => {
      const { calls, killAndRepeat } = await makeReady(bench, crash);
      expect(calls.length).toBeGreaterThan(20);
      for (const call of someOf(calls, crash.name === 'pay' ? 4 : 2)) await killAndRepeat(call);
    },
  );

  it('a large import leaves whole commits, and what it told of', { timeout: 60_000 }, async () => {
    const { calls, killAndRepeat } = await makeReady(bench, IMPORT_OF_TWO_COMMITS);
    const [, inTheMiddle] = someOf(calls, 3);
    expect(await killAndRepeat(inTheMiddle!)).toBe(true);
  });

  it('a large import of payments leaves nothing when its thread is killed', { timeout: 60_000 }, async () => {
    const { calls, killAndRepeat } = await makeReady(bench, LARGE_PAY_IMPORT);
    const [, inTheMiddle] = someOf(calls, 3);
    await killAndRepeat(inTheMiddle!);
  });

  it('pay acknowledges nothing before it is on the disk, on every open', { timeout: 60_000 }, async () => {
    const loan = await bench.openLoan();
    for (const reference of ['FT-1', 'FT-2']) {
      const names = (await callsOf(bench, payWords(loan, '100', reference))).map((call) => call.name);
      const answered = names.indexOf('write');
      expect(names.slice(0, answered)).toContain('pwrite64');
      expect(names[answered - 1]).toBeOneOf(['fsync', 'fdatasync']);
    }
  });

  it.each([
    ['a restore leaves the old ledger or the backup in its place', makeRestoreReady],
    ['a backup has its name when it is whole, not before', makeBackupReady],
  ])('%s', { timeout: 90_000 }, async (_what, makeCopyReady) => {
    const { calls, killAndRepeat } = await makeCopyReady(bench);
    expect(calls.length).toBeGreaterThan(5);
    const [inTheMiddle] = someOf(calls, 2);
    await killAndRepeat(inTheMiddle!);
  });

  it('a migration leaves the old ledger or the new one, and whole backups', { timeout: 60_000 }, async () => {
    const { calls, killAndRepeat } = await makeMigrationReady(bench);
    const [inTheMiddle] = someOf(calls, 2);
    await killAndRepeat(inTheMiddle!);
  });
});
