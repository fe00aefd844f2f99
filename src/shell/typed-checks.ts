import { parseDate } from '../domain/dates.ts';
import { foldDigits, parseAmount } from '../domain/money.ts';
import { parseRate } from '../domain/rate.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { ValueKind } from './command-definition.ts';

/** Checks a value as it is typed at a prompt: true, or what is wrong with it. The service checks again. */
export function checkTyped(kind: ValueKind, text: string): true | string {
  const typed = text.trim();
  if (typed === '') return 'A value is needed.';
  if (kind === 'integer') return /^\d{1,9}$/.test(foldDigits(typed)) ? true : 'A whole number is needed.';
  const read =
    kind === 'amount'
      ? parseAmount(typed, { grouping: true })
      : kind === 'rate'
        ? parseRate(typed)
        : kind === 'date'
          ? parseDate(typed)
          : null;
  return isRefusal(read) ? read.message : true;
}

/** Reads an answer to a yes/no question in English or Arabic; null when it is neither. */
export function readYesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['y', 'yes', 'نعم', 'ن'].includes(word)) return true;
  if (['n', 'no', 'لا', 'ل'].includes(word)) return false;
  return null;
}
