import { foldDigits } from '../../domain/money.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';

/** Later than this a number counts milliseconds: it would be the year 5138. */
const LARGEST_SECONDS = 100_000_000_000;

/** Reads Unix seconds, a whole number from 0; null when absent. Milliseconds are refused, never guessed. */
export function readSeconds(name: string, given: string | number | undefined): number | null | Refusal {
  if (given === undefined) return null;
  const text = foldDigits(String(given));
  if (!/^\d{1,16}$/.test(text)) {
    return refuse('invalid_query', `${name} is "${given}"; it must be whole Unix seconds from 0`, {
      hint: 'Such as 1767225599.',
    });
  }
  const seconds = Number(text);
  if (seconds <= LARGEST_SECONDS) return seconds;
  return refuse('invalid_query', `${name} is "${given}", which looks like milliseconds`, {
    hint: `Give seconds: ${Math.floor(seconds / 1000)}.`,
  });
}
