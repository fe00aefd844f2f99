import { foldDigits } from '../domain/money.ts';
import { type CellPlace, namedCell } from './cell-place.ts';

export type DecimalMark = 'point' | 'comma';

/** What all cells of the money columns together say about their decimal mark. */
export type DecimalDecision =
  | { readonly mark: DecimalMark }
  /** `cell` could be read both ways and nothing settles it, or cells contradict each other. */
  | { readonly mark: null; readonly why: 'ambiguous' | 'contradictory'; readonly cell: string };

/** A cell read as a number: plain digits with a point, and what stood around them. */
export interface NumberCell {
  /** Below zero, or on the debit side. */
  readonly negative: boolean;
  /** True when a plus, minus, parentheses or a side of the account said which sign it has. */
  readonly signed: boolean;
  /** Digits with a decimal point where there are decimals, such as `1234.5`. */
  readonly digits: string;
  /** Currencies the cell's text can mean; null when it names none. */
  readonly currencies: readonly string[] | null;
  /** The side of the account that stands beside the number, as in `1,000.00 Cr`; null when none does. */
  readonly side: 'credit' | 'debit' | null;
}

/** Why a cell is no number. */
export interface CellFault {
  readonly reason: string;
}

const DOLLARS = ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'];
/** Words for currencies that are no code of three letters; a sign shared by several means any of them. */
const CURRENCY_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['e£', ['EGP']],
  ['£e', ['EGP']],
  ['le', ['EGP']],
  ['جنيه', ['EGP']],
  ['ksh', ['KES']],
  ['kshs', ['KES']],
  ['€', ['EUR']],
  ['£', ['GBP', 'EGP']],
  ['$', DOLLARS],
]);

/** Words beside a number for its side of the account, as banks print them: `1,000.00 Cr`, `DR 10.00`. */
const SIDE_WORDS: ReadonlyMap<string, 'credit' | 'debit'> = new Map([
  ...['cr', 'c', 'crdt', 'credit', '\u062f\u0627\u0626\u0646', '\u062f', '\u0644\u0647'].map(
    (word) => [word, 'credit'] as const,
  ),
  ...['dr', 'd', 'db', 'dbit', 'debit', '\u0645\u062f\u064a\u0646', '\u0645', '\u0639\u0644\u064a\u0647'].map(
    (word) => [word, 'debit'] as const,
  ),
]);

