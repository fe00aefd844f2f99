import type { TransactionEvent, TransactionType } from '../domain/user-data.ts';
import { EVENT_WORDS, SPREADSHEET_NUMBER } from './cell-words.ts';
import { readDateCell } from './column-dates.ts';
import { isNoAmount, readNumberCell } from './column-numbers.ts';
import type { HistoryColumn } from './columns-map.ts';
import type { CsvRow } from './csv-rows.ts';
import type { DerivedIds, NaturalKey } from './derived-ids.ts';
import { besideRows, statusOf } from './history-beside.ts';
import type { HistoryDecision } from './history-evidence.ts';
import type { HistoryLayout } from './history-layout.ts';
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
import type { StatusWords } from './sign-and-status.ts';

/** What is particular to the histories of one make. */
export interface HistoryForm {
  /** The type of a row by its text, where no column says it. */
  typeOf(details: string): TransactionType | 'unknown';
  /** What makes a row known again. A bank's reference may stand on several rows, so it is never that alone. */
  keyOf(
    row: Pick<Movement, 'timestampSeconds' | 'event' | 'amount' | 'currency'>,
    reference: string,
    details: string,
  ): NaturalKey;
  /** Each row has a receipt, and a time of day. */
  readonly isReceipted: boolean;
}

/** What reading a row needs to know about its file. */
export interface HistoryReading {
  readonly layout: HistoryLayout;
  readonly form: HistoryForm;
  readonly decision: HistoryDecision;
  readonly owner: HistoryOwner;
  readonly ids: DerivedIds;
  /** For times without an offset. A date without a time is its midnight in UTC, whatever the zone. */
  readonly clock: ZoneClock;
  /** Currency the file does not say; null when a column or every cell says it. */
  readonly currency: string | null;
  readonly status: StatusWords | null;
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

/** Reads the rows of a history, one at a time; a cell that cannot be read refuses its row, naming the column. */
export class CsvMovements {
  readonly #reading: HistoryReading;
  /** The sign that debit columns of this file carry; a bank uses one of them. */
  #debitsNegative: boolean | null = null;

  constructor(reading: HistoryReading) {
    this.#reading = reading;
  }

  /** The row's transaction, or why there is none. */
  row({ line, cells, unreadable }: CsvRow): HistoryRow {
    if (unreadable !== undefined) return unreadableRow(line, '', '', unreadable);
    const { layout } = this.#reading;
    const beside = besideRows(cells, layout);
    if (beside !== null) return leftOutRow(line, cells.join(' '), beside);
    const surplus = cells.slice(layout.headings.length).find((cell) => cell.trim() !== '');
    if (surplus !== undefined && layout.headingLine > 0) {
      const reason = `the row has ${cells.length} cells under ${layout.headings.length} headings: quote what holds a separator`;
      return unreadableRow(line, '', surplus, reason);
    }
    try {
      const unmoved = this.#unmoved(cells);
      if (unmoved !== null) return leftOutRow(line, this.#cell(cells, 'id') || cells.join(' '), unmoved);
      const money = this.#money(cells);
      if (money === null) return leftOutRow(line, cells.join(' '), 'no money in or out');
      return transactionRow(this.#movement(line, cells, money), this.#reading.owner, this.#reading.ids);
    } catch (error) {
      if (!(error instanceof CellFaultError)) throw error;
      return unreadableRow(line, this.#heading(error.column), error.cell, error.message);
    }
  }

  #heading(column: HistoryColumn): string {
    const { headings, places } = this.#reading.layout;
    const place = column === 'details' ? places.details[0] : places[column];
    return (place === undefined ? undefined : headings[place]) ?? column;
  }

  /** Why the row moved no money for good, by its status; null when it did. */
  #unmoved(cells: readonly string[]): string | null {
    const word = this.#cell(cells, 'status');
    if (word === '' && this.#reading.form.isReceipted) {
      throw new CellFaultError('status', word, 'the row has no status');
    }
    const status = statusOf(word, this.#reading.status);
    if (status === null) {
      const reason = `"${word}" does not say whether the money moved; say it with --status, such as "posted=${word}"`;
      throw new CellFaultError('status', word, reason);
    }
    return status === 'posted' ? null : `status ${word}`;
  }

  #movement(line: number, cells: readonly string[], money: Money): Movement {
    const { form } = this.#reading;
    const timestampSeconds = this.#timestamp(cells);
    const reference = this.#cell(cells, 'id');
    if (SPREADSHEET_NUMBER.test(reference)) {
      throw new CellFaultError('id', reference, 'the id was changed by a spreadsheet');
    }
    if (reference === '' && form.isReceipted) {
      throw new CellFaultError('id', reference, 'the row has no receipt number');
    }
    const details = this.#details(cells);
    const said = this.#cell(cells, 'transaction_type');
    return {
      ...money,
      line,
      timestampSeconds,
      type: said === '' ? form.typeOf(details) : said.toLowerCase().replace(/[\s-]+/g, '_'),
      balance: this.#balance(cells, money.currency),
      keyIs: 'content',
      key: form.keyOf({ ...money, timestampSeconds }, reference, details),
    };
  }

  #cell(cells: readonly string[], column: Exclude<HistoryColumn, 'details'>): string {
    const place = this.#reading.layout.places[column];
    return place === undefined ? '' : (cells[place] ?? '').trim();
  }

