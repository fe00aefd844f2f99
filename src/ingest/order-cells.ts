import { foldDigits } from '../domain/money.ts';
import { amountCell, decimalText } from './amount-cell.ts';
import { type DateOrder, readDateCell } from './column-dates.ts';
import { type DecimalMark, isNoAmount, readNumberCell } from './column-numbers.ts';
import type { ZoneClock } from './local-time.ts';
import { isOrderTime, lacksOffset, offsetText, orderTime } from './order-time.ts';
import { plainHeading } from './plain-heading.ts';
import { flagNeeded } from './refused-file.ts';
import type { StatusName, StatusWords } from './sign-and-status.ts';

/** What is said of the cells of a delimited order export; null for what is left out. */
export interface SaidOfOrders {
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
  readonly clock: ZoneClock | null;
  readonly status: StatusWords | null;
}

/** What an order's money is by the word of `--status`. */
const FINANCIAL: Readonly<Record<StatusName, string>> = {
  posted: 'paid',
  pending: 'pending',
  failed: 'voided',
  reversed: 'refunded',
};

const DECIMAL_HINT = 'Say what separates decimals: --decimal comma or --decimal point.';
const DATE_HINT = 'Say how dates are written: --date-format DD/MM/YYYY, in letters D, M and YY or YYYY.';
/** One separator before three digits: it may be either mark. */
const OPEN_AMOUNT = /^[-+\u2212]?\d{1,3}[.,]\d{3}$/;
/** Parts of one or two digits first: which is the day, nobody can see. */
const OPEN_DATE = /^\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}(?!\d)/;

/**
 * Reads the cells of a delimited order export as they are said to be written. Exports write all their cells alike: one
 * that could be read in two ways stops the file, naming the flag, unless others before it could not.
 */
export class OrderCells {
  readonly source: string;
  readonly #said: SaidOfOrders;
  /** Cells before were not open: one that is says nothing of the file, and is refused alone. */
  readonly #settled = { amounts: false, times: false };

  constructor(source: string, said: SaidOfOrders) {
    this.source = source;
    this.#said = said;
  }

  /** Whole hundredths, 0 for a cell without an amount; null for what is none. */
  amount(cell: string): number | null {
    const { decimal } = this.#said;
    if (isNoAmount(cell)) return 0;
    if (decimal !== null) return numberIn(cell, decimal);
    const plain = amountCell(cell);
    if (plain !== null) {
      this.#settled.amounts ||= /[.,]/.test(cell);
      return plain;
    }
    if (OPEN_AMOUNT.test(foldDigits(cell).trim())) {
      if (this.#settled.amounts) return null;
      const what = `has amounts like ${cell.trim()} that could mean two things`;
      throw flagNeeded(this.source, what, DECIMAL_HINT, 'decimal');
    }
    const [byPoint, byComma] = [numberIn(cell, 'point'), numberIn(cell, 'comma')];
    if (byPoint === null || byComma === null) return byPoint ?? byComma;
    return byPoint === byComma ? byPoint : null;
  }

  /** An amount as decimal text; what is none stays as it is, for the service to refuse; without one, undefined. */
  amountText(cell: string): string | undefined {
    if (isNoAmount(cell)) return undefined;
    const amount = this.amount(cell);
    return amount === null ? cell : decimalText(amount);
  }

  /** A time as {@link orderTime} answers it, also one whose date is written as it is said to be. */
  time(cell: string, zone: 'utc' | 'cairo' | 'given'): string | undefined {
    const { clock } = this.#said;
    const text = this.#yearFirst(cell);
    if (clock === null || zone === 'utc' || !lacksOffset(text)) return orderTime(text, zone);
    const local = orderTime(text, 'utc') as string;
    return local.slice(0, -'+00:00'.length) + offsetText(clock(Date.parse(local)));
  }

  /** True for a time whose zone neither the file nor a flag says. */
  lacksZone(cell: string): boolean {
    return this.#said.clock === null && lacksOffset(this.#yearFirst(cell));
  }

  /** What `--status` says the money of an order with this status is; null where it does not speak of it. */
  financial(word: string): string | null {
    const status = this.#said.status?.get(plainHeading(word));
    return status === undefined ? null : FINANCIAL[status];
  }

  /** The same time with its year first; what is no time stays as it is. */
  #yearFirst(cell: string): string {
    const text = foldDigits(cell).trim();
    const { dateOrder } = this.#said;
    if (text === '') return text;
    if (isOrderTime(text)) {
      this.#settled.times = true;
      return text;
    }
    if (dateOrder === null && OPEN_DATE.test(text)) {
      if (this.#settled.times) return text;
      const what = `writes times like ${text}, whose day and month could change places`;
      throw flagNeeded(this.source, what, DATE_HINT, 'date_format');
    }
    const read = readDateCell(text, dateOrder ?? 'YMD');
    if ('reason' in read || 'unixSeconds' in read) return text;
    const { date, secondOfDay, offsetMinutes } = read;
    const clock = new Date((secondOfDay ?? 0) * 1000).toISOString().slice(11, 19);
    return `${date}T${clock}${offsetMinutes === null ? '' : offsetText(offsetMinutes * 60_000)}`;
  }
}

/** A number in whole hundredths; null when it is none, or has parts of them. */
function numberIn(cell: string, mark: DecimalMark): number | null {
  const number = readNumberCell(cell, mark);
  if ('reason' in number) return null;
  const [whole = '', decimals = ''] = number.digits.split('.');
  if (!/^\d{0,2}0*$/.test(decimals)) return null;
  const amount = Number(whole + decimals.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  return number.negative && amount !== 0 ? -amount : amount;
}
