import type { DayCount } from '../../src/domain/day-count.ts';

/**
 * A second, slow model of a loan, written apart from the first: it walks through the loan day by day on the
 * platform's own calendar and adds fractions. Nothing of src/domain computes here.
 */

/** A fraction in lowest terms. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

const ZERO: Fraction = { n: 0n, d: 1n };
const DAY_MS = 86_400_000;

export function fraction(n: bigint, d: bigint): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? ZERO : { n: n / a, d: d / a };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d);
}

/** Half up; the fractions here are never negative. */
export function rounded(value: Fraction): number {
  return Number((value.n * 2n + value.d) / (value.d * 2n));
}

/** Looked up rather than worked out again: the walks below ask for the same few hundred days over and over. */
function remembered<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    known.set(key, value);
    return value;
  };
}

const ms = remembered((date: string) => Date.parse(`${date}T00:00:00Z`));

const text = remembered((time: number) => new Date(time).toISOString().slice(0, 10));

/** `n` months after a date on the platform's calendar, clamped to the month. */
export function monthsAfter(date: string, n: number): string {
  return monthsAfterOf(`${date} ${n}`);
}

const monthsAfterOf = remembered((asked: string) => {
  const [date = '', n] = asked.split(' ');
  const start = new Date(ms(date));
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + Number(n) + 1, 0));
  last.setUTCDate(Math.min(last.getUTCDate(), start.getUTCDate()));
  return text(last.getTime());
});

export interface NaiveLoan {
  readonly dayCount: DayCount;
  readonly rateE4: number;
  readonly termMonths: number;
  /** Interest of each installment when the loan is flat. */
  readonly flatInterest: readonly number[] | null;
}

export interface NaiveEvent {
  readonly kind: 'disbursement' | 'payment';
  readonly date: string;
  readonly amount: number;
}

export interface NaiveSplit {
  readonly principal: number;
  readonly interest: number;
  readonly left: number;
}

/** Books events in the order given (which must be date order) and answers what each payment did. */
export class NaiveModel {
  readonly splits: NaiveSplit[] = [];
  private readonly loan: NaiveLoan;
  private start = '';
  principal = 0;
  private carried = 0;
  private closedPieces = ZERO;
  private pieceStart = '';

  constructor(loan: NaiveLoan) {
    this.loan = loan;
  }

  book(event: NaiveEvent): void {
    if (this.start === '') {
      this.start = event.date;
      this.pieceStart = event.date;
    }
    if (event.kind === 'disbursement') {
      this.closedPieces = add(this.closedPieces, this.pieceInterest(event.date));
      this.principal += event.amount;
    } else {
      const due = this.interestDue(event.date);
      const interest = Math.min(due, event.amount);
      this.principal -= event.amount - interest;
      this.carried = due - interest;
      this.closedPieces = ZERO;
      this.splits.push({ principal: event.amount - interest, interest, left: this.principal });
    }
    this.pieceStart = event.date;
  }

  interestDue(date: string): number {
    return this.carried + rounded(this.freshInterest(date));
  }

  /** Interest since the last payment, not rounded. */
  private freshInterest(date: string): Fraction {
    return add(this.closedPieces, this.pieceInterest(date));
  }

  /** All that is owed, not rounded. */
  exactlyOwed(date: string): Fraction {
    return add({ n: BigInt(this.principal + this.carried), d: 1n }, this.freshInterest(date));
  }

  owed(date: string): number {
    return this.principal + this.interestDue(date);
  }

  /** Interest from the start of the running piece, day after day. */
  private pieceInterest(date: string): Fraction {
    if (this.principal === 0) return ZERO;
    const maturity = monthsAfter(this.start, this.loan.termMonths);
    let sum = ZERO;
    let simpleFrom = this.pieceStart;
    if (this.loan.flatInterest !== null) {
      for (let at = ms(this.pieceStart); at < ms(date) && at < ms(maturity); at += DAY_MS) {
        const month = this.monthOf(text(at));
        sum = add(sum, fraction(BigInt(this.loan.flatInterest[month.index] ?? 0), BigInt(month.days)));
      }
      if (date <= maturity) return sum;
      if (simpleFrom < maturity) simpleFrom = maturity;
    }
    const yearly = BigInt(this.principal) * BigInt(this.loan.rateE4);
    const years = this.yearFraction(simpleFrom, date);
    return add(sum, fraction(yearly * years.n, 1_000_000n * years.d));
  }

  /** The part of a year between two dates. */
  yearFraction(from: string, to: string): Fraction {
    if (this.loan.dayCount.startsWith('30'))
      return fraction(BigInt(thirties(this.loan.dayCount, from, to)), 360n);
    const daysByBasis = new Map<number, number>();
    for (let at = ms(from); at < ms(to); at += DAY_MS) {
      const basis = this.daysOfYear(text(at));
      daysByBasis.set(basis, (daysByBasis.get(basis) ?? 0) + 1);
    }
    let sum = ZERO;
    for (const [basis, days] of daysByBasis) sum = add(sum, fraction(BigInt(days), BigInt(basis)));
    return sum;
  }

  /** How many days like this one make a year. */
  private daysOfYear(date: string): number {
    switch (this.loan.dayCount) {
      case 'actual/360':
        return 360;
      case 'actual/365':
        return 365;
      case 'actual/actual': {
        const year = Number(date.slice(0, 4));
        return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
      }
      default:
        return 12 * this.monthOf(date).days;
    }
  }

  /** The loan's own month a date lies in, found by counting from the start. */
  private monthOf(date: string): { index: number; days: number } {
    let index = 0;
    while (monthsAfter(this.start, index + 1) <= date) index += 1;
    const days = (ms(monthsAfter(this.start, index + 1)) - ms(monthsAfter(this.start, index))) / DAY_MS;
    return { index, days };
  }
}

/** Days of 30/360 and 30E/360 from the texts of the dates. */
function thirties(dayCount: DayCount, from: string, to: string): number {
  const [y1, m1, d1] = from.split('-').map(Number) as [number, number, number];
  const [y2, m2, d2] = to.split('-').map(Number) as [number, number, number];
  const first = d1 === 31 ? 30 : d1;
  const secondIsCut = d2 === 31 && (dayCount === '30E/360' || first === 30);
  return (y2 - y1) * 360 + (m2 - m1) * 30 + (secondIsCut ? 30 : d2) - first;
}
