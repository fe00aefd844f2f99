import { userInfo } from 'node:os';
import { ID_PREFIXES } from '../../src/domain/identifiers.ts';

/** What differs from run to run, under names that do not. */
export interface Placeholders {
  /** Output as it is kept: ids become `LN-#1`, instants of the clock `<time>`, hashes `<hash>`. */
  normalise(text: string): string;
  /** `LN-#1` back to the id it stands for. */
  resolve(text: string): string;
}

const ID = new RegExp(`\\b(${Object.values(ID_PREFIXES).join('|')})[0-9A-HJKMNP-TV-Z]{9}\\b`, 'g');
/** With --business-date the clock reads noon, which is the same in every run and stays. */
const CLOCK_TIME = /\b\d{4}-\d\d-\d\d[T ](?!12:00:00(?:\.000)?Z)\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Placeholders of one transcript, numbered in the order in which the ids were first seen. */
export function placeholdersOf(folder: string): Placeholders {
  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (id: string, prefix: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    const name = `${prefix}#${number}`;
    names.set(id, name);
    ids.set(name, id);
    return name;
  };
  return {
    normalise: (text) =>
      text
        .replaceAll(folder, '<home>')
        .replace(ID, nameOf)
        .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
        .replace(/\b[0-9a-f]{16}\b/g, '<request>')
        .replace(CLOCK_TIME, '<time>')
        .replace(new RegExp(`(?<=")${userInfo().username}(?=")`, 'g'), '<user>'),
    resolve: (text) =>
      text.replace(/\b[A-Z]{2,3}-#\d+/g, (name) => {
        const id = ids.get(name);
        if (id === undefined) throw new Error(`${name} has not been seen before it is used`);
        return id;
      }),
  };
}
