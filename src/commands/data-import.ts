import type { Backend } from '../contract/backend.ts';
import type { OperationOutput } from '../contract/operation-types.ts';
import type { Outcome, Problem } from '../contract/problem.ts';
import { csvText } from '../render/delimited.ts';
import type { Column, ListView } from '../render/view.ts';
import type { CommandResult, Deps } from '../shell/command-definition.ts';
import { takeTogether } from './take-together.ts';

type Answer = OperationOutput<'merchants.import'>;
type Counts = Omit<Answer, 'refusals'>;
type Refusals = Answer['refusals'];

/** A line of a data file as `ingest/` answers it. */
export interface ImportedLine {
  readonly line: number;
  readonly source: string;
  readonly value: unknown;
  readonly unreadable?: string;
  readonly field?: string;
  readonly leftOut?: string;
  readonly notice?: string;
}

/** What is particular to one kind of data import. */
export interface DataImport {
  readonly paths: readonly string[];
  /** What the lines of an export or a history are, for the count of those that cannot be read. */
  readonly exportKind: 'order' | 'transaction';
  readonly resultsFolder: string | null;
  /** Nothing is written when any record is refused. */
  readonly strict: boolean;
  read(path: string): AsyncIterable<readonly ImportedLine[]>;
  /** Lines of a file that need what any of the files may hold: taken once all of them were read. */
  readLast?(path: string): AsyncIterable<readonly ImportedLine[]>;
  /** Takes one batch in by `calls`; `rehearsed`: nothing of earlier batches was kept. */
  take(
    lines: readonly ImportedLine[],
    rehearsed: boolean,
    calls: Pick<Backend, 'call'>,
  ): Promise<Outcome<Answer>>;
}

const REFUSALS_SHOWN = 5;
const REFUSED_BY_RULE = 3;
const WAITS_FOR_A_PERSON = 8;
const OUTCOMES = ['new', 'updated', 'unchanged', 'refused'] as const;

/** Refused records of one file. */
interface FileRefusals {
  readonly path: string;
  readonly refusals: Refusals;
}

interface Run {
  readonly counts: Counts;
  readonly files: readonly FileRefusals[];
  readonly notices: readonly string[];
}

/**
 * Runs an import of data files: batch by batch with progress, counts by kind, and the refused records of each file
 * beside it. Strict, everything is read and checked first, and written only when nothing was refused.
 */
export async function importData(how: DataImport, deps: Deps): Promise<CommandResult> {
  if (how.strict && how.paths.includes('-') && !deps.dryRun) {
    const detail = '--strict reads the files twice, and standard input can be read only once.';
    return { ok: false, problem: { code: 'usage', detail, hint: 'Save it as a file and give its path.' } };
  }
  const rehearsed = deps.dryRun || how.strict;
  let run = await importFiles(how, deps, rehearsed);
  if ('code' in run) return { ok: false, problem: run };
  const isHeldBack = how.strict && run.counts.refused > 0;
  if (how.strict && !isHeldBack && !deps.dryRun) {
    run = await importFiles(how, deps, false);
    if ('code' in run) return { ok: false, problem: run };
  }
  const notices = [...run.notices];
  for (const file of run.files) notices.push(...(await tellRefusals(file, how.resultsFolder, deps)));
  if (isHeldBack) notices.push('Nothing was imported: with --strict every record must be right.');
  if (!isHeldBack && run.counts.unchanged > 0 && run.counts.new + run.counts.updated === 0) {
    notices.push('Nothing to import: what is right in the files is in the ledger already.');
  }
  const counts = isHeldBack ? nothingWritten(run.counts) : run.counts;
  const exitCode = isHeldBack ? REFUSED_BY_RULE : WAITS_FOR_A_PERSON;
  return {
    ok: true,
    data: deps.dryRun ? { ...counts, dry_run: true } : counts,
    view: { shape: 'record', columns: COUNT_COLUMNS },
    notices,
    changedNothing: counts.new + counts.updated === 0,
    exitCode: counts.refused > 0 ? exitCode : 0,
  };
}

/** The counts of an import. */
export const COUNT_COLUMNS: readonly Column[] = [
  { key: 'new', title: 'New', kind: 'integer' },
  { key: 'updated', title: 'Updated', kind: 'integer' },
  { key: 'unchanged', title: 'Unchanged', kind: 'integer' },
  { key: 'refused', title: 'Refused', kind: 'integer' },
];

const REFUSAL_VIEW: ListView = {
  shape: 'list',
  empty: '',
  columns: [
    { key: 'line', title: 'Line', kind: 'integer' },
    { key: 'field', title: 'Field', kind: 'text' },
    { key: 'value', title: 'Value', kind: 'text' },
    { key: 'reason', title: 'Reason', kind: 'text' },
  ],
};

