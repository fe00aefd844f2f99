import { MAX_DECIMALS } from './decimal-units.ts';
import { MAX_AMOUNT_PIASTRES, type Piastres, piastres } from './money.ts';

const ZEROS = '0'.repeat(MAX_DECIMALS);

/** Decimal text such as `1500.00` in hundredths; null where it has parts of them or is beyond our bounds. */
export function exactPiastres(amount: string): Piastres | null {
  const point = amount.length - 3;
  if (amount.charCodeAt(point) === 0x2e) return within(Number(amount.slice(0, point) + amount.slice(-2)));
  const [whole = '', decimals = ''] = amount.split('.');
  if (decimals.slice(2) !== ZEROS.slice(0, Math.max(0, decimals.length - 2))) return null;
  return within(Number(whole + decimals.slice(0, 2).padEnd(2, '0')));
}

function within(hundredths: number): Piastres | null {
  return hundredths <= MAX_AMOUNT_PIASTRES ? piastres(hundredths) : null;
}