/** The pound as it is abbreviated, with points that are no decimal marks. */
const ABBREVIATED_POUND = /l\.\s?e\.?|\u062c\.\s?\u0645\.?/giu;
/** Marks that only set the writing direction: Arabic programs put them around numbers. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Blanks of all kinds, and the apostrophes with which thousands are set apart. */
const BLANKS = /[\s\u00a0\u2009\u202f]/g;
/** A number that is right with a decimal point, and nothing else: no word, no sign but a minus. */
const POINT_FORM = /^-?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const CELL = /^([^\d.,()]*)(\()?([^\d.,()]*)([\d.,'\u2019 ]*\d[\d.,'\u2019 ]*|)([^\d.,()]*)(\))?([^\d(]*)$/u;

/** True for an amount cell in which no amount stands: it is blank, or has a dash for nothing. */
export function isNoAmount(cell: string): boolean {
  return /^[-\u2010-\u2015\u2212]*$/.test(cell.replace(DIRECTION_MARKS, '').replace(BLANKS, ''));
}

/**
 * Gathers evidence over the money columns of one file, which are all written alike, and says which decimal mark
 * they use. A single cell such as `1.000` settles nothing; `1.355,90` in the same file settles it for all.
 */
export class DecimalEvidence {
  #point: string | null = null;
  #comma: string | null = null;
  #open: string | null = null;

  /** Takes one cell into account. */
  see(cell: string, place: CellPlace | null = null): void {
    // What can be read with a point says nothing more once another cell has settled the point.
    if (this.#point !== null && POINT_FORM.test(cell)) return;
    // The Arabic separators say themselves what they are, and so nothing about points and commas.
    if (/[\u066b\u066c]/.test(cell)) return;
    const split = splitCell(cell);
    if (split === null || split.body === '') return;
    const mark = markOf(split.body);
    if (mark === 'point') this.#point ??= namedCell(cell, place);
    else if (mark === 'comma') this.#comma ??= namedCell(cell, place);
    else if (mark === 'either') this.#open ??= namedCell(cell, place);
  }

  /** The decision over all cells seen; numbers without any separator read the same with either mark. */
  decide(): DecimalDecision {
    if (this.#point !== null && this.#comma !== null) {
      return { mark: null, why: 'contradictory', cell: `${this.#point} and ${this.#comma}` };
    }
    if (this.#comma !== null) return { mark: 'comma' };
    if (this.#point !== null || this.#open === null) return { mark: 'point' };
    return { mark: null, why: 'ambiguous', cell: this.#open };
  }
}

/** The decimal mark with which a number can be read; `either` for one like 1,234; null when it says nothing. */
function markOf(body: string): DecimalMark | 'either' | null {
  const withPoint = plainDigits(body, 'point');
  const withComma = plainDigits(body, 'comma');
  if (withPoint === withComma) return null;
  if (withComma === null) return 'point';
  return withPoint === null ? 'comma' : 'either';
}

/**
 * Reads a cell as a number with this decimal mark: signs before or after, parentheses for below zero, thousands
 * grouped in threes, a currency's name or sign, the side of the account, Arabic-Indic digits. Anything else is
 * answered as a fault.
 */
export function readNumberCell(cell: string, mark: DecimalMark): NumberCell | CellFault {
  if (mark === 'point' && POINT_FORM.test(cell)) {
    const negative = cell.startsWith('-');
    const digits = (negative ? cell.slice(1) : cell).replaceAll(',', '');
    return { negative, signed: negative, digits, currencies: null, side: null };
  }
  const split = splitCell(cell);
  if (split === null || split.body === '') return { reason: 'is not a number' };
  if (split.signs > 1) return { reason: 'has more than one sign' };
  const sides = split.words.flatMap((word) => SIDE_WORDS.get(plainWord(word)) ?? []);
  const currencies = currenciesOf(split.words.filter((word) => !SIDE_WORDS.has(plainWord(word))));
  if (currencies === null || sides.length > 1) return { reason: 'holds something besides a number' };
  const arabic = /[\u066b\u066c]/.test(cell);
  const digits = plainDigits(split.body, arabic ? 'point' : mark);
  if (digits === null) return { reason: `has misplaced separators for a decimal ${arabic ? 'point' : mark}` };
  const [side = null] = sides;
  const negative = split.negative || side === 'debit';
  if (split.signs > 0 && side !== null && split.negative !== (side === 'debit')) {
    return { reason: 'has a sign and a side that contradict' };
  }
  const signed = split.signs > 0 || side !== null;
  return { negative, signed, digits, currencies: currencies.length === 0 ? null : currencies, side };
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/\.$/, '');
}

interface SplitCell {
  readonly body: string;
  readonly negative: boolean;
  readonly signs: number;
  readonly words: readonly string[];
}

/** Most cells are a number and nothing else; they need not be taken apart. */
const BARE_NUMBER = /^-?\d[\d.,]*$/;

function splitCell(cell: string): SplitCell | null {
  if (BARE_NUMBER.test(cell)) {
    const negative = cell.startsWith('-');
    return { body: negative ? cell.slice(1) : cell, negative, signs: negative ? 1 : 0, words: [] };
  }
  const bare = cell
    .replace(DIRECTION_MARKS, '')
    .replace(ABBREVIATED_POUND, ' EGP ')
    .replace(/(?<![a-z])([cd]r)\./gi, '$1 ')
    .trim();
  const text = foldDigits(bare).replace(BLANKS, ' ');
  const match = CELL.exec(text);
  if (match === null) return null;
  const [, before = '', open, inside = '', body = '', after = '', close, behind = ''] = match;
  if ((open === undefined) !== (close === undefined)) return null;
  // A blank belongs to the words around the number, not to its thousands.
  const around = [before, inside, after, behind].join(' ');
  const signs = around.match(/[-\u2212\u2013+]/g) ?? [];
  return {
    body: body.trim(),
    negative: open !== undefined || (signs.length > 0 && signs[0] !== '+'),
    signs: signs.length + (open === undefined ? 0 : 1),
    words: around
      .replace(/[-\u2212\u2013+]/g, ' ')
      .split(' ')
      .filter((word) => word !== ''),
  };
}

function currenciesOf(words: readonly string[]): readonly string[] | null {
  if (words.length === 0) return [];
  if (words.length > 1) return null;
  const word = (words[0] as string).toLowerCase();
  const known = CURRENCY_WORDS.get(word);
  if (known !== undefined) return known;
  return /^[a-z]{3}$/.test(word) ? [word.toUpperCase()] : null;
}

function plainDigits(body: string, mark: DecimalMark): string | null {
  if (/^\d+$/.test(body)) return body;
  const [decimal, grouping] = mark === 'point' ? ['.', ','] : [',', '.'];
  const [whole = '', fraction, ...more] = body.split(decimal as string);
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  const separators = new Set(whole.replace(/\d/g, ''));
  if (separators.size > 1) return null;
  const [separator] = separators;
  if (separator !== undefined) {
    if (separator !== grouping && !" '\u2019".includes(separator)) return null;
    const groups = whole.split(separator);
    if (!groups.every((group, i) => (i === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group))) return null;
  }
  const digits = whole.replace(/\D/g, '') || '0';
  return fraction === undefined || fraction === '' ? digits : `${digits}.${fraction}`;
}
