import { PlannedRow } from './planned-row.ts';
import type { RowColumns, SplitTotals } from './row-columns.ts';

/** The rows of a file, each made as it is asked for. */
export class PlannedRows implements Iterable<PlannedRow> {
  readonly #columns: RowColumns;

  constructor(columns: RowColumns) {
    this.#columns = columns;
  }

  get length(): number {
    return this.#columns.rowCount;
  }

  at(at: number): PlannedRow {
    return new PlannedRow(this.#columns, at);
  }

  *[Symbol.iterator](): Generator<PlannedRow> {
    for (let at = 0; at < this.length; at++) yield this.at(at);
  }

  /** What all payments of the rows are divided into, in piastres. */
  splitTotals(): SplitTotals {
    return this.#columns.splitTotals();
  }

  *where(isWanted: (row: PlannedRow) => boolean): Generator<PlannedRow> {
    for (const row of this) if (isWanted(row)) yield row;
  }

  slice(from: number, to: number): PlannedRow[] {
    const rows: PlannedRow[] = [];
    for (let at = from; at < Math.min(to, this.length); at++) rows.push(this.at(at));
    return rows;
  }

  /** The numbers of the rows that go to a loan and are asked for, loan by loan, in the order of the file. */
  *byLoan(isWanted: (row: PlannedRow) => boolean): Generator<{ loanId: string; rows: Uint32Array }> {
    const { texts, numbers } = this.#columns.loanId;
    const ends = new Uint32Array(texts.count + 1);
    const wanted = new Uint8Array(this.length);
    for (const row of this) {
      const loan = numbers[row.at] as number;
      if (loan === 0 || !isWanted(row)) continue;
      wanted[row.at] = 1;
      ends[loan] = (ends[loan] as number) + 1;
    }
    for (let loan = 1; loan < ends.length; loan++)
      ends[loan] = (ends[loan] as number) + (ends[loan - 1] as number);
    const places = ends.slice(0, -1);
    const inOrder = new Uint32Array(ends.at(-1) as number);
    for (let at = 0; at < this.length; at++) {
      if (wanted[at] === 0) continue;
      const loan = (numbers[at] as number) - 1;
      inOrder[places[loan] as number] = at;
      places[loan] = (places[loan] as number) + 1;
    }
    for (let loan = 1; loan < ends.length; loan++) {
      const rows = inOrder.subarray(ends[loan - 1], ends[loan]);
      if (rows.length > 0) yield { loanId: texts.textOf(loan) as string, rows };
    }
  }
}
