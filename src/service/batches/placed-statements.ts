import { unitsOf } from '../../domain/decimal-units.ts';
import type { StatementsStanding } from '../../domain/row-recognition.ts';
import { type ReadSpan, type StatementOverlap, statementOverlap } from '../../domain/statement-overlap.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import {
  type ImportedStatement,
  ImportedStatements,
  inDateOrder,
  statedSpan,
} from './imported-statements.ts';
import type { PlannedRow } from './planned-row.ts';
import type { ReadParts } from './read-parts.ts';

/** A statement of the file with those of its account imported before. */
interface PlacedStatement {
  readonly currency: string;
  readonly span: ReadSpan;
  readonly before: readonly ImportedStatement[];
}

/** A statement of the file that says how it begins and ends. */
interface StatedStatement {
  readonly currency: string;
  readonly closing: string;
  visited(): VisitedBalances;
}

/** The statements of a file among those of their accounts. */
export class PlacedStatements {
  readonly #tx: ReadTx;
  readonly #placed: ReadonlyMap<number, PlacedStatement>;
  readonly #spans: ReadonlyMap<number, StatedStatement>;
  /** Whether a batch is of refused rows, corrected: these came with a statement of another batch. */
  readonly #ofRejected = new Map<string, boolean>();
  /** By statement, day and batch. */
  readonly #overlaps = new Map<string, StatementOverlap>();

  private constructor(
    tx: ReadTx,
    placed: ReadonlyMap<number, PlacedStatement>,
    spans: ReadonlyMap<number, StatedStatement>,
  ) {
    this.#tx = tx;
    this.#placed = placed;
    this.#spans = spans;
  }

  static async of(tx: ReadTx, { rows, statements }: ReadParts): Promise<PlacedStatements> {
    const imported = new ImportedStatements(tx);
    const balances = new RunningBalances(rows);
    const spans = new Map<number, StatedStatement>();
    for (const statement of statements) {
      const { opening, closing } = statedSpan(statement);
      const currency = statement.end.currency ?? '';
      if (opening === null || closing === null) continue;
      const visited = () => balances.of(statement.number, currency, opening);
      spans.set(statement.number, { currency, closing, visited });
    }
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
          balances: () => balances.of(number, currency, span.opening).all,
        },
      });
    }
    return new PlacedStatements(tx, placed, spans);
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

  /** How the statement of a row stands to that of a row before. */
  standing(row: PlannedRow, one: KnownRow): StatementsStanding {
    const beside = this.#besideEnds(row, one);
    if (beside !== null) return beside;
    const overlap = this.overlap(row, one.batchId);
    return overlap === 'in_turn' || overlap === 'apart' ? overlap : 'together';
  }

  /**
   * How a row imported before that ends where the statement of a row begins, or begins where that ends, stands to it: it
   * is none of that statement, unless the statement comes back there, which leaves it open. So does one that has no balance
   * in common with it, where nothing is known of the statements before. Null: it may well be of that statement.
   */
  #besideEnds(row: PlannedRow, one: KnownRow): 'in_turn' | 'apart' | null {
    const placed = this.#spans.get(row.part.statement);
    const balance = one.balance ?? one.derivedBalance;
    if (placed === undefined || balance === null || placed.currency !== one.currency) return null;
    const { all, start, end, startAgain, endBefore } = placed.visited();
    if (end !== unitsOf(placed.closing)) return null;
    const after = unitsOf(balance);
    const moved = one.direction === 'credit' ? unitsOf(one.amount) : -unitsOf(one.amount);
    const [endsAtStart, startsAtEnd] = [after === start, after - moved === end];
    if ((endsAtStart && !startAgain) || (startsAtEnd && !endBefore)) return 'in_turn';
    const isStrange = !this.has(row) && !all.has(after) && !all.has(after - moved);
    return endsAtStart || startsAtEnd || isStrange ? 'apart' : null;
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
    if (overlaps.length === 0 || overlaps.includes('perhaps')) return 'perhaps';
    return overlaps.every((one) => one === 'in_turn') ? 'in_turn' : 'apart';
  }
}

/** The balances a statement goes through, with its rows in either order. */
interface VisitedBalances {
  readonly all: ReadonlySet<bigint>;
  readonly start: bigint;
  readonly end: bigint;
  /** Whether it comes back to the first, and to the last before its end. */
  readonly startAgain: boolean;
  readonly endBefore: boolean;
}

/** The balances of the statements of a file after each of their rows, gone through once they are asked for. */
class RunningBalances {
  readonly #rows: ReadParts['rows'];
  /** What each row moved, hundred-thousandths, by statement and currency. */
  #moved: ReadonlyMap<string, readonly bigint[]> | null = null;
  readonly #balances = new Map<number, VisitedBalances>();

  constructor(rows: ReadParts['rows']) {
    this.#rows = rows;
  }

  of(statement: number, currency: string, opening: string): VisitedBalances {
    const known = this.#balances.get(statement);
    if (known !== undefined) return known;
    this.#moved ??= this.#movements();
    const moved = this.#moved.get(`${statement} ${currency}`) ?? [];
    const start = unitsOf(opening);
    const end = moved.reduce((sum, units) => sum + units, start);
    const all = new Set<bigint>([start]);
    let [startAgain, endBefore] = [false, false];
    for (const inOrder of [moved, moved.toReversed()]) {
      let balance = start;
      for (const [at, units] of inOrder.entries()) {
        balance += units;
        all.add(balance);
        if (balance === start) startAgain = true;
        if (balance === end && at < inOrder.length - 1) endBefore = true;
      }
    }
    const visited = {
      all,
      start,
      end,
      startAgain: startAgain || start === end,
      endBefore: endBefore || start === end,
    };
    this.#balances.set(statement, visited);
    return visited;
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
