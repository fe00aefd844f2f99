import { foldDigits } from './money.ts';

const EGYPT = /^\+?20(\d{10})$/;
const LEAST_TO_SHOW = 8;

/**
 * A phone number as tables show it: enough to tell two apart, not enough to call. `+201001234567` becomes
 * `+20 1•• ••• •567`; numbers of other forms keep their first two and last three digits, short ones nothing.
 */
export function maskedPhone(phone: string): string {
  const digits = foldDigits(phone).replace(/[^\d+]/g, '');
  const egyptian = EGYPT.exec(digits)?.[1];
  if (egyptian !== undefined) return `+20 ${egyptian[0]}•• ••• •${egyptian.slice(7)}`;
  const bare = digits.replace('+', '');
  if (bare.length < LEAST_TO_SHOW) return '•'.repeat(bare.length);
  const plus = digits.startsWith('+') ? '+' : '';
  return `${plus}${bare.slice(0, 2)}${'•'.repeat(bare.length - 5)}${bare.slice(-3)}`;
}
