import type { ExplainLine } from '../../src/domain/explain-line.ts';

// What an officer does with a calculator, from the printed line alone: nothing of the program's arithmetic is used.

/** A fraction; denominators stay above zero. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const HUNDRED_MILLION = 100_000_000n;

/** What is wrong with a line by its own numbers: balance × rate × days ÷ basis = interest; null when it comes out. */
export function lineFault(line: ExplainLine): string | null {
  if (line.basis === null)
    return line.interest === '0.00' && line.days === 0 ? null : 'interest without days';
  const worked = nearest(times(interestOf(line), HUNDRED_MILLION));
  return worked === digits(line.interest) ? null : `${line.interest} should be ${worked}e-8`;
}

/**
 * Adds up the lines since the last rounding and rounds once, half away from zero: what the posting says is due, carried
 * interest besides, and what it says rounding did. Answers the first posting that is wrong.
 */
export function postingFault(lines: readonly ExplainLine[]): { fault: string | null; postings: number } {
  let sum: Fraction = { over: 0n, under: 1n };
  let postings = 0;
  for (const line of lines) {
    if (line.basis !== null) sum = plus(sum, interestOf(line));
    const said =
      /^(?:payment|installment) .*?interest ([\d,]+\.\d\d)(.*)|^not posted: interest due on \S+ ([\d,]+\.\d\d)/.exec(
        line.note,
      );
    if (said === null || line.note.includes('nothing to pay')) continue;
    postings += 1;
    const rounded = nearest(times(sum, 100n));
    const due = rounded + BigInt(line.carriedPiastres);
    const unpaid = amount(/interest left unpaid ([\d,]+\.\d\d)/.exec(line.note)?.[1] ?? '0.00');
    const told = amount(said[1] ?? said[3]!) + unpaid;
    if (told !== due) return { fault: `${line.note}: due ${due}`, postings };
    const rounding = nearest(plus({ over: rounded * 1_000_000n, under: 1n }, times(sum, -HUNDRED_MILLION)));
    if (rounding !== digits(line.rounding))
      return { fault: `${line.note}: rounding ${rounding}e-8`, postings };
    sum = { over: 0n, under: 1n };
  }
  return { fault: null, postings };
}

/** Exactly, in EGP. A line of a flat loan says in its note what accrues evenly over its days. */
function interestOf(line: ExplainLine): Fraction {
  const even = /flat: ([\d,]+\.\d\d) of installment \d+ accrue evenly over its (\d+) days/.exec(line.note);
  const days = BigInt(line.days);
  if (even !== null) return { over: amount(even[1]!) * days, under: 100n * BigInt(even[2]!) };
  return {
    over: BigInt(line.balancePiastres) * BigInt(line.annualRateE4) * days,
    under: 100n * 1_000_000n * BigInt(line.basis!),
  };
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

function times(a: Fraction, factor: bigint): Fraction {
  return { over: a.over * factor, under: a.under };
}

/** To a whole number, a half away from zero. */
function nearest({ over, under }: Fraction): bigint {
  const size = over < 0n ? -over : over;
  const whole = size / under + ((size % under) * 2n >= under ? 1n : 0n);
  return over < 0n ? -whole : whole;
}

/** `1,234.50` in piastres. */
function amount(text: string): bigint {
  return BigInt(text.replace(/[,.]/g, ''));
}

/** A printed number with up to eight decimals, in hundred-millionths. */
function digits(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + decimals.padEnd(8, '0'));
  return text.startsWith('-') ? -size : size;
}
