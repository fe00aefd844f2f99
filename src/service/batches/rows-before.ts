import { type Fit, rowsOfOneKey } from '../../domain/rows-of-one-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow } from '../../store/receipt-port.ts';
import {
  findKnownAgain,
  knownRows,
  nameOf,
  nameOfKnown,
  rowsByKeys,
  secondLifeKey,
  suggestionsOf,
  takesSecondLife,
} from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';

/** What else tells whether a row of a file was imported before. */
export interface FileOfRows {
  /** Of its bytes. */
  readonly digest: string;
  /** Statements that cannot have a row that was imported before, by number, each with what tells it from all others. */
  readonly newStatements: ReadonlyMap<number, string>;
}

/** The rows imported before, as the rows of one file are held against them, some of the file after the other. */
export class RowsBefore {
  readonly #tx: ReadTx;
  readonly #file: FileOfRows;
  /** Those that a row of the file is already, by key and number. */
  readonly #taken = new Set<string>();

  constructor(tx: ReadTx, file: FileOfRows) {
    this.#tx = tx;
    this.#file = file;
  }

  /**
   * Marks the rows that an earlier import has. For a person to look at are one whose payment was taken back since, one
   * of a statement that cannot have such a row, and one whose reference an earlier payment of another loan has.
   */
  async findAmong(rows: readonly PlannedRow[]): Promise<void> {
    const known = await knownRows(this.#tx, rows);
    await this.#findSecondLives(rows, new Set(known.map(nameOfKnown)));
    if (known.length === 0) return;
    const byKey = Map.groupBy(known, ({ rowKey }) => rowKey);
    const byName = new Map(known.map((one) => [nameOfKnown(one), one]));
    const again: PlannedRow[] = [];
    const alike = new Map<string, PlannedRow[]>();
    for (const row of rows) {
      if (row.isKnown || !byKey.has(row.key)) continue;
      const before = byName.get(nameOf(row));
      if (before !== undefined && isOfNewStatement(row, before, this.#file.newStatements)) again.push(row);
      else {
        const some = alike.get(row.key);
        if (some === undefined) alike.set(row.key, [row]);
        else some.push(row);
      }
    }
    const fits = await this.#fits(alike, byName);
    const left: LeftRow[] = [];
    for (const [key, some] of alike) {
      const free = (byKey.get(key) ?? []).filter((one) => !this.#taken.has(nameOfKnown(one)));
      rowsOfOneKey(some, free, fits).forEach((before, at) => {
        const row = some[at] as PlannedRow;
        if (before === null) left.push({ row, equals: byKey.get(key) ?? [] });
        else {
          this.#taken.add(nameOfKnown(before));
          if (takesSecondLife(row, before)) again.push(row);
        }
      });
    }
    await this.#placeLeft(left);
    await findKnownAgain(this.#tx, again);
  }

  /**
   * Rows whose batch was undone are free, unless their payment had been taken back before and they became another: then
   * they are that one.
   */
  async #findSecondLives(rows: readonly PlannedRow[], known: ReadonlySet<string>): Promise<void> {
    const free = rows.filter((row) => row.key !== '' && !known.has(nameOf(row)));
    if (free.length === 0) return;
    const undone = await this.#tx.receipts.undoneRowsByKeys(free.map(({ key }) => key));
    if (undone.length === 0) return;
    const lives = new Map(
      (await rowsByKeys(this.#tx, undone.map(secondLifeKey))).map((one) => [one.rowKey, one]),
    );
    const byRow = Map.groupBy(undone, nameOfKnown);
    for (const row of free) {
      const now = (byRow.get(nameOf(row)) ?? [])
        .map((one) => lives.get(secondLifeKey(one)))
        .find((one) => one);
      if (now === undefined) continue;
      row.takeSecondLife(now.rowKey);
      row.takeKnown(now);
    }
  }

  /** Whether a row and one before go to one loan; what has to be read for it is. */
  async #fits(
    alike: ReadonlyMap<string, readonly PlannedRow[]>,
    byName: ReadonlyMap<string, KnownRow>,
  ): Promise<(row: PlannedRow, known: KnownRow) => Fit> {
    const differ = [...alike.values()].flat().flatMap((row) => {
      const before = byName.get(nameOf(row));
      return before !== undefined && isOnAnotherLoan(row, before) ? [{ row, before }] : [];
    });
    if (differ.length === 0) return (row, known) => fitOf(row, known);
    const batches = await this.#tx.receipts.batchesByIds([
      ...new Set(differ.map(({ before }) => before.batchId)),
    ]);
    const ofFile = new Set(
      batches.filter(({ digest }) => digest === this.#file.digest).map(({ batchId }) => batchId),
    );
    const ofPayers = differ.filter(({ row }) => row.isOfPayer);
    const merchants = await merchantsOf(
      this.#tx,
      ofPayers.flatMap(({ row, before }) => [row.loanId, before.loanId]),
    );
    return (row, known) => {
      // The same bytes have the same row there: only a name of a loan was given to another since.
      if (ofFile.has(known.batchId) && row.occurrence === known.occurrence) return 'unsure';
      const isOfMerchant = row.isOfPayer && merchants.get(row.loanId) === merchants.get(known.loanId);
      return isOfMerchant ? 'unsure' : fitOf(row, known);
    };
  }

  /**
   * Rows that are none of those before which share their key. One that was held for that is known by a key of its own;
   * where one before is of another loan, and no row of the file, it is held; else it is a new one among its equals.
   */
  async #placeLeft(left: readonly LeftRow[]): Promise<void> {
    const named = left.filter(({ row }) => row.outcome === 'post');
    const keysOfHeld = named.flatMap(({ row, equals }) => equals.map((one) => keyOnAnotherLoan(row, one)));
    const held = new Map((await rowsByKeys(this.#tx, keysOfHeld)).map((one) => [one.rowKey, one] as const));
    const numbers = new Map<string, Set<number>>();
    for (const { row, equals } of left) {
      const before = equals
        .map((one) => held.get(keyOnAnotherLoan(row, one)))
        .find((one) => one !== undefined);
      if (row.outcome === 'post' && before !== undefined) {
        row.takeKey(before.rowKey);
        takesSecondLife(row, before);
        continue;
      }
      const free = equals.find((one) => !this.#taken.has(nameOfKnown(one)) && isOnAnotherLoan(row, one));
      if (free !== undefined && row.outcome === 'post') holdOnAnotherLoan(row, free);
      else {
        const used = numbers.get(row.key) ?? new Set(equals.map(({ occurrence }) => occurrence));
        numbers.set(row.key, used);
        while (used.has(row.occurrence)) row.takeOccurrence(row.occurrence + 1);
        used.add(row.occurrence);
      }
    }
  }
}

/** A row that is none of those imported before with its key. */
interface LeftRow {
  readonly row: PlannedRow;
  readonly equals: readonly KnownRow[];
}

function fitOf(row: PlannedRow, known: KnownRow): Fit {
  // One whose payment was taken back is told by that, whatever its loan was.
  if (row.loanId === null || known.loanId === null || known.reversedOn !== null) return 'unsure';
  return row.loanId === known.loanId ? 'same_loan' : 'another_loan';
}

function isOnAnotherLoan(row: PlannedRow, known: KnownRow): boolean {
  return fitOf(row, known) === 'another_loan';
}

async function merchantsOf(
  tx: ReadTx,
  loanIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(loanIds)].filter((loanId) => loanId !== null);
  if (ids.length === 0) return new Map();
  return new Map((await tx.loans.byIds(ids)).map(({ loan }) => [loan.loanId, loan.merchantId]));
}

/**
 * Holds a row without a reference that equals an earlier one though its statement begins where the earlier ones end: it
 * may be another payment. Under a key of its own; true when it is so.
 */
function isOfNewStatement(
  row: PlannedRow,
  before: KnownRow,
  newStatements: ReadonlyMap<number, string>,
): boolean {
  const statement = newStatements.get(row.part.statement);
  if (statement === undefined || row.part.bank_reference) return false;
  row.takeKey(rowDigest(JSON.stringify(['another statement', row.key, row.occurrence, statement])));
  if (row.outcome === 'not_a_repayment') return true;
  const became = before.paymentId ?? before.heldId ?? 'a row';
  const reason = `it equals ${became} of batch ${before.batchId}, and its statement goes on where that one ends: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, suggestionsOf(row));
  return true;
}

/** Holds a row whose reference, amount and date an earlier payment has, on another loan than this one names. */
function holdOnAnotherLoan(row: PlannedRow, before: KnownRow): void {
  const key = keyOnAnotherLoan(row, before);
  const reason = `${before.paymentId} of batch ${before.batchId} has its reference, amount and date and went to ${before.loanId}, this names ${row.loanId}: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [row.loanId as string]);
  row.takeKey(key);
}

/** Under which a row is known again that was held because an earlier one of another loan has its reference. */
function keyOnAnotherLoan({ key, loanId }: PlannedRow, before: KnownRow): string {
  return rowDigest(JSON.stringify(['another loan', key, before.occurrence, loanId]));
}
