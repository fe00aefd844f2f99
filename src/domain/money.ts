import { type Refusal, refuse } from './refusal.ts';

declare const piastresBrand: unique symbol;

/** Whole piastres (1/100 EGP), always a safe integer. Never a float, never a fraction. */
export type Piastres = number & { readonly [piastresBrand]: true };

/** The largest amount loandesk handles, 999,999,999,999.99 EGP; below 2^53, so JSON carries it exactly. */
export const MAX_AMOUNT_PIASTRES = 99_999_999_999_999;

const AMOUNT_CODE = 'invalid_amount';
const SHOWN_LENGTH = 40;

/** A figure worked out, such as the interest of centuries, that is above what is kept exactly. */
export class FigureTooLarge extends RangeError {
  constructor() {
    const most = formatAmountGrouped(Number.MAX_SAFE_INTEGER as Piastres);
    super(`a figure would be above ${most} EGP, the most that is worked out exactly`);
  }
}

/**
 * Brands a number as piastres. Throws {@link FigureTooLarge} above 2^53, and a plain RangeError when it is no whole
 * number, which is a fault of the program.
 */
export function piastres(n: number): Piastres {
  if (!Number.isSafeInteger(n)) {
    if (Number.isInteger(n)) throw new FigureTooLarge();
    throw new RangeError(`not a whole number of piastres: ${n}`);
  }
  // Adding zero turns -0 into 0, so that no "-0.00" is ever printed.
  return (n + 0) as Piastres;
}

const ARABIC = /[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]/;

/**
 * Reads Arabic-Indic digits (U+0660–0669, U+06F0–06F9) and separators (U+066B, U+066C) as their ASCII twins;
 * every other character stays.
 */
export function foldDigits(text: string): string {
  // Looked for first: it is a tenth of the time, and nearly no text has any.
  if (!ARABIC.test(text)) return text;
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]/g, (character) => {
    if (character === '\u066b') return '.';
    if (character === '\u066c') return ',';
    const code = character.charCodeAt(0);
    return String(code - (code >= 0x06f0 ? 0x06f0 : 0x0660));
  });
}

/**
 * Reads an amount in EGP: digits with at most two decimals, and with `grouping` correctly grouped thousands.
 * Anything else is refused with code `invalid_amount`, never guessed or rounded.
 */
export function parseAmount(text: string, options: { grouping?: boolean } = {}): Piastres | Refusal {
  const folded = foldDigits(text);
  const plain = options.grouping && /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/.test(folded);
  const digits = plain ? folded.replaceAll(',', '') : folded;
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(digits);
  if (match === null) return refuse(AMOUNT_CODE, amountFault(text, folded), { hint: AMOUNT_HINT });
  const whole = (match[1] as string).replace(/^0+(?=\d)/, '');
  const amount =
    whole.length > 12 ? Number.POSITIVE_INFINITY : Number(whole + (match[2] ?? '').padEnd(2, '0'));
  if (amount > MAX_AMOUNT_PIASTRES) {
    return refuse(AMOUNT_CODE, `${shown(text)} is above the largest amount, 999,999,999,999.99`);
  }
  return piastres(amount);
}

const AMOUNT_HINT = 'write an amount as digits with at most two decimals, such as 1500 or 1500.50';

/** Says why `folded` is no amount, naming the text as it was given. */
function amountFault(text: string, folded: string): string {
  const value = shown(text);
  if (folded.trim() === '') return 'the amount is empty';
  if (/^[-\u2212]\s*[\d.,]/.test(folded)) return `${value} is negative; an amount is written without a sign`;
  if (/^\+/.test(folded)) return `${value} has a sign; an amount is written without one`;
  if (/\s/.test(folded)) return `${value} has blanks in it`;
  if (/^0x/i.test(folded)) return `${value} is hexadecimal, not a decimal amount`;
  if (/^[\d.,]+e[-+]?\d+$/i.test(folded)) return `${value} has an exponent; write all its digits`;
  if (/^\d+\.\d{3,}$/.test(folded)) return `${value} has more than two decimals`;
  if (/^\d{1,3}(\.\d{3})+,\d*$/.test(folded)) {
    return `${value} has its separators the other way round; thousands take a comma and decimals a point`;
  }
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(folded)) {
    return `${value} has thousands separators; here an amount is written without them`;
  }
  if (/^[\d,.]+$/.test(folded) && folded.includes(',')) return `${value} has misplaced thousands separators`;
  return `${value} is not an amount`;
}

/** The value for a message: as given, but never endless. */
function shown(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** The amount in EGP for JSON. Correctly rounded division, so it prints with exactly its decimals. */
export function amountToNumber(amount: Piastres): number {
  return amount / 100;
}

/** The amount in EGP with two decimals and no grouping, such as `1234.50`. */
export function formatAmount(amount: Piastres): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount in EGP with two decimals and grouped thousands, such as `1,234.50`. */
export function formatAmountGrouped(amount: Piastres): string {
  return formatAmount(amount).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** Quotient rounded to the nearest whole, a half going away from zero. The denominator must be above 0. */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be above zero');
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) + denominator;
  const quotient = doubled / (2n * denominator);
  return numerator < 0n ? -quotient : quotient;
}

/**
 * A value known only within a relative error, rounded to the nearest whole; null where it lies so near to a half that
 * the error could decide, or where it is too large for its halves to be told apart.
 */
export function roundedIfClear(approximate: number, relativeError: number): number | null {
  const floor = Math.floor(approximate);
  const fromHalf = Math.abs(approximate - floor - 0.5);
  // The subtraction is exact for numbers of this size; what is lost is what the value came with.
  if (!(fromHalf > Math.abs(approximate) * relativeError + Number.EPSILON)) return null;
  return approximate - floor >= 0.5 ? floor + 1 : floor;
}
