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

/**
 * A file that leaves a question open which only a flag can answer; the hint names the flag. `field`: the flag as a
 * field (`date_format`) where it may be asked for on a terminal.
 */
export function flagNeeded(source: string, why: string, hint: string, field?: string): RefusedFile {
  const message = `${source} ${why}.`;
  const faults = field === undefined ? {} : { faults: [{ field, code: 'required', message }] };
  return new RefusedFile(refuse('values_missing', message, { hint, ...faults }));
}

/** A flag that says nothing of a file: it is never passed over, since somebody meant something by it. */
export function unusableFlag(source: string, flag: string, why: string): RefusedFile {
  const hint = `Leave ${flag} away, or give such files in a command of their own.`;
  return new RefusedFile(refuse('usage', `${flag} says nothing of ${source}: ${why}.`, { hint }));
}
