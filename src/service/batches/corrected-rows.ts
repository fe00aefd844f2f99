import { type CorrectedRow, correctedRow, type EqualRow, equalRows } from '../../domain/corrected-row.ts';
import { OccurrenceNumbers } from '../../domain/occurrence-numbers.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, KnownRow } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import { findKnownAgain, knownRows, suggestionsOf, takesSecondLife } from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { isToldByLoan, loanOf, ToldLoans } from './told-loans.ts';

type Known = KnownRow & EqualRow & { readonly toldLoanId: string | null };

/**
 * Marks the rows that an earlier import has, of a file of rows that were refused and are corrected. One that equals a
 * row that came another way may be a second payment as well as the same one, told twice: a person has to look. It has a
 * number of its own, under which the whole file, corrected, knows it again.
 */
export class CorrectedRows {
  readonly #tx: ReadTx;
  readonly #hasAccount: boolean;
  readonly #rowsOfFile: number;
  /** How many rows of a key and loan came so far. */
  readonly #ranks = new Map<string, number>();
  readonly #numbers = new Map<string, OccurrenceNumbers>();

  constructor(tx: ReadTx, hasAccount: boolean, rowsOfFile: number) {
    this.#tx = tx;
    this.#hasAccount = hasAccount;
    this.#rowsOfFile = rowsOfFile;
  }

  async findAmong(rows: readonly PlannedRow[]): Promise<void> {
    const byKey = Map.groupBy(await this.#knownOf(rows), ({ rowKey }) => rowKey);
    const equal = new Map<string, ReturnType<typeof equalRows<Known>>>();
    const again: PlannedRow[] = [];
    for (const row of rows) {
      const known = byKey.get(row.key);
      // What is no repayment is nobody's money: it is known as in any other file.
      if (row.outcome === 'not_a_repayment') {
        const before = known?.find(({ occurrence }) => occurrence === row.occurrence);
        if (before !== undefined && takesSecondLife(row, before)) again.push(row);
        continue;
      }
      const name = this.#nameOf(row);
      const rank = (this.#ranks.get(name) ?? 0) + 1;
      this.#ranks.set(name, rank);
      if (known === undefined) continue;
      const ofLoan = equal.get(name) ?? equalRows(known.map((one) => this.#forLoan(one, row)));
      equal.set(name, ofLoan);
      if (this.#takes(row, correctedRow(rank, ofLoan), known)) again.push(row);
    }
    await findKnownAgain(this.#tx, again);
  }

  /** Takes what a row is; true when it is under another key now. */
  #takes(row: PlannedRow, place: CorrectedRow<Known>, known: readonly Known[]): boolean {
    if ('before' in place) return takesSecondLife(row, place.before);
    const numbers = this.#numbers.get(row.key) ?? new OccurrenceNumbers(known, []);
    this.#numbers.set(row.key, numbers);
    row.takeOccurrence(numbers.next([]));
    if (place.equals !== null)
      row.hold('equals_imported_row', equalInWords(place.equals), suggestionsOf(row));
    return false;
  }

  async #knownOf(rows: readonly PlannedRow[]): Promise<readonly Known[]> {
    const known = await knownRows(this.#tx, rows);
    if (known.length === 0) return [];
    const batches = await this.#tx.receipts.batchesByIds([...new Set(known.map(({ batchId }) => batchId))]);
    const mayBeAgain = new Set(
      batches.filter((batch) => mayBeOf(batch, this.#rowsOfFile)).map(({ batchId }) => batchId),
    );
    const told = await ToldLoans.of(this.#tx, known);
    return known.map((one) => ({
      ...one,
      mayBeAgain: mayBeAgain.has(one.batchId),
      toldLoanId: told.ranked(one).loanId,
    }));
  }

  /** A reference a bank gave to several loans is told by them; otherwise all that a row says is its key. */
  #nameOf(row: PlannedRow): string {
    return isToldByLoan(row, this.#hasAccount) ? `${row.key} ${loanOf(row)}` : row.key;
  }

  #forLoan(one: Known, row: PlannedRow): Known {
    const isOther =
      isToldByLoan(row, this.#hasAccount) && one.toldLoanId !== null && one.toldLoanId !== loanOf(row);
    return isOther ? { ...one, mayBeAgain: false } : one;
  }
}

/**
 * Whether a file of refused rows may be one of before again, further corrected. What was refused of that once more came
 * in a file with fewer rows, none of which was posted with it.
 */
function mayBeOf(batch: BatchWithUndo, rowsOfFile: number): boolean {
  const { of_rejected, outcomes } = summaryOf(batch);
  const rowsBefore = Object.values(outcomes).flatMap((sums) => sums.map(({ count }) => count));
  return of_rejected && rowsBefore.reduce((all, count) => all + count, 0) <= rowsOfFile;
}

function equalInWords({ paymentId, heldId, batchId }: KnownRow): string {
  const became = paymentId ?? heldId;
  const known = became === null ? `a row of batch ${batchId}` : `${became} of batch ${batchId}`;
  return `it was refused and, corrected, equals ${known}: match it if it is a second payment, else dismiss it`;
}
