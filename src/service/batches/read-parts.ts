import {
  type BatchInput,
  type FaultPart,
  type Part,
  PlannedRow,
  type StatementEndPart,
  type UnreadableLine,
} from './planned-row.ts';

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
  /** Rows and lines that could not be read, in the order of the file. */
  readonly entries: readonly (PlannedRow | UnreadableLine)[];
  readonly rows: readonly PlannedRow[];
  readonly statements: readonly ReadStatement[];
  readonly warnings: readonly WarningPart[];
  /** Faults for which nothing of the file may be posted. */
  readonly fileFaults: readonly FaultPart[];
}

/** Sorts the parts of a file; the faults of one line are one line that could not be read. */
export function readParts({ parts }: BatchInput): ReadParts {
  const entries: (PlannedRow | UnreadableLine)[] = [];
  const rows: PlannedRow[] = [];
  const statements: ReadStatement[] = [];
  const warnings: WarningPart[] = [];
  const fileFaults: FaultPart[] = [];
  let current: StatementPart | null = null;
  let unreadable: { faults: FaultPart[]; currency: string } | null = null;
  for (const part of parts) {
    if (part.kind === 'row') {
      const row = new PlannedRow(part, current?.account ?? null);
      rows.push(row);
      entries.push(row);
    } else if (part.kind === 'fault') {
      if (part.scope === 'file') fileFaults.push(part);
      else if (unreadable !== null && isOfLine(unreadable.faults[0], part)) unreadable.faults.push(part);
      else {
        unreadable = { faults: [part], currency: current?.currency ?? 'EGP' };
        entries.push(unreadable);
      }
    } else if (part.kind === 'statement') current = part;
    else if (part.kind === 'warning') warnings.push(part);
    else {
      const { statement: number } = part;
      statements.push({
        number,
        account: current?.account ?? part.account ?? null,
        intraday: current?.intraday ?? false,
        end: part,
      });
    }
  }
  return { entries, rows, statements, warnings, fileFaults };
}

function isOfLine(one: FaultPart | undefined, other: FaultPart): boolean {
  return (
    one?.line === other.line &&
    one.statement === other.statement &&
    (one.place ?? null) === (other.place ?? null)
  );
}
