import type { TransactionEvent } from '../domain/user-data.ts';
import { EVENT_WORDS, SPREADSHEET_NUMBER } from './cell-words.ts';
import { type DateOrder, readDateCell } from './column-dates.ts';
import { type DecimalMark, readNumberCell } from './column-numbers.ts';
import type { ColumnPlaces, HistoryColumn } from './columns-map.ts';
import type { CsvRow } from './csv-rows.ts';
import type { DerivedIds } from './derived-ids.ts';
import {
  canonicalAmount,
  type HistoryOwner,
  type HistoryRow,
  leftOutRow,
  type Movement,
  transactionRow,
  unreadableRow,
} from './history-row.ts';
import type { ZoneClock } from './local-time.ts';

/** What reading a row needs to know about its file. */
export interface CsvLayout {
  readonly places: ColumnPlaces;
  readonly headings: readonly string[];
  readonly owner: HistoryOwner;
  readonly ids: DerivedIds;
  /** For times without an offset. A date without a time is its midnight in UTC, whatever the zone. */
  readonly clock: ZoneClock;
  /** Currency the file does not say; null when a column or every cell says it. */
  readonly currency: string | null;
  readonly order: DateOrder;
  readonly mark: DecimalMark;
}

class CellFaultError extends Error {
  readonly column: HistoryColumn;
  readonly cell: string;
  constructor(column: HistoryColumn, cell: string, reason: string) {
    super(reason);
    this.column = column;
    this.cell = cell;
  }
}

interface Money {
  readonly event: TransactionEvent;
  readonly amount: string;
  readonly currency: string;
}

/** Reads the rows of a mapped file, one at a time; a cell that cannot be read refuses its row, naming the column. */
export class CsvMovements {
  readonly #layout: CsvLayout;

  constructor(layout: CsvLayout) {
    this.#layout = layout;
  }

  /** The row's transaction, or why there is none. */
  row({ line, cells, unreadable }: CsvRow): HistoryRow {
    if (unreadable !== undefined) return unreadableRow(line, '', '', unreadable);
    try {
      const money = this.#money(cells);
      if (money === null) return leftOutRow(line, cells.join(' '), 'no money in or out');
      return transactionRow(this.#movement(line, cells, money), this.#layout.owner, this.#layout.ids);
    } catch (error) {
      if (!(error instanceof CellFaultError)) throw error;
      const heading = this.#layout.headings[this.#layout.places[error.column] ?? -1];
      return unreadableRow(line, heading ?? error.column, error.cell, error.message);
    }
  }

  #movement(line: number, cells: readonly string[], money: Money): Movement {
    const { event, amount, currency } = money;
    const timestampSeconds = this.#timestamp(cells);
    const reference = this.#cell(cells, 'id');
    if (SPREADSHEET_NUMBER.test(reference)) {
      throw new CellFaultError('id', reference, 'the id was changed by a spreadsheet');
    }
    // A bank's reference may stand on several rows, such as a transfer and its fee: amount and time count too.
    const content = [timestampSeconds, amount, currency, event];
    const details = this.#cell(cells, 'details').replace(/\s+/g, ' ');
    return {
      line,
      timestampSeconds,
      event,
      amount,
      currency,
      type:
        this.#cell(cells, 'transaction_type')
          .toLowerCase()
          .replace(/[\s-]+/g, '_') || 'unknown',
      balance: this.#balance(cells, currency),
      keyIs: 'content',
      key: reference === '' ? ['csv', ...content, details] : ['csv', reference, ...content],
    };
  }

