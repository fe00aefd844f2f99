import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackupReady, makeRestoreReady } from '../crash/copy-crash.ts';
import {
  CRASH_CASES,
  IMPORT_OF_TWO_COMMITS,
  LARGE_PAY_IMPORT,
  makeReady,
  someOf,
} from '../crash/crash-cases.ts';
import { crashTestsNeed } from '../crash/kill-at-call.ts';
import { makeMigrationReady } from '../crash/migration-crash.ts';
import { skipAloud } from '../skip-aloud.ts';
import { Workbench } from '../workbench.ts';

const need = crashTestsNeed();
if (need !== null) skipAloud(`the crash tests need ${need}.`);

describe.skipIf(need !== null)('a command killed at each of its writes', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  it.each(CRASH_CASES)('$name', async (crash) => {
    const { calls, killAndRepeat } = await makeReady(bench, crash);
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls) await killAndRepeat(call);
  });

  it('merchants import of two commits, at sixty of its calls', async () => {
    const { calls, killAndRepeat } = await makeReady(bench, IMPORT_OF_TWO_COMMITS);
    let killed = 0;
    for (const call of someOf(calls, 60)) if (await killAndRepeat(call)) killed += 1;
    expect(killed).toBeGreaterThan(50);
  });

  it('pay import of many rows, at forty of the calls of the thread that writes them', async () => {
    const { calls, killAndRepeat } = await makeReady(bench, LARGE_PAY_IMPORT);
    expect(calls.length).toBeGreaterThan(40);
    for (const call of someOf(calls, 40)) await killAndRepeat(call);
  });

  it.each([
    ['ledger restore', makeRestoreReady],
    ['ledger backup', makeBackupReady],
  ])('%s', async (_name, makeCopyReady) => {
    const { calls, killAndRepeat } = await makeCopyReady(bench);
    for (const call of calls) await killAndRepeat(call);
  });

  it('migration', async () => {
    const { calls, killAndRepeat } = await makeMigrationReady(bench);
    for (const call of calls) await killAndRepeat(call);
  });
});
