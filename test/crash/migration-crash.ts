import { copyFileSync, cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../source-files.ts';
import { payWords, type Workbench } from '../workbench.ts';
import { type CallPoint, callsOf, killAtCall } from './kill-at-call.ts';

const LATER_SCHEMA = `
ALTER TABLE merchants ADD COLUMN nickname TEXT;
CREATE TABLE later_notes (note_id INTEGER PRIMARY KEY, loan_id TEXT NOT NULL REFERENCES loans(loan_id)) STRICT;
CREATE INDEX later_notes_by_loan ON later_notes (loan_id);
`;

/** A ledger, and a later build of the program that has one more migration. */
export interface MigrationCrash {
  readonly calls: readonly CallPoint[];
  /** Kills the migrating command at that call, looks, runs it again, looks again. */
  killAndRepeat(call: CallPoint): Promise<void>;
}

/** Makes both ready. The command that migrates is a payment, which is the first to write after the update. */
export async function makeMigrationReady(bench: Workbench): Promise<MigrationCrash> {
  const launcher = laterProgram(join(bench.folder, 'later'));
  const words = [...payWords(await bench.openLoan(), '1000', 'FT-26002'), '--json'];
  const before = join(bench.folder, 'before.db');
  copyFileSync(bench.ledger, before);
  const layBack = () => {
    for (const name of readdirSync(bench.folder)) {
      if (name.startsWith('ledger.db')) rmSync(join(bench.folder, name));
    }
    copyFileSync(before, bench.ledger);
  };
  layBack();
  const calls = await callsOf(bench, words, { launcher });
  return {
    calls,
    async killAndRepeat(call) {
      layBack();
      const { signal } = await killAtCall(bench, words, call, { launcher });
      const at = `killed at ${call.name} ${call.nth}`;
      expect([at, signal]).toEqual([at, 'SIGKILL']);
      // Either the old program's ledger or the new one's, and sound.
      const looked = await bench.run(['ledger', 'verify', '--json'], { launcher });
      if (looked.exitCode === 0) expect(JSON.parse(looked.stdout)).toMatchObject({ ok: true });
      else {
        expect([at, JSON.parse(looked.stderr).code]).toEqual([at, 'ledger_older']);
        expect([at, await bench.verify()]).toMatchObject([at, { ok: true, exitCode: 0 }]);
      }
      const again = await bench.run(words, { launcher });
      expect([at, again.exitCode, again.stderr]).toEqual([at, 0, expect.anything()]);
      expect([at, await bench.verify({ launcher })]).toMatchObject([
        at,
        { ok: true, exitCode: 0, entries: 2 },
      ]);
      expect(bench.count('later_notes')).toBe(0);
      const backups = readdirSync(bench.folder).filter((name) => name.endsWith('.backup'));
      expect(backups).not.toEqual([]);
      for (const name of backups) {
        const kept = await bench.verify({ ledger: join(bench.folder, name) });
        expect([at, name, kept]).toMatchObject([at, name, { ok: true, entries: 1 }]);
      }
    },
  };
}

function laterProgram(folder: string): string {
  for (const name of ['bin', 'dist', 'migrations', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'migrations', 'sqlite');
  const next = readdirSync(migrations).filter((name) => name.endsWith('.sql')).length;
  writeFileSync(join(migrations, `${String(next).padStart(4, '0')}_later.sql`), LATER_SCHEMA);
  return join(folder, 'bin', 'loandesk.js');
}
