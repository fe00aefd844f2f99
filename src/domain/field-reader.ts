import { foldDigits, type Piastres, parseAmount } from './money.ts';
import { nearestWord } from './nearest-word.ts';
import { type FieldFault, isRefusal, type Refusal, refuse } from './refusal.ts';

/** Fields of a request by their JSON names, as they came: texts, numbers, null, or anything else. */
export type FieldInput = Readonly<Record<string, unknown>>;

/**
 * Control characters, marks and embeddings that change the writing direction, line separators and halves of
 * characters: with them a name could show as another one.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN_IN_PROSE = /[^\P{Cc}\n\t]|[\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Reads the fields of one request and notes every fault, so that all can be told at once. A reader answers
 * null for a field that is absent, null or faulty; a faulty one is in `faults` too.
 */
export class FieldReader {
  readonly faults: FieldFault[] = [];
  /** What helps against the fault noted last, when its parser knows. */
  #lastHint: string | undefined;
  readonly #input: FieldInput;
  readonly #grouping: boolean;

  constructor(input: FieldInput, options: { readonly grouping?: boolean } = {}) {
    this.#input = input;
    this.#grouping = options.grouping ?? false;
  }

  /** True when the field is there and not null. */
  has(field: string): boolean {
    return (
      Object.hasOwn(this.#input, field) && this.#input[field] !== null && this.#input[field] !== undefined
    );
  }

  /** Notes a fault of a field. */
  fault(field: string, code: string, message: string): null {
    this.faults.push({ field, code, message });
    return null;
  }

  /** Notes a fault for each of these that is absent. */
  require(fields: readonly string[]): void {
    for (const field of fields) if (!this.has(field)) this.fault(field, 'required', `${field} is missing`);
  }

  /** Notes a fault for each field that is none of these, naming the one that was meant. */
  allowOnly(fields: readonly string[]): void {
    for (const field of Object.keys(this.#input)) {
      if (fields.includes(field)) continue;
      const near = nearestWord(field, fields);
      const meant = near === null ? '' : `; did you mean ${near}?`;
      this.fault(field, 'unknown_field', `there is no field ${JSON.stringify(field)}${meant}`);
    }
  }

  /**
   * An id or reference of 1 to `longest` characters: two that look alike must be the same, so blanks around it
   * and characters nobody sees are refused.
   */
  token(field: string, longest: number): string | null {
    const value = this.text(field, longest);
    if (value === null) return null;
    if (value !== value.trim()) {
      return this.fault(field, 'invalid_text', `${field} has blanks around it: ${JSON.stringify(value)}`);
    }
    const unseen = /\p{Cf}/u.exec(value);
    if (unseen === null) return value;
    const code = (unseen[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return this.fault(field, 'invalid_text', `${field} holds a character nobody sees (U+${code})`);
  }

  /** A text of 1 to `longest` characters; `prose` may hold line breaks and tabs. */
  text(field: string, longest: number, options: { readonly prose?: boolean } = {}): string | null {
    if (!this.has(field)) return null;
    const value = this.#input[field];
    if (typeof value !== 'string') return this.fault(field, 'invalid_text', `${field} must be text`);
    if (value.trim() === '') return this.fault(field, 'invalid_text', `${field} is empty`);
    const length = [...value].length;
    if (length > longest) {
      return this.fault(
        field,
        'invalid_text',
        `${field} has ${length} characters, at most ${longest} are allowed`,
      );
    }
    const unseen = (options.prose ? UNSEEN_IN_PROSE : UNSEEN).exec(value);
    if (unseen !== null) {
      const code = (unseen[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return this.fault(field, 'invalid_text', `${field} holds a control or direction character (U+${code})`);
    }
    return value;
  }

  /** One of some words. */
  choice<Word extends string>(field: string, words: readonly Word[]): Word | null {
    if (!this.has(field)) return null;
    const value = this.#input[field];
    const word = words.find((known) => known === value);
    if (word !== undefined) return word;
    const near = typeof value === 'string' ? nearestWord(value, words) : null;
    const meant = near === null ? '' : `; did you mean ${near}?`;
    return this.fault(field, 'invalid_choice', `${field} must be one of ${words.join(', ')}${meant}`);
  }

  /** An amount, judged by its text. */
  amount(field: string): Piastres | null {
    return this.parsed(field, (text) => parseAmount(text, { grouping: this.#grouping }));
  }

  /** A whole number within bounds. */
  whole(field: string, low: number, high: number): number | null {
    const text = this.#numberText(field);
    if (text === null) return null;
    const digits = foldDigits(text);
    const number = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
    if (number >= low && number <= high) return number;
    const message = `${field} must be a whole number from ${low} to ${high}; ${text.slice(0, 40)} is not`;
    return this.fault(field, Number.isNaN(number) ? 'invalid_number' : 'out_of_bounds', message);
  }

  /** Whatever a parser makes of the field's text; its refusal becomes the field's fault. */
  parsed<T>(field: string, parse: (text: string) => T | Refusal): T | null {
    const text = this.#numberText(field);
    if (text === null) return null;
    const value = parse(text);
    if (!isRefusal(value)) return value;
    this.#lastHint = value.hint;
    return this.fault(field, value.code, `${field}: ${value.message}`);
  }

  /** All faults as one refusal `validation_failed`, or null when there is none. */
  refusal(): Refusal | null {
    const first = this.faults[0];
    if (first === undefined) return null;
    const names = [...new Set(this.faults.map((fault) => fault.field))];
    const message =
      this.faults.length === 1 ? first.message : `${names.length} fields are not right: ${names.join(', ')}`;
    const hint = this.faults.length === 1 ? this.#lastHint : undefined;
    return refuse('validation_failed', message, {
      faults: this.faults,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  #numberText(field: string): string | null {
    if (!this.has(field)) return null;
    const value = this.#input[field];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    return this.fault(field, 'invalid_number', `${field} must be a number`);
  }
}
