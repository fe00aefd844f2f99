import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../workbench.ts';
import { CRASH_CASES, makeReady, someOf } from './crash-cases.ts';
import { crashTestsNeed } from './kill-at-call.ts';
import { makeMigrationReady } from './migration-crash.ts';

const need = crashTestsNeed();
if (need !== null) console.warn(`SKIPPED: the crash tests need ${need}.`);

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
      for (const call of someOf(calls, crash.name === 'pay' ? 6 : 3)) await killAndRepeat(call);
    },
  );

  it('a migration leaves the old ledger or the new one, and whole backups', { timeout: 60_000 }, async () => {
    const { calls, killAndRepeat } = await makeMigrationReady(bench);
    for (const call of someOf(calls, 4)) await killAndRepeat(call);
  });
});
