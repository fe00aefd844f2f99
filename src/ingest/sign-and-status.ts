import { nearestWord } from '../domain/nearest-word.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { plainHeading } from './plain-heading.ts';

/**
 * What `--sign` can say of one amount column: amounts above zero came in and those below went out; the other way
 * round, as on a card's statement; or every amount came in and one below zero is a fault.
 */
export const SIGN_RULES = ['credits-positive', 'debits-positive', 'credits-only'] as const;
export type SignRule = (typeof SIGN_RULES)[number];

/** What `--status` can say of a word in a status column. */
export const STATUS_NAMES = ['posted', 'failed', 'pending', 'reversed'] as const;
export type StatusName = (typeof STATUS_NAMES)[number];

/** Words of a status column by what they say, in one spelling; they go before those that are known. */
export type StatusWords = ReadonlyMap<string, StatusName>;

/**
 * Reads `posted=Succeeded,Captured failed=Bounced reversed=Refunded` into words. A word may hold blanks: the next
 * list begins at a blank before a word and an equals sign.
 */
export function parseStatusWords(text: string): StatusWords | Refusal {
  const words = new Map<string, StatusName>();
  for (const part of text.trim().split(/[\s;,]+(?=[\p{L}_]+\s*=)/u)) {
    const [, name = '', list = ''] = /^\s*([\p{L}_]+)\s*=(.*)$/su.exec(part) ?? [];
    const status = STATUS_NAMES.find((known) => known === name.toLowerCase());
    if (name === '') return faulty(`"${part}" is not status=word,word`);
    if (status === undefined) {
      const near = nearestWord(name, STATUS_NAMES);
      return faulty(`there is no status "${name}"${near === null ? '' : `; did you mean ${near}?`}`);
    }
    const given = list
      .split(',')
      .map(plainHeading)
      .filter((word) => word !== '');
    if (given.length === 0) return faulty(`${status} has no words`);
    for (const word of given) {
      const other = words.get(word);
      if (other !== undefined && other !== status)
        return faulty(`"${word}" cannot be ${other} and ${status}`);
      words.set(word, status);
    }
  }
  return words;
}

function faulty(why: string): Refusal {
  return refuse('usage', `--status: ${why}.`, {
    hint: `Write it like "posted=Succeeded,Captured failed=Bounced". Statuses: ${STATUS_NAMES.join(', ')}.`,
  });
}
