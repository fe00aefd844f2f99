import { OccurrenceNumbers } from '../../domain/occurrence-numbers.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import { rowsByKeys, undoneRowsByKeys } from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';
import { withoutStanding } from './rows-by-key.ts';
import type { Ranked } from './told-loans.ts';

/** More than a file has rows. */
const BEFORE_ALL = 1_000_000_000;

/** What was put apart from a key for a loan, standing and undone. */
export interface ApartOfLoan {
  readonly standing: readonly Ranked<KnownRow>[];
  readonly undone: readonly Ranked<UndoneRow>[];
  /** For new ones. */
  readonly numbers: OccurrenceNumbers;
}

/** Under which a row is held because an earlier one may be it, that went to another loan or named none. */
export function apartKey({ key, loanId }: PlannedRow): string {
  return rowDigest(JSON.stringify(['another loan', key, loanId]));
}

/** What was put apart for the loans of some rows, by its key. */
export async function apartRows(
  tx: ReadTx,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, ApartOfLoan>> {
  const loans = new Map(rows.map((row) => [apartKey(row), row.loanId]));
  const keys = [...loans.keys()];
  const standing = Map.groupBy(await rowsByKeys(tx, keys), ({ rowKey }) => rowKey);
  const undone = Map.groupBy(await undoneRowsByKeys(tx, keys), ({ rowKey }) => rowKey);
  return new Map(
    [...loans].map(([key, loanId], at) => {
      // They came before all others of their loan, and share no number with those of another.
      const placed = <Row extends KnownRow | UndoneRow>(one: Row): Ranked<Row> => ({
        loanId,
        isByHand: false,
        occurrence: one.occurrence - BEFORE_ALL * (at + 1),
        one,
      });
      const again = standing.get(key) ?? [];
      const was = withoutStanding(undone.get(key) ?? [], again);
      const numbers = new OccurrenceNumbers(again, was);
      return [key, { standing: again.map(placed), undone: was.map(placed), numbers }];
    }),
  );
}

/** Whether a row before counts as one that was put apart. */
export function isApart({ occurrence }: Ranked<KnownRow | UndoneRow>): boolean {
  return occurrence < 1;
}
