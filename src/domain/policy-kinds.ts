import { type DatedValue, valueInForce } from './dated-values.ts';
import { type CalendarDate, parseDate } from './dates.ts';
import { formatAmount, type Piastres, parseAmount } from './money.ts';
import { formatRate, parseRate, type RateE4 } from './rate.ts';
import { isRefusal } from './refusal.ts';

/** A kind of policy value: how it is read, kept and bounded. */
export interface PolicyKind<T> {
  /** What is allowed, to be read after "must be". */
  readonly allowed: string;
  /** Reads the value as kept in the document or as typed; undefined when it is not allowed. */
  read(value: unknown): T | undefined;
  /** How it is kept in the document; money and rates as decimal text, so that nothing is a float. */
  keep(value: T): unknown;
}

/** One policy value: its kind and what the shipped document says. */
export interface PolicyDefinition<T> {
  readonly kind: PolicyKind<T>;
  readonly shipped: unknown;
}

/** An amount in EGP between two bounds, both in EGP as decimal text. */
export function amountKind(low: string, high: string): PolicyKind<Piastres> {
  const bounds = [parseAmount(low), parseAmount(high)] as Piastres[];
  return {
    allowed: `an amount from ${low} to ${high}`,
    read(value) {
      const amount = parseAmount(String(value), { grouping: true });
      return isRefusal(amount) || amount < bounds[0]! || amount > bounds[1]! ? undefined : amount;
    },
    keep: formatAmount,
  };
}

/** A rate in percent per year; fractions of a percent are allowed here, since the bank sets them on purpose. */
export const rateKind: PolicyKind<RateE4> = {
  allowed: 'a rate in percent from 0 to 1000 with at most 4 decimals',
  read(value) {
    const rate = parseRate(String(value), { minE4: 0, maxE4: Number.POSITIVE_INFINITY });
    return isRefusal(rate) ? undefined : rate;
  },
  keep: formatRate,
};

/** A whole number between two bounds. */
export function wholeKind(low: number, high: number): PolicyKind<number> {
  return {
    allowed: `a whole number from ${low} to ${high}`,
    read(value) {
      const text = String(value);
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= low && number <= high ? number : undefined;
    },
    keep: (value) => value,
  };
}

/** One of some words. */
export function choiceKind<Word extends string>(words: readonly Word[]): PolicyKind<Word> {
  return {
    allowed: `one of ${words.join(', ')}`,
    read: (value) => words.find((word) => word === value),
    keep: (value) => value,
  };
}

/** Yes or no. */
export const switchKind: PolicyKind<boolean> = {
  allowed: 'true or false',
  read(value) {
    const text = String(value).toLowerCase();
    if (['true', 'on', 'yes'].includes(text)) return true;
    return ['false', 'off', 'no'].includes(text) ? false : undefined;
  },
  keep: (value) => value,
};

/** One line of text, such as a name; `none` or nothing empties it. Control and direction characters are refused. */
export function lineKind(mostCharacters: number): PolicyKind<string> {
  return {
    allowed: `one line of at most ${mostCharacters} characters, or none`,
    read(value) {
      const text = String(value);
      if (text === 'none') return '';
      return [...text].length > mostCharacters || /[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u.test(text)
        ? undefined
        : text;
    },
    keep: (value) => value,
  };
}

/** A date, or none (kept as null). */
export const optionalDateKind: PolicyKind<CalendarDate | null> = {
  allowed: 'a date YYYY-MM-DD, or none',
  read(value) {
    if (value === null || value === 'none') return null;
    const date = parseDate(String(value));
    return isRefusal(date) ? undefined : date;
  },
  keep: (value) => value,
};

/**
 * The value in force, typed. A document made before the key existed falls back to the shipped value; one that
 * holds an unusable value throws, since only a damaged ledger can.
 */
export function readInForce<T>(
  key: string,
  definition: PolicyDefinition<T>,
  document: Readonly<Record<string, readonly DatedValue[]>>,
  date: CalendarDate,
): T {
  const kept = valueInForce(document[key] ?? [], date);
  const value = definition.kind.read(kept === undefined ? definition.shipped : kept);
  if (value === undefined) {
    throw new Error(`policy ${key} holds ${JSON.stringify(kept)}, which is not ${definition.kind.allowed}`);
  }
  return value;
}
