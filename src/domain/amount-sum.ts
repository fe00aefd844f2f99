/**
 * Sums over many loans may pass what a number holds exactly, so they are whole piastres in a bigint and text with two
 * decimals in every answer.
 */
export function formatSum(sumPiastres: bigint): string {
  const digits = (sumPiastres < 0n ? -sumPiastres : sumPiastres).toString().padStart(3, '0');
  return `${sumPiastres < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** part ÷ whole with four decimals, half up; 0 when there is no whole. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  return Number((part * 20_000n + whole) / (2n * whole)) / 10_000;
}
