import { Decimal } from 'decimal.js';

/** Digits enough that neither the solving nor the twelfth power touches the fourth decimal. */
const Exact = Decimal.clone({ precision: 40 });
const CLOSE = new Exact('1e-30');
const MAX_STEPS = 200;

/**
 * Effective annual rate of a schedule in percent, rounded half up to 4 decimals: (1 + m)^12 − 1, with m the
 * rate per row at which the installments, discounted by (1 + m)^row number, are worth the amount. Solved by
 * Newton's method on v = 1 / (1 + m): Σ installment_k v^k is increasing and convex in v, so that from v = 1,
 * where it is at least the amount, every step falls towards the root and never past it.
 */
export function effectiveAnnualRate(installmentsPiastres: readonly number[], amountPiastres: number): number {
  const amount = new Exact(amountPiastres);
  let discount = new Exact(1);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let value = new Exact(0);
    let slope = new Exact(0);
    for (let k = installmentsPiastres.length - 1; k >= 0; k -= 1) {
      // Horner on Σ c_k v^(k+1): value holds Σ c v^…, slope its derivative.
      slope = slope.times(discount).plus(value);
      value = value.times(discount).plus(installmentsPiastres[k] as number);
    }
    slope = slope.times(discount).plus(value);
    value = value.times(discount);
    const change = value.minus(amount).dividedBy(slope);
    discount = discount.minus(change);
    if (change.abs().lessThan(CLOSE)) break;
  }
  const yearly = new Exact(1).dividedBy(discount).pow(12).minus(1).times(100);
  return yearly.toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toNumber();
}
