/** ISO 20022 amounts have at most five decimals, ISO 4217 currencies at most four. */
export const MAX_DECIMALS = 5;

/** Hundred-thousandths of a decimal text such as `-1500.00`. Throws on text that is no number. */
export function unitsOf(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(MAX_DECIMALS, '0'));
}

/** Hundred-thousandths as decimal text with two decimals, or as many as there are. */
export function textOfUnits(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(MAX_DECIMALS + 1, '0');
  const decimals = digits.slice(-MAX_DECIMALS).replace(/0{1,3}$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -MAX_DECIMALS)}.${decimals}`;
}
