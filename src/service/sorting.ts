import { nearestWord } from '../domain/nearest-word.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** What a list is sorted by. */
export interface Sorting<Key extends string> {
  readonly key: Key;
  readonly descending: boolean;
}

/** Reads `sort`: one of some keys, the first when absent, with a - in front for descending. */
export function readSorting<Key extends string>(
  given: string | undefined,
  keys: readonly [Key, ...Key[]],
): Sorting<Key> | Refusal {
  const descending = given?.startsWith('-') ?? false;
  const word = (descending ? given?.slice(1) : given) ?? keys[0];
  const key = keys.find((known) => known === word);
  if (key !== undefined) return { key, descending };
  const near = nearestWord(word, keys);
  return refuse('invalid_query', `sort is "${given}"; it must be one of ${keys.join(', ')}`, {
    hint: near === null ? 'Put a - in front for descending order.' : `Did you mean ${near}?`,
  });
}
