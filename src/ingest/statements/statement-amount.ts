import { MAX_DECIMALS, textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import { MAX_AMOUNT_PIASTRES, type Piastres, piastres } from '../../domain/money.ts';

const MAX_DIGITS = 18;

/** A number's digits read exactly, or why they are no amount. */
export type ReadAmount =
  | { readonly amount: string; readonly amountPiastres: Piastres | null }
  | { readonly reason: string };

/**
 * Reads plain digits with a decimal point (`000000000000429.56`) as an amount in a currency: leading zeros and
 * zeros behind the last decimal are dropped, nothing is rounded. In EGP more than two decimals are no amount.
 */
export function exactAmount(digits: string, currency: string): ReadAmount {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(digits);
  if (match === null) return { reason: 'is not an amount' };
  const whole = (match[1] as string).replace(/^0+(?=\d)/, '');
  const decimals = (match[2] ?? '').replace(/0+$/, '').padEnd(2, '0');
  if (whole.length + decimals.length > MAX_DIGITS) return { reason: 'is larger than any amount' };
  if (decimals.length > MAX_DECIMALS) return { reason: 'has more decimals than any currency' };
  if (decimals.length > 2) {
    if (currency === 'EGP') return { reason: 'has more than two decimals' };
    return { amount: `${whole}.${decimals}`, amountPiastres: null };
  }
  const hundredths = Number(whole + decimals);
  const fits = hundredths <= MAX_AMOUNT_PIASTRES;
  if (!fits && currency === 'EGP') return { reason: 'is above the largest amount, 999,999,999,999.99' };
  return { amount: `${whole}.${decimals}`, amountPiastres: fits ? piastres(hundredths) : null };
}

/** 10 to the power of MAX_DECIMALS − 2: what a hundredth is in the units a sum is kept in. */
const UNITS_A_HUNDREDTH = 1_000n;
/** Hundredths are gathered as a number up to here, far from where whole numbers end. */
const GATHERED = 1e14;

/** An exact sum of amounts of any size, quick for those that fit whole hundredths. */
export class AmountSum {
  #units = 0n;
  #hundredths = 0;

  /** Adds an amount, or takes it off. */
  add(amount: string, amountPiastres: Piastres | null, negative = false): void {
    if (amountPiastres === null) {
      const units = unitsOf(amount);
      this.#units += negative ? -units : units;
      return;
    }
    this.#hundredths += negative ? -amountPiastres : amountPiastres;
    if (this.#hundredths > GATHERED || this.#hundredths < -GATHERED) this.#settle();
  }

  /** The sum in hundred-thousandths. */
  get units(): bigint {
    this.#settle();
    return this.#units;
  }

  /** The sum as decimal text. */
  toString(): string {
    return textOfUnits(this.units);
  }

  #settle(): void {
    this.#units += BigInt(this.#hundredths) * UNITS_A_HUNDREDTH;
    this.#hundredths = 0;
  }
}

/** True for an amount of nothing. */
export function isZeroAmount(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
