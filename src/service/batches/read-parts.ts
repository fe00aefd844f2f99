import { PackedParts } from '../../contract/packed-parts.ts';
import type {
  BatchInput,
  FaultPart,
  Part,
  PlannedRow,
  StatementEndPart,
  UnreadableLine,
} from './planned-row.ts';
import { PlannedRows } from './planned-rows.ts';
import { RowColumns } from './row-columns.ts';

type StatementPart = Extract<Part, { kind: 'statement' }>;
type WarningPart = Extract<Part, { kind: 'warning' }>;

/** A statement of a file. */
export interface ReadStatement {
  readonly number: number;
  readonly account: string | null;
  readonly intraday: boolean;
  readonly end: StatementEndPart;
}

/** The parts of a file, sorted. */
export interface ReadParts {
  readonly rows: PlannedRows;
  readonly unreadable: readonly UnreadableLine[];
  readonly statements: readonly ReadStatement[];
  readonly warnings: readonly WarningPart[];
  /** Faults for which nothing of the file may be posted. */
  readonly fileFaults: readonly FaultPart[];
}

/** Sorts the parts of a file; the faults of one line are one line that could not be read. */
export function readParts(input: BatchInput): ReadParts {
  const parts = PackedParts.of(input.parts);
  const columns = new RowColumns(parts);
  const unreadableLines: UnreadableLine[] = [];
  const statements: ReadStatement[] = [];
  const warnings: WarningPart[] = [];
  const fileFaults: FaultPart[] = [];
  let current: StatementPart | null = null;
  const begun = new Map<number, StatementPart>();
  let unreadable: (UnreadableLine & { readonly faults: FaultPart[] }) | null = null;
  for (let place = 0; place < parts.length; place++) {
    if (parts.isRow(place)) {
      // A file may go from one account to another and back: what began last is not always the row's.
      const own = begun.size < 2 ? current : (begun.get(parts.rowAt(place).statement) ?? current);
      columns.addRow(place, own?.account ?? null);
      continue;
    }
    const part = parts.at(place) as Exclude<Part, { kind: 'row' }>;
    if (part.kind === 'fault') {
      if (part.scope === 'file') fileFaults.push(part);
      else if (unreadable !== null && isOfLine(unreadable.faults[0], part)) unreadable.faults.push(part);
      else {
        const { received } = part;
        unreadable = {
          faults: [part],
          currency: received?.currency ?? begun.get(part.statement)?.currency ?? 'EGP',
          amount: received?.amount ?? null,
          rowsBefore: columns.rowCount,
        };
        unreadableLines.push(unreadable);
      }
    } else if (part.kind === 'statement') {
      current = part;
      begun.set(part.statement, part);
    } else if (part.kind === 'warning') warnings.push(part);
    else {
      const { statement: number } = part;
      const own = begun.get(number);
      statements.push({
        number,
        account: own?.account ?? part.account ?? null,
        intraday: own?.intraday ?? false,
        end: part,
      });
    }
  }
  return { rows: new PlannedRows(columns), unreadable: unreadableLines, statements, warnings, fileFaults };
}

/** Rows and lines that could not be read, in the order of the file. */
export function* entriesOf({
  rows,
  unreadable,
}: Pick<ReadParts, 'rows' | 'unreadable'>): Generator<PlannedRow | UnreadableLine> {
  let next = 0;
  for (const row of rows) {
    for (
      let line = unreadable[next];
      line !== undefined && line.rowsBefore <= row.at;
      line = unreadable[next]
    ) {
      yield line;
      next += 1;
    }
    yield row;
  }
  yield* unreadable.slice(next);
}

function isOfLine(one: FaultPart | undefined, other: FaultPart): boolean {
  if (one?.statement !== other.statement || (one.place ?? null) !== (other.place ?? null)) return false;
  // What has a place, such as an entry of XML, may stand on several lines.
  return one.line === other.line || !!other.place;
}
