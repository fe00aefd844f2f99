import type { Outcome, Problem } from '../../contract/problem.ts';
import type { Deps } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';
import { FileReader } from './file-reader.ts';
import { type ImportChoices, importFile, type TakenFile } from './import-file.ts';

/** What is said of how files are read, as typed. */
export interface ReadingChoices {
  readonly source: string | undefined;
  readonly inputFormat: string | undefined;
  readonly sheet: string | undefined;
  readonly encoding: string | undefined;
  readonly decimal: string | undefined;
  readonly dateFormat: string | undefined;
  readonly columnsMap: string | undefined;
  readonly sign: string | undefined;
  readonly status: string | undefined;
}

/** What became of the files of a run, in the order they were taken. */
export interface TakenFiles {
  readonly taken: readonly TakenFile[];
  /** The file that ended the run with those before it taken, and why; null: all were. */
  readonly stopped: { readonly path: string; readonly why: string; readonly interrupted: boolean } | null;
}

/**
 * Imports files one after the other, the oldest statement first, each whole or not at all. That one of them cannot
 * be read is known before anything of another is posted; one of which nothing may be posted leaves the others be.
 */
export async function importFiles(
  paths: readonly string[],
  reading: ReadingChoices,
  choices: ImportChoices,
  deps: Deps,
): Promise<Outcome<TakenFiles>> {
  // A ledger that is not there is said before anything is read.
  await deps.backend();
  const { source, ...options } = reading;
  const profile = source === undefined ? undefined : (await deps.rooms.sources()).find(source);
  if (typeof profile === 'object' && 'code' in profile) return { ok: false, problem: profile };
  const reader = new FileReader(
    { ...given({ ...options, profile }), readAgain: choices.on_error === 'reject' },
    deps,
  );
  const ordered = await oldestFirst(paths, reader).catch(asOutcome);
  if ('ok' in ordered) return ordered;
  const taken: TakenFile[] = [];
  for (const path of ordered) {
    try {
      const done = await importFile(path, reader, choices, deps).catch(asOutcome);
      if (done.ok) taken.push(done.value);
      else if (taken.length === 0) return done;
      else return stoppedAt(path, done.problem.detail, false, taken);
    } catch (error) {
      if (taken.length === 0 || (error as Error).name !== 'Interrupted') throw error;
      return stoppedAt(path, 'interrupted.', true, taken);
    }
  }
  return { ok: true, value: { taken, stopped: null } };
}

function stoppedAt(path: string, why: string, interrupted: boolean, taken: readonly TakenFile[]) {
  return { ok: true, value: { taken, stopped: { path, why, interrupted } } } as const;
}

/** A problem thrown on the way, answered: what was posted before it has to be told. */
function asOutcome(error: unknown): { readonly ok: false; readonly problem: Problem } {
  const { problem } = error as { readonly problem?: Problem };
  if (problem === undefined) throw error;
  return { ok: false, problem };
}

async function oldestFirst(paths: readonly string[], reader: FileReader): Promise<readonly string[]> {
  if (paths.length === 1) return paths;
  const dated: { readonly path: string; readonly date: string }[] = [];
  for (const path of paths) {
    const { firstDate } = await reader.read(path);
    // Files without any date have nothing that could be booked.
    dated.push({ path, date: firstDate ?? '9999' });
  }
  return dated.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).map(({ path }) => path);
}
