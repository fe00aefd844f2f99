import { foldDigits } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

declare const rateBrand: unique symbol;

/** Percent × 10^4 as an integer: 24.5 % is 245000. A whole number, so interest stays an exact fraction. */
export type RateE4 = number & { readonly [rateBrand]: true };

/** Nobody means a rate above it, and the ledger keeps none. */
const MAX_RATE_E4 = 10_000_000;
/** What may be given where no policy allows more. */
const USUAL_MAX_E4 = 1_000_000;
const ONE_PERCENT_E4 = 10_000;

/** Brands an integer as a rate; throws when it is none from 0 to 1,000 percent, a fault of the program. */
export function rateE4(n: number): RateE4 {
  if (!Number.isInteger(n) || n < 0 || n > MAX_RATE_E4)
    throw new RangeError(`not a rate of 0 to 1,000 %: ${n}`);
  return n as RateE4;
}

/**
 * Reads a rate in percent per year, 0 to 100 (or `maxE4`) with at most four decimals; code `invalid_rate` otherwise.
 * A rate above 0 and below `minE4` (policy `min_interest_rate`, 1 % unless given) is refused, because 0.245
 * is far more often a mistyped 24.5 % than a quarter of one percent.
 */
export function parseRate(text: string, options: { minE4?: number; maxE4?: number } = {}): RateE4 | Refusal {
  const minE4 = options.minE4 ?? ONE_PERCENT_E4;
  const maxE4 = Math.min(options.maxE4 ?? USUAL_MAX_E4, MAX_RATE_E4);
  const most = formatRate(maxE4 as RateE4);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(foldDigits(text));
  const hint = `write percent per year, 0 to ${most} with at most four decimals, such as 24.5`;
  if (match === null) return refuse('invalid_rate', `${text.slice(0, 40)} is not a rate`, { hint });
  const decimals = match[2] ?? '';
  if (decimals.length > 4)
    return refuse('invalid_rate', `${text.slice(0, 40)} has more than four decimals`, { hint });
  const value = Number((match[1] as string) + decimals.padEnd(4, '0'));
  if (value > maxE4) return refuse('invalid_rate', `${text.slice(0, 40)} is above ${most} %`, { hint });
  if (value > 0 && value < minE4)
    return refuse('invalid_rate', belowMinimum(value as RateE4, minE4), { hint });
  return rateE4(value);
}

/** Why a rate below the least one is refused. */
function belowMinimum(rate: RateE4, minE4: number): string {
  const given = formatRate(rate);
  if (rate >= ONE_PERCENT_E4) return `${given} is below the least rate, ${formatRate(minE4 as RateE4)} %`;
  const meant = formatRate((rate * 100) as RateE4);
  return `${given} looks like a fraction; write ${meant} for ${meant} %`;
}

/** The rate in percent, for JSON. */
export function rateToNumber(rate: RateE4): number {
  return rate / 10_000;
}

/** The rate in percent without trailing zeros, such as `24.5`. */
export function formatRate(rate: RateE4): string {
  const digits = rate.toString().padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0+$/, '');
  return decimals === '' ? digits.slice(0, -4) : `${digits.slice(0, -4)}.${decimals}`;
}
