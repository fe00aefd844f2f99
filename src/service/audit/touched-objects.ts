import type { AuditNote } from '../call.ts';

/** Ids hold no line feed, so a list of them is kept as a text with one on each line: sealed as one id always was. */
const BETWEEN = '\n';

/** What a record keeps of the objects it touches: each once, the one the action is about first. */
export function keptObjects({ object, touches = [] }: Pick<AuditNote, 'object' | 'touches'>): string {
  const ids = [object, ...touches].map((id) => id.replaceAll(BETWEEN, ' ')).filter((id) => id !== '');
  return [...new Set(ids)].join(BETWEEN);
}

/** The objects of a record, whole. */
export function objectsOf(kept: string): string[] {
  return kept === '' ? [] : kept.split(BETWEEN);
}
