import type { CalendarDate } from '../../domain/dates.ts';
import { formatAmountGrouped } from '../../domain/money.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, KnownRow } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import { isOfRejected } from './corrected-file.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import { rowDigest } from './row-digest.ts';

/** What the rows of a file turned out to tell again: each row and payment of the ledger is told once. */
export class RowsTold {
  readonly #tx: ReadTx;
  readonly #file: BatchFile;
  readonly #rows = new Set<string>();
  readonly #paymentIds = new Set<string>();
  /** Keys of rows told that are held because their payment was reversed by itself: that one is told with them. */
  readonly #heldAgain = new Set<string>();
  /** Rows whose payment was reversed by itself. */
  readonly #reversed: { readonly row: PlannedRow; readonly older: string }[] = [];
  /** What batches are to a file of refused rows, corrected. */
  readonly #kinds = new Map<string, 'origin' | 'again' | 'other'>();
  /** How many rows the file has, those that cannot be read too. */
  readonly #entries: number;

  constructor(tx: ReadTx, file: BatchFile, entries: number) {
    this.#tx = tx;
    this.#file = file;
    this.#entries = entries;
  }

  dateOf({ part }: PlannedRow): CalendarDate {
    return paymentDateOf(part, this.#file.use_value_date);
  }

  /** Marks the rows of the very file that was imported before, by their lines. */
  async takeSameFile(rows: PlannedRows): Promise<void> {
    const batches = await this.#tx.receipts.standingBatchesOf(this.#file.digest);
    if (batches.length === 0) return;
    const before = await this.#tx.receipts.rowsOfBatches(batches.map(({ batchId }) => batchId));
    const take = (nameOf: (line: number, date: string, amount: string, key: string) => string) => {
      const byName = Map.groupBy(
        before.filter((one) => this.mayBeTold(one)),
        ({ line, date, direction, amount, rowKey }) => nameOf(line, date, `${direction} ${amount}`, rowKey),
      );
      for (const row of rows) {
        if (row.key === '' || row.isKnown || row.outcome === 'refused') continue;
        const { line, direction, amount } = row.part;
        const name = nameOf(line, this.dateOf(row), `${direction} ${amount}`, row.key);
        const one = byName.get(name)?.shift();
        if (one !== undefined) this.take(row, one);
      }
    };
    take((line, _date, _amount, key) => `${line} ${key}`);
    // Read otherwise, a row says something else; where many stand on one line, that does not say which is which.
    const ofLine = new Map<number, number>();
    for (const { part } of rows) ofLine.set(part.line, (ofLine.get(part.line) ?? 0) + 1);
    take((line, date, amount, key) => `${line} ${date} ${amount}${ofLine.get(line) === 1 ? '' : key}`);
  }

  /** Takes over that a row is one before; when its payment was reversed by itself, a person has to look. */
  take(row: PlannedRow, before: KnownRow): void {
    this.#rows.add(nameOf(before));
    if (before.paymentId !== null) this.#paymentIds.add(before.paymentId);
    if (before.heldCode === 'reversed_before') this.#heldAgain.add(before.rowKey);
    if (before.reversedOn === null || row.outcome === 'not_a_repayment') {
      row.takeKnown(before);
      return;
    }
    const { paymentId, reversedOn, rowKey, occurrence } = before;
    const older = rowDigest(JSON.stringify(['again', rowKey, occurrence, paymentId]));
    this.takeReversed(row, { paymentId: paymentId as string, reversedOn, older });
  }

  /** Holds a row whose payment was reversed by itself, under a key of its own, by which it is known the next time. */
  takeReversed(
    row: PlannedRow,
    before: {
      readonly paymentId: string;
      readonly reversedOn: CalendarDate;
      /** The key such a row has in ledgers of older versions. */
      readonly older?: string;
    },
  ): void {
    const amount = row.amountPiastres === null ? row.part.amount : formatAmountGrouped(row.amountPiastres);
    const reason = `it was payment ${before.paymentId} of ${amount}, reversed on ${before.reversedOn}`;
    row.hold('reversed_before', reason, row.loanId === null ? row.suggestions : [row.loanId]);
    row.takeSecondLife(secondLifeKey(before.paymentId));
    this.#reversed.push({ row, older: before.older ?? '' });
  }

  /** Marks those of them that were held so before. */
  async takeHeldAgain(): Promise<void> {
    const waiting = this.#reversed.splice(0);
    if (waiting.length === 0) return;
    const keys = waiting.flatMap(({ row, older }) => [row.key, older]);
    const byKey = new Map((await this.#tx.receipts.rowsByKeys(keys)).map((one) => [one.rowKey, one]));
    for (const { row, older } of waiting) {
      const before = byKey.get(row.key) ?? byKey.get(older);
      if (before !== undefined) row.takeKnown(before);
    }
  }

  /**
   * Rows of batches undone whose payment had been reversed by itself before, so that a row told again was held for it:
   * that one stands for them now.
   */
  async heldFor(
    undone: readonly KnownRow[],
  ): Promise<readonly { readonly was: KnownRow; readonly now: KnownRow }[]> {
    const paid = undone.filter(({ paymentId }) => paymentId !== null);
    if (paid.length === 0) return [];
    const keys = paid.map(({ paymentId }) => secondLifeKey(paymentId as string));
    const byKey = new Map((await this.#tx.receipts.rowsByKeys(keys)).map((one) => [one.rowKey, one]));
    return paid.flatMap((was, at) => {
      const now = byKey.get(keys[at] as string);
      return now === undefined || this.has(now) ? [] : [{ was, now }];
    });
  }

  /** Those of some payments for which a row is held because they had been reversed by themselves. */
  async paymentsHeldAgain(paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (paymentIds.length === 0) return new Set();
    const idOf = new Map(paymentIds.map((paymentId) => [secondLifeKey(paymentId), paymentId]));
    const held = await this.#tx.receipts.rowsByKeys([...idOf.keys()]);
    return new Set(held.map(({ rowKey }) => idOf.get(rowKey) as string));
  }

  /** Whether no row of the file is one before yet, and its money is not free again by the undoing of its payment's file. */
  mayBeTold(before: KnownRow): boolean {
    return before.isFreed === 0 && !this.has(before);
  }

  /** Whether a row before is one of the file already. */
  has(before: KnownRow): boolean {
    const { paymentId, reversedOn } = before;
    if (this.#rows.has(nameOf(before))) return true;
    return paymentId !== null && reversedOn !== null && this.#heldAgain.has(secondLifeKey(paymentId));
  }

  /** Whether a row of the file is known to be a payment. */
  hasPayment(paymentId: string): boolean {
    if (this.#paymentIds.has(paymentId)) return true;
    return this.#heldAgain.size > 0 && this.#heldAgain.has(secondLifeKey(paymentId));
  }

  /** Reads what is not known yet of batches that are going to be asked about. */
  async learn(batchIds: Iterable<string>): Promise<void> {
    if (!isOfRejected(this.#file)) return;
    const unknown = new Set([...batchIds].filter((id) => !this.#kinds.has(id)));
    if (unknown.size === 0) return;
    for (const batch of await this.#tx.receipts.batchesByIds([...unknown])) {
      this.#kinds.set(batch.batchId, this.#kindOf(batch));
    }
  }

  #kindOf(batch: BatchWithUndo): 'origin' | 'again' | 'other' {
    const { batchId, fileName } = batch;
    const { of_rejected, outcomes } = summaryOf(batch);
    const countOf = (sums: (typeof outcomes)[string]) => sums.reduce((all, { count }) => all + count, 0);
    const entries = Object.values(outcomes).reduce((all, sums) => all + countOf(sums), 0);
    const origins = originsOf(this.#file.file_name ?? '');
    const isNamed = origins.has(batchId) || (fileName !== null && origins.has(stemOf(fileName)));
    if (isNamed && countOf(outcomes.refused ?? []) > 0) return 'origin';
    const isSame = of_rejected && fileName !== null && fileName === this.#file.file_name;
    return isSame && this.#entries >= entries ? 'again' : 'other';
  }

  /** Whether a batch is of the file whose refused rows this file has: they stood beside the rows it has. */
  isOrigin(batchId: string): boolean {
    return this.#kinds.get(batchId) === 'origin';
  }

  /** Whether a row of the file may be one before: no other is, and it is none of those its refused rows stood beside. */
  mayCome(before: KnownRow): boolean {
    return this.mayBeTold(before) && !this.isOrigin(before.batchId);
  }

  /**
   * Whether a day may be told again with a row of a batch. Refused rows, corrected, are told without those they stood
   * beside, which may have looked the same: only the same file, with no fewer rows, tells them again.
   */
  tellsAgain(batchId: string): boolean {
    return !isOfRejected(this.#file) || this.#kinds.get(batchId) === 'again';
  }
}

/** Under which a row is held whose payment was reversed by itself: one for each such payment. */
function secondLifeKey(paymentId: string): string {
  return rowDigest(JSON.stringify(['again', paymentId]));
}

function nameOf({ batchId, rowNumber }: KnownRow): string {
  return `${batchId}/${rowNumber}`;
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}

/** The names, without their ending, of files whose refused rows a file has: `may` of `may.rejects-2.csv`. */
function originsOf(fileName: string): ReadonlySet<string> {
  const origins = new Set<string>();
  let stem = stemOf(fileName);
  while (/\.rejects(-\d+)?$/.test(stem)) {
    stem = stem.replace(/\.rejects(-\d+)?$/, '');
    origins.add(stem);
  }
  return origins;
}
