const PLAIN = /^([-+\u2212]?)(\d{1,13})(?:[.,](\d{1,2}))?$/;
const COMMA_GROUPED = /^([-+\u2212]?)(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;
const POINT_GROUPED = /^([-+\u2212]?)(\d{1,3}(?:[.\u00a0\u202f ]\d{3})+),(\d{1,2})$/;

/**
 * Reads an amount of an order export into whole hundredths; null when it is none. A comma or a point before one
 * or two last digits is the decimal sign, since platforms write amounts with all their decimals; `1,234` could be
 * either and is null.
 */
export function amountCell(text: string): number | null {
  const cell = text.trim();
  const match = PLAIN.exec(cell) ?? COMMA_GROUPED.exec(cell) ?? POINT_GROUPED.exec(cell);
  if (match === null) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  const amount = Number(whole.replace(/\D/g, '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  return sign === '' || sign === '+' || amount === 0 ? amount : -amount;
}

/** Whole hundredths as decimal text with two decimals. */
export function decimalText(hundredths: number): string {
  const digits = Math.abs(hundredths).toString().padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An amount as decimal text; what is no amount stays as it is, for the service to refuse; empty is undefined. */
export function amountText(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const amount = amountCell(text);
  return amount === null ? text : decimalText(amount);
}

/** A sum of amounts given as decimal texts or numbers, of any length; null when one is no amount. */
export function exactSum(amounts: readonly unknown[]): number | null {
  let sum = 0n;
  for (const amount of amounts) {
    const match = /^(-?)(\d+)(?:\.(\d{1,8})\d*)?$/.exec(String(amount ?? '').trim());
    if (match === null) return null;
    const units = BigInt((match[2] as string) + (match[3] ?? '').padEnd(8, '0'));
    sum += match[1] === '-' ? -units : units;
  }
  const half = sum < 0n ? -500_000n : 500_000n;
  return Number((sum + half) / 1_000_000n);
}
