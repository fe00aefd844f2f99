import { formatAmountGrouped, piastres } from '../../domain/money.ts';
import { displayText } from '../display-text.ts';
import { arabicAmount } from './arabic-amount.ts';
import { englishAmount } from './english-amount.ts';
import type { PrintedCell } from './printed-document.ts';

/** An amount in EGP as JSON carries it, in piastres. */
export function piastresOf(amount: number): number {
  return Math.round(amount * 100);
}

/** An amount in EGP with grouped thousands. */
export function moneyCell(amount: number): PrintedCell {
  return figure(formatAmountGrouped(piastres(piastresOf(amount))), 'end');
}

/** The same, and nothing for nothing. */
export function moneyOrNone(amount: number): PrintedCell {
  return amount === 0 ? figure('', 'end') : moneyCell(amount);
}

/** A date, an id or another text of ours that runs left to right. */
export function figure(text: string, aligned: PrintedCell['aligned'] = 'start'): PrintedCell {
  return { text: displayText(text), runs: 'figure', aligned };
}

/** A name from outside, in whatever language it is. */
export function nameCell(text: string): PrintedCell {
  return { text: displayText(text), runs: 'own', aligned: 'start' };
}

/** Words of the document itself. */
export function wordCell(text: string): PrintedCell {
  return { text, runs: 'words', aligned: 'start' };
}

/** The part of a timestamp that is its date in the form it has, `YYYY-MM-DD`; a dash for none. */
export function dateCell(instant: string | null): PrintedCell {
  return figure(instant === null ? '–' : instant.slice(0, 10));
}

/** A timestamp to the second, UTC. */
export function instantText(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
}

/** An amount in EGP in words; null below zero, for which nobody owes anybody in words. */
export function amountInWords(amount: number, language: 'en' | 'ar'): string | null {
  const whole = piastresOf(amount);
  if (whole < 0) return null;
  return language === 'ar' ? arabicAmount(whole) : englishAmount(whole);
}
