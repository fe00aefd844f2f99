import type { Surroundings } from './surroundings.ts';

/** The one place that writes to stdout: the result of a command, whole, and nothing else. */
export function writeResult(surroundings: Surroundings, text: string): void {
  surroundings.writeOut(text);
}
