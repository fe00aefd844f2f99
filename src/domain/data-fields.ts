import { parseInstant } from './instant.ts';
import { type Piastres, parseAmount, piastres } from './money.ts';
import { nearestWord } from './nearest-word.ts';
import { isRefusal } from './refusal.ts';

/** Why a line of a data file is refused. */
export interface LineFault {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** Longest text kept of a field: names, addresses, gateways. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_ID_LENGTH = 64;
/** The year 5138 in seconds, 1973 in milliseconds. */
const MAX_UNIX_SECONDS = 100_000_000_000;

/** Thrown by a reader of one field; {@link readRecord} turns it into the answer. */
export class FieldFaultError extends Error {
  readonly fault: LineFault;
  constructor(field: string, value: unknown, reason: string) {
    super(reason);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    this.fault = { field, value: text.slice(0, 200), reason };
  }
}

/** Reads one record of a data file; answers its first fault when it cannot be taken. */
export function readRecord<Line>(
  value: unknown,
  read: (fields: Fields) => Line,
): Line | { readonly fault: LineFault } {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new FieldFaultError('', value, 'the line is not a JSON object');
    }
    return read(new Fields(value as Record<string, unknown>));
  } catch (error) {
    if (error instanceof FieldFaultError) return { fault: error.fault };
    throw error;
  }
}

/** Reads typed fields off a record; each reader names the field it could not read. */
export class Fields {
  readonly #record: Readonly<Record<string, unknown>>;
  constructor(record: Readonly<Record<string, unknown>>) {
    this.#record = record;
  }

  raw(name: string): unknown {
    return this.#record[name];
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === null || value === '') throw new FieldFaultError(name, value ?? '', `${name} is required`);
    return value;
  }

  optionalText(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw new FieldFaultError(name, value, `${name} must be text`);
    if (value.length > MAX_TEXT_LENGTH) {
      throw new FieldFaultError(name, value, `${name} is longer than ${MAX_TEXT_LENGTH} characters`);
    }
    return value;
  }

  id(name: string): string {
    const value = this.text(name);
    if (value.length > MAX_ID_LENGTH) {
      throw new FieldFaultError(name, value, `${name} is longer than ${MAX_ID_LENGTH} characters`);
    }
    if (/\p{Cc}/u.test(value))
      throw new FieldFaultError(name, value, `${name} has a control character in it`);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#record[name];
    if (value === undefined || value === null) return fallback;
    if (typeof value !== 'boolean') throw new FieldFaultError(name, value, `${name} must be true or false`);
    return value;
  }

  /** One of some words; a mistyped one is refused naming the one that was meant. */
  choice<Word extends string>(name: string, words: readonly Word[]): Word {
    const value = this.text(name);
    const word = words.find((known) => known === value);
    if (word !== undefined) return word;
    const near = nearestWord(value, words);
    const meant = near === null ? '' : `; did you mean ${near}?`;
    throw new FieldFaultError(name, value, `${name} must be one of ${words.join(', ')}${meant}`);
  }

  /** A whole number that JSON carries exactly. */
  wholeNumber(name: string): number {
    const value = this.#record[name];
    if (value === undefined || value === null) throw new FieldFaultError(name, '', `${name} is required`);
    if (!Number.isSafeInteger(value)) {
      throw new FieldFaultError(name, value, `${name} must be a whole number`);
    }
    return value as number;
  }

  /** Unix seconds; what can only be milliseconds is refused, since it would be a date far in the future. */
  unixSeconds(name: string): number {
    const seconds = this.wholeNumber(name);
    if (seconds > MAX_UNIX_SECONDS) {
      throw new FieldFaultError(name, seconds, `${name} looks like milliseconds; give Unix seconds`);
    }
    if (seconds < 0) throw new FieldFaultError(name, seconds, `${name} is before 1970`);
    return seconds;
  }

  instant(name: string): { text: string; ms: number } {
    const text = this.text(name);
    const ms = parseInstant(text);
    if (isRefusal(ms)) throw new FieldFaultError(name, text, ms.message);
    return { text, ms };
  }

  optionalInstant(name: string): { text: string; ms: number } | null {
    return this.optionalText(name) === null ? null : this.instant(name);
  }

  /** A currency: three capital letters. */
  currency(name: string): string {
    const currency = this.text(name);
    if (!/^[A-Z]{3}$/.test(currency)) {
      throw new FieldFaultError(name, currency, 'a currency is three capital letters, such as EGP');
    }
    return currency;
  }

  price(name: string): Piastres {
    const price = this.optionalPrice(name);
    if (price === null) throw new FieldFaultError(name, '', `${name} is required`);
    return price;
  }

  optionalPrice(name: string): Piastres | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new FieldFaultError(name, value, `${name} must be a decimal number`);
    }
    const amount = parseAmount(String(value));
    if (isRefusal(amount)) throw new FieldFaultError(name, value, amount.message);
    return amount;
  }

  /** An amount that may be below zero, such as a balance. */
  optionalSignedPrice(name: string): Piastres | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    const text = String(value);
    if (!/^-\d/.test(text)) return this.optionalPrice(name);
    const amount = parseAmount(text.slice(1));
    if (isRefusal(amount)) throw new FieldFaultError(name, value, amount.message);
    return piastres(-amount);
  }

  object(name: string): Fields | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new FieldFaultError(name, value, `${name} must be an object`);
    }
    return new Fields(value as Record<string, unknown>);
  }
}
