import type { OperationOutput } from '../contract/operation-types.ts';
import type { LineFault } from '../domain/data-fields.ts';
import type { UpsertOutcome } from '../store/port.ts';
import type { AuditNote } from './call.ts';

/** A record of a data file with the place it stands at. */
export interface Placed<Line> {
  readonly line: number;
  readonly source: string;
  readonly value: Line;
}

type Result = OperationOutput<'users.import'>;

const EMPTY = { new: 0, updated: 0, unchanged: 0, refused: 0 };

/** Counts what became of the records of a batch, in all and by kind, and keeps why the refused ones were. */
export class ImportTally {
  readonly result: Result = { ...EMPTY, by_kind: {}, refusals: [] };

  refuse({ line, source }: Placed<unknown>, kind: string, fault: LineFault): void {
    this.#count(kind, 'refused', 1);
    this.result.refusals.push({ line, source, ...fault });
  }

  count(kind: string, outcomes: readonly UpsertOutcome[]): void {
    const counts = { new: 0, updated: 0, unchanged: 0 };
    for (const outcome of outcomes) counts[outcome] += 1;
    for (const outcome of ['new', 'updated', 'unchanged'] as const) {
      if (counts[outcome] > 0) this.#count(kind, outcome, counts[outcome]);
    }
  }

  /** What the audit trail keeps of the batch: refused records by their number only. */
  audit(touchedIds: Iterable<string>): AuditNote {
    const [object = '', ...touches] = touchedIds;
    return {
      object,
      touches,
      after: { ...this.result, refusals: this.result.refusals.length },
    };
  }

  #count(kind: string, outcome: keyof typeof EMPTY, times: number): void {
    this.result[outcome] += times;
    const tally = this.result.by_kind[kind] ?? { ...EMPTY };
    tally[outcome] += times;
    this.result.by_kind[kind] = tally;
  }
}

/** Which of some kinds a record says it is, for the count of a record that could not be read. */
export function kindOf(value: unknown, kinds: readonly string[]): string {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return kinds.find((known) => known === kind) ?? 'unknown';
}

/** The fault of a record whose parent is not known at its place. */
export function unknownParent(field: string, value: string): LineFault {
  return { field, value, reason: `${field} is neither in the ledger nor earlier in the files` };
}