  #cell(cells: readonly string[], column: HistoryColumn): string {
    const place = this.#layout.places[column];
    return place === undefined ? '' : (cells[place] ?? '').trim();
  }

  #timestamp(cells: readonly string[]): number {
    const cell = this.#cell(cells, 'timestamp');
    if (cell === '') throw new CellFaultError('timestamp', cell, 'the date is empty');
    const read = readDateCell(cell, this.#layout.order);
    if ('reason' in read) throw new CellFaultError('timestamp', cell, `"${cell}" ${read.reason}`);
    if ('unixSeconds' in read) return read.unixSeconds;
    const midnightMs = Date.parse(`${read.date}T00:00:00Z`);
    if (read.secondOfDay === null) return midnightMs / 1000;
    const shownMs = midnightMs + read.secondOfDay * 1000;
    const aheadMs = read.offsetMinutes === null ? this.#layout.clock(shownMs) : read.offsetMinutes * 60_000;
    return (shownMs - aheadMs) / 1000;
  }

  /** Null for a row in which no money moves, such as an opening balance between credits and debits. */
  #money(cells: readonly string[]): Money | null {
    return this.#layout.places.amount === undefined ? this.#sides(cells) : this.#signed(cells);
  }

  #sides(cells: readonly string[]): Money | null {
    const credit = this.#number(cells, 'credit');
    const debit = this.#number(cells, 'debit');
    if (credit !== null && debit !== null && !isZero(credit.amount) && !isZero(debit.amount)) {
      throw new CellFaultError('debit', this.#cell(cells, 'debit'), 'the row has a credit and a debit');
    }
    const isCredit = credit !== null && (debit === null || isZero(debit.amount));
    const side = isCredit ? credit : debit;
    if (side === null) return null;
    if (isCredit && side.negative) {
      throw new CellFaultError('credit', this.#cell(cells, 'credit'), 'the credit is below zero');
    }
    const event = isZero(side.amount) ? 'none' : isCredit ? 'cash_in' : 'cash_out';
    return { event, amount: side.amount, currency: side.currency };
  }

  #signed(cells: readonly string[]): Money {
    const number = this.#number(cells, 'amount');
    if (number === null) throw new CellFaultError('amount', '', 'the amount is empty');
    const { amount, currency } = number;
    if (this.#layout.places.event === undefined) {
      const event = isZero(amount) ? 'none' : number.negative ? 'cash_out' : 'cash_in';
      return { event, amount, currency };
    }
    const word = this.#cell(cells, 'event');
    const event = EVENT_WORDS.get(word.toLowerCase());
    if (event === undefined) {
      throw new CellFaultError('event', word, `"${word}" does not say whether money came in or went out`);
    }
    // A debit is often written below zero as well; anything else with a sign against its word is a contradiction.
    if (number.signed && number.negative !== (event === 'cash_out') && !isZero(amount)) {
      throw new CellFaultError('amount', this.#cell(cells, 'amount'), `its sign and "${word}" contradict`);
    }
    return { event, amount, currency };
  }

  #balance(cells: readonly string[], currency: string): string | null {
    const number = this.#number(cells, 'balance', currency);
    if (number === null) return null;
    return number.negative && !isZero(number.amount) ? `-${number.amount}` : number.amount;
  }

  /** A number with its currency, `expected` or the row's own; null for an empty cell. */
  #number(cells: readonly string[], column: HistoryColumn, expected: string | null = null) {
    const cell = this.#cell(cells, column);
    if (cell === '') return null;
    const number = readNumberCell(cell, this.#layout.mark);
    if ('reason' in number) throw new CellFaultError(column, cell, `"${cell}" ${number.reason}`);
    const said = expected ?? (this.#cell(cells, 'currency').toUpperCase() || this.#layout.currency);
    const { currencies, digits, negative, signed } = number;
    if (said !== null && currencies !== null && !currencies.includes(said)) {
      throw new CellFaultError(column, cell, `"${cell}" is not in ${said}`);
    }
    const currency = said ?? (currencies?.length === 1 ? (currencies[0] as string) : null);
    if (currency === null) throw new CellFaultError(column, cell, 'its currency is not said');
    return { amount: canonicalAmount(digits), negative, signed, currency };
  }
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
