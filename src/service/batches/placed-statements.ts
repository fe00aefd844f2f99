import { unitsOf } from '../../domain/decimal-units.ts';
import { type ReadSpan, type StatementOverlap, statementOverlap } from '../../domain/statement-overlap.ts';
import type { ReadTx } from '../../store/port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import { type ImportedStatement, ImportedStatements, inDateOrder } from './imported-statements.ts';
import type { PlannedRow } from './planned-row.ts';
import type { ReadParts } from './read-parts.ts';

/** A statement of the file with those of its account imported before. */
interface PlacedStatement {
  readonly currency: string;
  readonly span: ReadSpan;
  readonly before: readonly ImportedStatement[];
}

/** The statements of a file among those of their accounts. */
export class PlacedStatements {
  readonly #tx: ReadTx;
  readonly #placed: ReadonlyMap<number, PlacedStatement>;
  /** Whether a batch is of refused rows, corrected: these came with a statement of another batch. */
  readonly #ofRejected = new Map<string, boolean>();
  readonly #movements: RowMovements;
  /** By statement, day and batch. */
  readonly #overlaps = new Map<string, (rowIndex: number) => StatementOverlap>();

  private constructor(tx: ReadTx, placed: ReadonlyMap<number, PlacedStatement>, movements: RowMovements) {
    this.#tx = tx;
    this.#movements = movements;
    this.#placed = placed;
  }

  static async of(tx: ReadTx, { rows, statements }: ReadParts): Promise<PlacedStatements> {
    const imported = new ImportedStatements(tx);
    const movements = new RowMovements(rows);
    const placed = new Map<number, PlacedStatement>();
    for (const { number, account, currency, span, end } of inDateOrder(statements)) {
      const { credits, debits } = end;
      placed.set(number, {
        currency,
        before: await imported.of(account, currency),
        span: {
          ...span,
          creditCount: credits.count,
          creditSum: credits.sum,
          debitCount: debits.count,
          debitSum: debits.sum,
          movements: () => movements.of(number, currency),
        },
      });
    }
    return new PlacedStatements(tx, placed, movements);
  }

  /** Whether the statement of a row has a place, by balances in the row's currency. */
  has(row: PlannedRow): boolean {
    return this.#placedOf(row) !== undefined;
  }

  /** Reads what is not known yet of batches that are going to be asked about. */
  async learn(batchIds: ReadonlySet<string>): Promise<void> {
    const unknown = [...batchIds].filter((batchId) => !this.#ofRejected.has(batchId));
    if (unknown.length === 0) return;
    for (const batch of await this.#tx.receipts.batchesByIds(unknown)) {
      this.#ofRejected.set(batch.batchId, summaryOf(batch).of_rejected);
    }
  }

  /** Whether the statement of a row may hold what a batch has of the same day. */
  overlap(row: PlannedRow, batchId: string): StatementOverlap {
    const placed = this.#placedOf(row);
    if (placed === undefined) return 'perhaps';
    const { statement, booking_date: date } = row.part;
    const name = `${statement} ${date} ${batchId}`;
    const overlap = this.#overlaps.get(name) ?? this.#overlapOf(placed, date, batchId);
    this.#overlaps.set(name, overlap);
    return overlap(this.#movements.indexOf(row));
  }

  #placedOf({ part }: PlannedRow): PlacedStatement | undefined {
    const placed = this.#placed.get(part.statement);
    return placed?.currency === part.currency && placed.before.length > 0 ? placed : undefined;
  }

  #overlapOf(placed: PlacedStatement, date: string, batchId: string): (rowIndex: number) => StatementOverlap {
    const isOther = this.#ofRejected.get(batchId) === true;
    const overlaps = placed.before
      .filter((one) => (isOther || one.batchId === batchId) && one.firstDate <= date && date <= one.lastDate)
      .map((one) => statementOverlap(placed.span, one));
    return (rowIndex) => {
      const ofRow = overlaps.map((overlap) => overlap(rowIndex));
      if (ofRow.includes('same')) return 'same';
      return ofRow.length > 0 && ofRow.every((one) => one === 'apart') ? 'apart' : 'perhaps';
    };
  }
}

/** What the rows of each statement of a file moved, gone through once it is asked for. */
class RowMovements {
  readonly #rows: ReadParts['rows'];
  /** Hundred-thousandths, by statement and currency. */
  readonly #units = new Map<string, bigint[]>();
  /** Of each row of the file among those of its statement. */
  #indexes: Int32Array | null = null;

  constructor(rows: ReadParts['rows']) {
    this.#rows = rows;
  }

  of(statement: number, currency: string): readonly bigint[] {
    this.#goThrough();
    return this.#units.get(`${statement} ${currency}`) ?? [];
  }

  indexOf({ at }: PlannedRow): number {
    return this.#goThrough()[at] as number;
  }

  #goThrough(): Int32Array {
    if (this.#indexes !== null) return this.#indexes;
    this.#indexes = new Int32Array(this.#rows.length);
    for (const { at, part } of this.#rows) {
      if (part.status !== 'booked') continue;
      const name = `${part.statement} ${part.currency}`;
      const units = this.#units.get(name) ?? [];
      this.#units.set(name, units);
      this.#indexes[at] = units.length;
      units.push(part.direction === 'credit' ? unitsOf(part.amount) : -unitsOf(part.amount));
    }
    return this.#indexes;
  }
}
