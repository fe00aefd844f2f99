import { foldDigits } from './money.ts';

/** The digits of a phone number, by which it is found however it is spaced and in whichever digits it is written. */
export function phoneDigits(phone: string): string {
  return foldDigits(phone).replace(/\D/g, '');
}

/** The digits of a search that can only mean a phone number; null when it has a letter or another word in it. */
export function searchedPhoneDigits(search: string): string | null {
  const folded = foldDigits(search);
  return /^[\d\s+()./-]*$/.test(folded) && /\d/.test(folded) ? phoneDigits(folded) : null;
}
