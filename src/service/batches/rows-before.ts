import type { RowKeys } from '../../domain/row-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import {
  type Freed,
  findKnownAgain,
  rowsByKeys,
  suggestionsOf,
  takeSecondLives,
  takesSecondLife,
  undoneRowsByKeys,
} from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';
import { loanOf, SharedKeys } from './shared-keys.ts';
import type { PlacedStatement } from './statement-checks.ts';

/** What else tells whether a row of a file was imported before. */
export interface FileOfRows {
  /** Of its bytes. */
  readonly digest: string;
  /** Whether a bank made it; false: staff did, in our own columns. */
  readonly hasAccount: boolean;
  /** Of its statements, by number. */
  readonly statements: ReadonlyMap<number, PlacedStatement>;
}

/**
 * Marks the rows of a file that an earlier import has. For a person to look at are one whose payment was taken back
 * since, one without a reference of a statement that cannot have such a row, and one whose reference an earlier payment
 * of another loan has.
 */
export class RowsBefore {
  readonly #tx: ReadTx;
  readonly #file: FileOfRows;
  readonly #keys: RowKeys;
  readonly #shared: SharedKeys;

  /** `keys` has given all rows of the file their keys. */
  constructor(tx: ReadTx, file: FileOfRows, keys: RowKeys) {
    this.#tx = tx;
    this.#file = file;
    this.#keys = keys;
    this.#shared = new SharedKeys(tx, file);
  }

  /** Marks some rows of the file, but for those whose key several have: see `placeShared`. */
  async findAmong(rows: readonly PlannedRow[]): Promise<void> {
    const keyed = rows.filter((row) => row.key !== '' && !this.#isShared(row));
    const keys = keyed.map(({ key }) => key);
    const known = Map.groupBy(await rowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const undone = Map.groupBy(await undoneRowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const apart = await this.#heldByStatement(keyed);
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const row of keyed) {
      const standing = known.get(row.key) ?? [];
      const was = undone.get(row.key) ?? [];
      if (this.#isToldByLoan(row) && standing.length + was.length > 0) {
        this.#share(row, standing, was, again);
        continue;
      }
      const put = apart.get(this.#statementKey(row) ?? '');
      const before = standing.find(({ occurrence }) => occurrence === row.occurrence);
      if (put !== undefined) {
        row.takeKey(put.rowKey);
        row.takeKnown(put);
      } else if (before === undefined) {
        for (const one of was) if (one.occurrence === row.occurrence) freed.push({ row, was: one });
      } else if (this.#isOfNewStatement(row, before) || takesSecondLife(row, before)) again.push(row);
    }
    await takeSecondLives(this.#tx, freed);
    await findKnownAgain(this.#tx, again);
  }

  /** Marks those rows, once all rows of the file were given to `findAmong`. */
  placeShared(): Promise<void> {
    return this.#shared.place();
  }

  /** Loans tell rows of one reference apart; in our own columns, and without a reference, all that a row says is its key. */
  #isToldByLoan(row: PlannedRow): boolean {
    return this.#file.hasAccount && Boolean(row.part.bank_reference);
  }

  /** Puts a row to those of its key, if it has been found already that several share it. */
  #isShared(row: PlannedRow): boolean {
    return this.#shared.takes(row);
  }

  #share(
    row: PlannedRow,
    standing: readonly KnownRow[],
    undone: readonly UndoneRow[],
    again: PlannedRow[],
  ): void {
    // It may be so since the rows of this part were looked up.
    if (this.#isShared(row)) return;
    const [only] = standing;
    const isAlone = this.#keys.countOf(row.key) === 1 && standing.length === 1 && undone.length === 0;
    if (!isAlone || only === undefined || only.loanId !== loanOf(row)) {
      this.#shared.begin(row, standing, undone);
    } else if (takesSecondLife(row, only)) again.push(row);
  }

  /** What was held because its statement cannot have a row that was imported before, by its key. */
  async #heldByStatement(rows: readonly PlannedRow[]): Promise<ReadonlyMap<string, KnownRow>> {
    if (this.#file.statements.size === 0) return new Map();
    const held = await rowsByKeys(
      this.#tx,
      rows.flatMap((row) => this.#statementKey(row) ?? []),
    );
    return new Map(held.map((one) => [one.rowKey, one]));
  }

  /** Under which a row without a reference is held that equals one of another statement; null: it has no such place. */
  #statementKey(row: PlannedRow): string | null {
    const statement = row.part.bank_reference ? undefined : this.#file.statements.get(row.part.statement);
    if (statement === undefined) return null;
    return rowDigest(JSON.stringify(['another statement', row.key, row.occurrence, statement.name]));
  }

  /** Holds a row without a reference that equals an earlier one though its statement begins where the earlier ones end. */
  #isOfNewStatement(row: PlannedRow, before: KnownRow): boolean {
    const key = this.#statementKey(row);
    if (key === null || !this.#file.statements.get(row.part.statement)?.isNew) return false;
    row.takeKey(key);
    if (row.outcome === 'not_a_repayment') return true;
    const became = before.paymentId ?? before.heldId ?? 'a row';
    const reason = `it equals ${became} of batch ${before.batchId}, and its statement goes on where that one ends: match it if it is another payment, else dismiss it`;
    row.hold('equals_imported_row', reason, suggestionsOf(row));
    return true;
  }
}