async function importFiles(how: DataImport, deps: Deps, rehearsed: boolean): Promise<Run | Problem> {
  const counts: Counts = { new: 0, updated: 0, unchanged: 0, refused: 0, by_kind: {} };
  const refusalsByPath = new Map<string, Refusals>();
  const notices: string[] = [];
  const checked = how.strict && rehearsed ? ' checked' : '';
  const takeFile = async (path: string, lines: AsyncIterable<readonly ImportedLine[]>, isFirst: boolean) => {
    const refusals = refusalsByPath.get(path) ?? [];
    refusalsByPath.set(path, refusals);
    const leftOut = new Map<string, number>();
    let read = 0;
    const take = async (lines: readonly ImportedLine[], calls: Pick<Backend, 'call'>) => {
      const records = sortOut(lines, path, how.exportKind, { counts, refusals, notices, leftOut });
      const answer = await how.take(records, rehearsed, calls);
      if (!answer.ok) return answer.problem;
      addCounts(counts, answer.value);
      refusals.push(...answer.value.refusals);
      return null;
    };
    const problem = await takeTogether(lines, deps, take, (lines) => {
      read += lines;
      if (!isFirst) return;
      deps.progress(`${path}: ${read.toLocaleString('en')} ${read === 1 ? 'record' : 'records'}${checked}`);
    });
    for (const [why, times] of leftOut) {
      notices.push(`${path}: ${times} ${times === 1 ? 'row is' : 'rows are'} left out: ${why}`);
    }
    return problem;
  };
  for (const path of how.paths) {
    const problem = await takeFile(path, how.read(path), true);
    if (problem !== null) return problem;
  }
  for (const path of how.readLast === undefined ? [] : how.paths) {
    const problem = await takeFile(
      path,
      how.readLast?.(path) as AsyncIterable<readonly ImportedLine[]>,
      false,
    );
    if (problem !== null) return problem;
  }
  const files = [...refusalsByPath].map(([path, refusals]) => ({
    path,
    refusals: refusals.sort((a, b) => a.line - b.line),
  }));
  return { counts, files: files.filter(({ refusals }) => refusals.length > 0), notices };
}

/** The records of a batch; lines that hold none are refused or told. */
function sortOut(
  lines: readonly ImportedLine[],
  path: string,
  exportKind: string,
  into: { counts: Counts; refusals: Refusals; notices: string[]; leftOut: Map<string, number> },
): readonly ImportedLine[] {
  if (lines.every(isRecord)) return lines;
  return lines.filter((line) => {
    const { source, value, unreadable, field, notice } = line;
    if (notice !== undefined) into.notices.push(`${path}: ${notice}`);
    if (unreadable !== undefined) {
      // Only readers of exports and histories name a field.
      const kind = field === undefined ? 'unknown' : exportKind;
      addCounts(into.counts, { ...ONE_REFUSED, by_kind: { [kind]: ONE_REFUSED } });
      into.refusals.push({
        line: line.line,
        source,
        field: field ?? '',
        value: String(value ?? ''),
        reason: unreadable,
      });
    }
    if (line.leftOut !== undefined) into.leftOut.set(line.leftOut, (into.leftOut.get(line.leftOut) ?? 0) + 1);
    return isRecord(line);
  });
}

function isRecord({ unreadable, notice, leftOut }: ImportedLine): boolean {
  return unreadable === undefined && notice === undefined && leftOut === undefined;
}

const ONE_REFUSED = { new: 0, updated: 0, unchanged: 0, refused: 1 };

function addCounts(total: Counts, batch: Counts): void {
  for (const key of OUTCOMES) total[key] += batch[key];
  for (const [kind, counts] of Object.entries(batch.by_kind)) {
    const sum = total.by_kind[kind] ?? { new: 0, updated: 0, unchanged: 0, refused: 0 };
    for (const key of OUTCOMES) sum[key] += counts[key];
    total.by_kind[kind] = sum;
  }
}

function nothingWritten(counts: Counts): Counts {
  const kinds = Object.entries(counts.by_kind).map(([kind, { refused }]) => [kind, onlyRefused(refused)]);
  return { ...onlyRefused(counts.refused), by_kind: Object.fromEntries(kinds) };
}

function onlyRefused(refused: number) {
  return { new: 0, updated: 0, unchanged: 0, refused };
}

async function tellRefusals(file: FileRefusals, folder: string | null, deps: Deps): Promise<string[]> {
  const { path, refusals } = file;
  const told = refusals.slice(0, REFUSALS_SHOWN).map(({ line, field, value, reason }) => {
    const name = field === '' ? '' : `${field} `;
    return `refused: ${path} line ${line}: ${name}"${value}": ${reason}`;
  });
  if (refusals.length > REFUSALS_SHOWN) told.push(`refused: and ${refusals.length - REFUSALS_SHOWN} more`);
  if (deps.dryRun) return told;
  const text = csvText(refusals, REFUSAL_VIEW, { columns: null, headers: true, excel: false });
  const written = await deps.rooms.writeResultFile({ inputPath: path, folder }, 'rejects.csv', text);
  return [...told, `Refused records are in ${written}`];
}
