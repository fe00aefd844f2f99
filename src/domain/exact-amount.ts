import { type Rational, toDecimalText } from './rational.ts';

/** Exact piastres as EGP with two decimals, rounded half up; for showing. */
export function egpText(amountPiastres: Rational): string {
  const { numerator, denominator } = amountPiastres;
  return toDecimalText({ numerator, denominator: denominator * 100n }, 2);
}

/** Exact piastres as a JSON number in EGP, rounded half up to the piastre; for showing. */
export function egpNumber(amountPiastres: Rational): number {
  return Number(egpText(amountPiastres));
}