  /** An amount as it stands; '' where a dash stands for nothing. */
  #amountCell(cells: readonly string[], column: 'amount' | 'credit' | 'debit' | 'balance'): string {
    const cell = this.#cell(cells, column);
    return isNoAmount(cell) ? '' : cell;
  }

  #details(cells: readonly string[]): string {
    const texts = this.#reading.layout.places.details.map((place) => (cells[place] ?? '').trim());
    return texts
      .filter((text) => text !== '')
      .join(' ')
      .replace(/\s+/g, ' ');
  }

  #timestamp(cells: readonly string[]): number {
    const booked = this.#cell(cells, 'timestamp');
    const column = booked === '' ? 'value_date' : 'timestamp';
    const cell = booked === '' ? this.#cell(cells, 'value_date') : booked;
    if (cell === '') throw new CellFaultError('timestamp', cell, 'the date is empty');
    const read = readDateCell(cell, this.#reading.decision.order);
    if ('reason' in read) throw new CellFaultError(column, cell, `"${cell}" ${read.reason}`);
    if ('unixSeconds' in read) return read.unixSeconds;
    const midnightMs = Date.parse(`${read.date}T00:00:00Z`);
    if (read.secondOfDay === null) {
      if (!this.#reading.form.isReceipted) return midnightMs / 1000;
      throw new CellFaultError(column, cell, 'the time of day is missing');
    }
    const shownMs = midnightMs + read.secondOfDay * 1000;
    const aheadMs = read.offsetMinutes === null ? this.#reading.clock(shownMs) : read.offsetMinutes * 60_000;
    return (shownMs - aheadMs) / 1000;
  }

  /** Null for a row in which no money moves, such as an opening balance between credits and debits. */
  #money(cells: readonly string[]): Money | null {
    return this.#reading.layout.places.amount === undefined ? this.#sides(cells) : this.#single(cells);
  }

  #sides(cells: readonly string[]): Money | null {
    const credit = this.#number(cells, 'credit');
    const debit = this.#number(cells, 'debit');
    const isIn = credit !== null && !isZero(credit.amount);
    const isOut = debit !== null && !isZero(debit.amount);
    if (isIn && isOut) {
      throw new CellFaultError('debit', this.#cell(cells, 'debit'), 'the row has a credit and a debit');
    }
    if (isOut) {
      this.#debitsNegative ??= debit.negative;
      if (this.#debitsNegative !== debit.negative) {
        const reason = 'the debit has another sign than the others';
        throw new CellFaultError('debit', this.#cell(cells, 'debit'), reason);
      }
    }
    const side = isIn ? credit : isOut ? debit : (credit ?? debit);
    if (side === null) return null;
    // A credit below zero is money taken back: it went out.
    const event = !isIn && !isOut ? 'none' : isIn && !side.negative ? 'cash_in' : 'cash_out';
    return { event, amount: side.amount, currency: side.currency };
  }

  #single(cells: readonly string[]): Money | null {
    const number = this.#number(cells, 'amount');
    if (number === null) return null;
    const { amount, currency, negative, side } = number;
    const { direction } = this.#reading.decision;
    if (direction === 'event') return { event: this.#eventByWord(cells, number), amount, currency };
    if (isZero(amount)) return { event: 'none', amount, currency };
    if (direction === 'credits-only' && negative) {
      const cell = this.#cell(cells, 'amount');
      throw new CellFaultError('amount', cell, `"${cell}" is below zero, and --sign says that all came in`);
    }
    const isOut = direction === 'debits-positive' && side === null ? !negative : negative;
    return { event: isOut ? 'cash_out' : 'cash_in', amount, currency };
  }

  #eventByWord(
    cells: readonly string[],
    { amount, signed, negative }: { amount: string; signed: boolean; negative: boolean },
  ): TransactionEvent {
    const word = this.#cell(cells, 'event');
    const event = EVENT_WORDS.get(word.toLowerCase());
    if (event === undefined) {
      throw new CellFaultError('event', word, `"${word}" does not say whether money came in or went out`);
    }
    // A debit is often written below zero as well; anything else with a sign against its word is a contradiction.
    if (signed && negative !== (event === 'cash_out') && !isZero(amount)) {
      throw new CellFaultError('amount', this.#cell(cells, 'amount'), `its sign and "${word}" contradict`);
    }
    return event;
  }

  #balance(cells: readonly string[], currency: string): string | null {
    const number = this.#number(cells, 'balance', currency);
    if (number === null) return null;
    return number.negative && !isZero(number.amount) ? `-${number.amount}` : number.amount;
  }

  /** A number with its currency, `expected` or the row's own; null for a cell without an amount. */
  #number(
    cells: readonly string[],
    column: 'amount' | 'credit' | 'debit' | 'balance',
    expected: string | null = null,
  ) {
    const cell = this.#amountCell(cells, column);
    if (cell === '') return null;
    const number = readNumberCell(cell, this.#reading.decision.mark);
    if ('reason' in number) throw new CellFaultError(column, cell, `"${cell}" ${number.reason}`);
    const said = expected ?? (this.#cell(cells, 'currency').toUpperCase() || this.#reading.currency);
    const { currencies, digits, negative, signed, side } = number;
    if (said !== null && currencies !== null && !currencies.includes(said)) {
      throw new CellFaultError(column, cell, `"${cell}" is not in ${said}`);
    }
    const currency = said ?? (currencies?.length === 1 ? (currencies[0] as string) : null);
    if (currency === null) throw new CellFaultError(column, cell, 'its currency is not said');
    return { amount: canonicalAmount(digits), negative, signed, side, currency };
  }
}

function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
