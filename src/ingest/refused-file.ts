import type { Refusal } from '../domain/refusal.ts';
import { refuse } from '../domain/refusal.ts';

/** Thrown when nothing of a file can be taken; the refusal says what is wrong with it and what helps. */
export class RefusedFile extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** A file that cannot be read for what it holds. */
export function unreadableFile(source: string, why: string, hint: string): RefusedFile {
  return new RefusedFile(refuse('file_unreadable', `${source} ${why}.`, { hint }));
}

/** A file that leaves a question open which only a flag can answer; the hint names the flag. */
export function flagNeeded(source: string, why: string, hint: string): RefusedFile {
  return new RefusedFile(refuse('values_missing', `${source} ${why}.`, { hint }));
}
