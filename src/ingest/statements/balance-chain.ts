import type { CalendarDate } from '../../domain/dates.ts';
import type { StatedBalance, StatementRow } from './statement-part.ts';

interface Link {
  readonly date: CalendarDate;
  /** Hundredths, with sign; what this row moved. */
  readonly moved: number;
  readonly balance: number;
}

/**
 * Follows the balance column of a bank's CSV, whose rows may stand oldest or newest first, and finds from it the
 * balances before and after all rows.
 */
export class BalanceChain {
  #first: Link | null = null;
  #last: Link | null = null;
  #risesOnce = false;
  #fallsOnce = false;
  #breaksOldestFirst = 0;
  #breaksNewestFirst = 0;

  /** Takes a row and the balance beside it into account. */
  see(
    row: StatementRow,
    balance: { readonly amountPiastres: number | null; readonly negative: boolean },
  ): void {
    if (row.amountPiastres === null || balance.amountPiastres === null) return;
    const sign = row.direction === 'credit' ? 1 : -1;
    const moved = row.status === 'booked' ? sign * row.amountPiastres : 0;
    const link = {
      date: row.bookingDate,
      moved,
      balance: balance.negative ? -balance.amountPiastres : balance.amountPiastres,
    };
    const before = this.#last;
    if (before === null) this.#first = link;
    else {
      if (link.date > before.date) this.#risesOnce = true;
      if (link.date < before.date) this.#fallsOnce = true;
      if (before.balance + link.moved !== link.balance) this.#breaksOldestFirst += 1;
      if (link.balance + before.moved !== before.balance) this.#breaksNewestFirst += 1;
    }
    this.#last = link;
  }

  /** Whether a row with this balance after it fits behind the last one, its amount added or taken off. */
  isNext(
    { direction, amountPiastres }: Pick<StatementRow, 'direction' | 'amountPiastres'>,
    balance: { readonly amountPiastres: number | null; readonly negative: boolean },
  ): boolean {
    if (this.#last === null || amountPiastres === null || balance.amountPiastres === null) return false;
    const moved = direction === 'credit' ? amountPiastres : -amountPiastres;
    const after = balance.negative ? -balance.amountPiastres : balance.amountPiastres;
    return moved !== 0 && this.#last.balance + moved === after;
  }

  /** The balances around all rows, by the profile's order, the dates, or the chain itself; null where none says it. */
  balances(
    order: 'oldest_first' | 'newest_first' | null,
    currency: string,
  ): { readonly opening: StatedBalance; readonly closing: StatedBalance } | null {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null) return null;
    const newestFirst = order === null ? this.#isNewestFirst() : order === 'newest_first';
    const [oldest, newest] = newestFirst ? [last, first] : [first, last];
    return {
      opening: balanceOf(oldest.balance - oldest.moved, currency, oldest.date),
      closing: balanceOf(newest.balance, currency, newest.date),
    };
  }

  #isNewestFirst(): boolean {
    if (this.#fallsOnce !== this.#risesOnce) return this.#fallsOnce;
    return this.#breaksNewestFirst < this.#breaksOldestFirst;
  }
}

function balanceOf(hundredths: number, currency: string, date: CalendarDate): StatedBalance {
  const digits = Math.abs(hundredths).toString().padStart(3, '0');
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, negative: hundredths < 0, currency, date };
}
