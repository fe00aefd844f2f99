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
  /** By statement, day and batch. */
  readonly #overlaps = new Map<string, StatementOverlap>();

  private constructor(tx: ReadTx, placed: ReadonlyMap<number, PlacedStatement>) {
    this.#tx = tx;
    this.#placed = placed;
  }

  static async of(tx: ReadTx, { rows, statements }: ReadParts): Promise<PlacedStatements> {
    const imported = new ImportedStatements(tx);
    const balances = new RunningBalances(rows);
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
          balances: () => balances.of(number, currency, span.opening),
        },
      });
    }
    return new PlacedStatements(tx, placed);
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
    return overlap;
  }

  #placedOf({ part }: PlannedRow): PlacedStatement | undefined {
    const placed = this.#placed.get(part.statement);
    return placed?.currency === part.currency && placed.before.length > 0 ? placed : undefined;
  }

  #overlapOf(placed: PlacedStatement, date: string, batchId: string): StatementOverlap {
    const isOther = this.#ofRejected.get(batchId) === true;
    const overlaps = placed.before
      .filter((one) => (isOther || one.batchId === batchId) && one.firstDate <= date && date <= one.lastDate)
      .map((one) => statementOverlap(placed.span, one));
    if (overlaps.includes('same')) return 'same';
    return overlaps.length > 0 && overlaps.every((one) => one === 'apart') ? 'apart' : 'perhaps';
  }
}

/** The balances of the statements of a file after each of their rows, gone through once they are asked for. */
class RunningBalances {
  readonly #rows: ReadParts['rows'];
  /** What each row moved, hundred-thousandths, by statement and currency. */
  #moved: ReadonlyMap<string, readonly bigint[]> | null = null;
  readonly #balances = new Map<number, ReadonlySet<bigint>>();

  constructor(rows: ReadParts['rows']) {
    this.#rows = rows;
  }

  of(statement: number, currency: string, opening: string): ReadonlySet<bigint> {
    const known = this.#balances.get(statement);
    if (known !== undefined) return known;
    this.#moved ??= this.#movements();
    const moved = this.#moved.get(`${statement} ${currency}`) ?? [];
    const balances = new Set<bigint>([unitsOf(opening)]);
    for (const inOrder of [moved, moved.toReversed()]) {
      let balance = unitsOf(opening);
      for (const units of inOrder) {
        balance += units;
        balances.add(balance);
      }
    }
    this.#balances.set(statement, balances);
    return balances;
  }

  #movements(): ReadonlyMap<string, readonly bigint[]> {
    const moved = new Map<string, bigint[]>();
    for (const { part } of this.#rows) {
      if (part.status !== 'booked') continue;
      const name = `${part.statement} ${part.currency}`;
      const ofStatement = moved.get(name) ?? [];
      moved.set(name, ofStatement);
      ofStatement.push(part.direction === 'credit' ? unitsOf(part.amount) : -unitsOf(part.amount));
    }
    return moved;
  }
}
