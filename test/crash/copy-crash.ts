import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { payWords, type Workbench } from '../workbench.ts';
import { type CallPoint, callsOf, killAtCall } from './kill-at-call.ts';

/** Calls that make a copy, settle it and put it in its place; what a process does to start is none of them. */
const CALLS = ['pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'link', 'rename', 'unlink'];

export interface CopyCrash {
  readonly calls: readonly CallPoint[];
  /** Kills at that call, looks, repeats, looks again. */
  killAndRepeat(call: CallPoint): Promise<void>;
}

/** A ledger of one entry backed up and then paid on, and what `words` make of it. */
async function ready(bench: Workbench, words: (backup: string) => readonly string[]) {
  const backup = join(bench.folder, 'backup.db');
  const loan = await bench.openLoan();
  await bench.must(['ledger', 'backup', backup]);
  await bench.must(payWords(loan, '1000'));
  const before = join(bench.folder, 'before.db');
  copyFileSync(bench.ledger, before);
  const layBack = () => {
    for (const name of readdirSync(bench.folder)) {
      if (/^(ledger|new)\.db/.test(name)) rmSync(join(bench.folder, name));
    }
    copyFileSync(before, bench.ledger);
  };
  const line = words(backup);
  layBack();
  // Twice, so that what Node keeps of the program is kept before the calls are counted.
  await bench.run(line);
  layBack();
  const calls = (await callsOf(bench, line, { everyFile: true })).filter(({ name }) => CALLS.includes(name));
  return { backup, layBack, line, calls };
}

/** `ledger restore` over a ledger that has gone on. */
export async function makeRestoreReady(bench: Workbench): Promise<CopyCrash> {
  const words = (file: string) => ['ledger', 'restore', file, '--yes', '--json'];
  const { backup, layBack, line, calls } = await ready(bench, words);
  const bytes = readFileSync(backup);
  return {
    calls,
    async killAndRepeat(call) {
      layBack();
      await killAtCall(bench, line, call, { everyFile: true });
      const at = `restore, killed at ${call.name} ${call.nth}`;
      const found = await bench.verify();
      expect([at, found]).toMatchObject([at, { ok: true, exitCode: 0 }]);
      // The old one, or the backup with the old one beside it.
      expect(found.entries).toBeOneOf([1, 2]);
      if (found.entries === 1) {
        const kept = await bench.verify({ ledger: `${bench.ledger}.replaced` });
        expect([at, kept]).toMatchObject([at, { ok: true, entries: 2 }]);
      }
      const again = await bench.run(line);
      expect([at, again.exitCode, again.stderr]).toEqual([at, 0, expect.anything()]);
      expect([at, await bench.verify()]).toMatchObject([at, { ok: true, entries: 1 }]);
      expect(readFileSync(backup).equals(bytes)).toBe(true);
    },
  };
}

/** `ledger backup` to a new file. */
export async function makeBackupReady(bench: Workbench): Promise<CopyCrash> {
  const target = join(bench.folder, 'new.db');
  const { layBack, line, calls } = await ready(bench, () => ['ledger', 'backup', target, '--json']);
  return {
    calls,
    async killAndRepeat(call) {
      layBack();
      await killAtCall(bench, line, call, { everyFile: true });
      const at = `backup, killed at ${call.name} ${call.nth}`;
      // What has the name of the backup is whole.
      const isThere = existsSync(target);
      if (isThere) {
        expect([at, await bench.verify({ ledger: target })]).toMatchObject([at, { ok: true, entries: 2 }]);
      }
      const again = await bench.run(line);
      expect([at, again.exitCode]).toEqual([at, isThere ? 6 : 0]);
      expect([at, await bench.verify()]).toMatchObject([at, { ok: true, entries: 2 }]);
    },
  };
}
