import type { RowKeys } from '../../domain/row-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import {
  type Freed,
  findKnownAgain,
  rowsByKeys,
  takeSecondLives,
  takesSecondLife,
  undoneRowsByKeys,
} from './known-rows.ts';
import { placeByLoan } from './place-by-loan.ts';
import { placeByStatement } from './place-by-statement.ts';
import type { PlacedStatements } from './placed-statements.ts';
import type { PlannedRow } from './planned-row.ts';
import { RowsByKey } from './rows-by-key.ts';
import { isToldByLoan, loanOf } from './told-loans.ts';

/** What else tells whether a row of a file was imported before. */
export interface FileOfRows {
  /** Of its bytes. */
  readonly digest: string;
  /** Whether a bank made it; false: staff did, in our own columns. */
  readonly hasAccount: boolean;
  readonly statements: PlacedStatements;
}

/** What there is under the keys of some rows. */
interface Before {
  readonly standing: ReadonlyMap<string, readonly KnownRow[]>;
  readonly undone: ReadonlyMap<string, readonly UndoneRow[]>;
}

/**
 * Marks the rows of a file that an earlier import has. For a person to look at are one whose payment was taken back
 * since, one without a reference of a statement that cannot have the equal one before, and one whose reference an
 * earlier payment of another loan has.
 */
export class RowsBefore {
  readonly #tx: ReadTx;
  readonly #file: FileOfRows;
  readonly #keys: RowKeys;
  /** Those of a key that several rows have, to be told by their loans. */
  readonly #byLoan = new RowsByKey();
  /** The same, to be told by their statements. */
  readonly #byStatement = new RowsByKey();

  /** `keys` has given all rows of the file their keys. */
  constructor(tx: ReadTx, file: FileOfRows, keys: RowKeys) {
    this.#tx = tx;
    this.#file = file;
    this.#keys = keys;
  }

  /** Marks some rows of the file, but for those whose key several have: see `placeShared`. */
  async findAmong(rows: readonly PlannedRow[]): Promise<void> {
    const keyed = rows.filter((row) => row.key !== '' && !this.#isPutTogether(row));
    const before = await this.#beforeOf(keyed);
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const row of keyed) {
      const standing = before.standing.get(row.key) ?? [];
      const undone = before.undone.get(row.key) ?? [];
      // It may be so since the rows of this part were looked up.
      if (standing.length + undone.length === 0 || this.#isPutTogether(row)) continue;
      const [only] = standing;
      const isAlone = this.#keys.countOf(row.key) === 1 && standing.length + undone.length === 1;
      if (isAlone && only === undefined) {
        const [was] = undone;
        if (this.#isToldByLoan(row)) this.#byLoan.begin(row, standing, undone);
        else if (was?.occurrence === row.occurrence) freed.push({ row, was });
      } else if (isAlone && only !== undefined && this.#isTheOne(row, only)) {
        if (takesSecondLife(row, only)) again.push(row);
      } else if (this.#isToldByLoan(row)) this.#byLoan.begin(row, standing, undone);
      else this.#byStatement.begin(row, standing, undone);
    }
    await takeSecondLives(this.#tx, freed);
    await findKnownAgain(this.#tx, again);
  }

  /** Marks those rows, once all rows of the file were given to `findAmong`. */
  async placeShared(): Promise<void> {
    await placeByLoan(this.#tx, this.#byLoan.all(), this.#file);
    await placeByStatement(this.#tx, this.#byStatement.all(), this.#file.statements);
  }

  async #beforeOf(rows: readonly PlannedRow[]): Promise<Before> {
    const keys = rows.map(({ key }) => key);
    const standing = Map.groupBy(await rowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const undone = Map.groupBy(await undoneRowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const told = new Set(rows.filter((row) => this.#isToldByStatement(row)).map(({ key }) => key));
    const batchIds = new Set<string>();
    for (const key of told) for (const { batchId } of standing.get(key) ?? []) batchIds.add(batchId);
    await this.#file.statements.learn(batchIds);
    return { standing, undone };
  }

  #isToldByLoan(row: PlannedRow): boolean {
    return isToldByLoan(row, this.#file.hasAccount);
  }

  #isToldByStatement(row: PlannedRow): boolean {
    return this.#file.hasAccount && !row.part.bank_reference && this.#file.statements.has(row);
  }

  /** Puts a row to those of its key, if it has been found already that several share it. */
  #isPutTogether(row: PlannedRow): boolean {
    return this.#byLoan.takes(row) || this.#byStatement.takes(row);
  }

  /** Whether the only row of a key is the only one imported before under it. */
  #isTheOne(row: PlannedRow, before: KnownRow): boolean {
    if (this.#isToldByLoan(row)) return before.loanId === loanOf(row);
    return !this.#isToldByStatement(row) || this.#file.statements.overlap(row, before.batchId) !== 'apart';
  }
}
