/** An amount of no less than nothing, in piastres, as a text in EGP with two decimals. */
export function amountText(piastres: string): string {
  const blank = `CASE WHEN ${piastres} % 100 < 10 THEN '.0' ELSE '.' END`;
  return `(${piastres} / 100) || ${blank} || (${piastres} % 100)`;
}
