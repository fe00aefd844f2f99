/**
 * An exact fraction; the denominator is above zero. The scorecard reckons in these because a decimal cut off
 * anywhere could move an offer across a step (1.5 × 86,333.333… is 129,500 and not 129,499.99…).
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The fraction in lowest terms. Throws when the denominator is zero. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  if (d === 0n) throw new RangeError('a fraction needs a denominator other than zero');
  const divisor = greatestCommonDivisor(n, d) * (d < 0n ? -1n : 1n);
  return { numerator: n / divisor, denominator: d / divisor };
}

export const ZERO = rational(0);
export const ONE = rational(1);

/** Reads a plain decimal such as `0.40`, at most six decimals; undefined for anything else. */
export function parseDecimal(text: string): Rational | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text);
  if (match === null) return undefined;
  const decimals = match[3] ?? '';
  return rational(BigInt(`${match[1]}${match[2]}${decimals}`), 10n ** BigInt(decimals.length));
}

/** Sum of all. */
export function sum(...terms: readonly Rational[]): Rational {
  let total = ZERO;
  for (const term of terms) {
    total = rational(
      total.numerator * term.denominator + term.numerator * total.denominator,
      total.denominator * term.denominator,
    );
  }
  return total;
}

/** a − b. */
export function minus(a: Rational, b: Rational): Rational {
  return sum(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** a × b. */
export function times(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** a ÷ b. Throws when b is zero. */
export function over(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The smallest of one or more. */
export function smallest(first: Rational, ...others: readonly Rational[]): Rational {
  return others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first);
}

/** The value kept within low and high. */
export function clamp(value: Rational, low: Rational, high: Rational): Rational {
  if (compare(value, low) < 0) return low;
  return compare(value, high) > 0 ? high : value;
}

/** Whole part, towards minus infinity. */
export function floorOf(value: Rational): bigint {
  const quotient = value.numerator / value.denominator;
  return value.numerator < 0n && value.numerator % value.denominator !== 0n ? quotient - 1n : quotient;
}

/** Rounded half up to so many decimals, still exact. */
export function roundedHalfUp(value: Rational, decimals: number): Rational {
  return rational(scaledHalfUp(value, decimals), 10n ** BigInt(decimals));
}

/** As text with exactly so many decimals, rounded half up. */
export function toDecimalText(value: Rational, decimals: number): string {
  const scaled = scaledHalfUp(value, decimals);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${scaled < 0n ? '-' : ''}${whole}${fraction}`;
}

/** As a number for JSON, rounded half up to so many decimals; for showing, never to reckon on. */
export function toJsonNumber(value: Rational, decimals: number): number {
  return Number(toDecimalText(value, decimals));
}

/**
 * Square root of a value that is not negative: exact where the root has at most 30 decimals, else cut after
 * the thirtieth.
 */
export function squareRoot(value: Rational): Rational {
  if (value.numerator < 0n) throw new RangeError('no square root below zero');
  const scale = 10n ** 30n;
  return rational(wholeSquareRoot((value.numerator * scale * scale) / value.denominator), scale);
}

/** Largest whole number whose square is not above n (Newton's method). */
function wholeSquareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (guess + n / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** value × 10^decimals rounded half up to a whole number; reduces nothing, since fractions may be long. */
function scaledHalfUp({ numerator, denominator }: Rational, decimals: number): bigint {
  const doubled = 2n * numerator * 10n ** BigInt(decimals) + denominator;
  return floorOf({ numerator: doubled, denominator: 2n * denominator });
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
