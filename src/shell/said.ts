import { wrappedText } from '../render/wrapped-text.ts';
import { asksPlainly } from './prompter.ts';
import type { Surroundings } from './surroundings.ts';

/** Of a terminal that does not say how wide it is, as behind some remote consoles: they answer 0. */
export const USUAL_CELLS = 80;

/** Says lines on stderr, broken to its width where it is a terminal. Outside text in them is escaped already. */
export function say(surroundings: Surroundings, text: string): void {
  surroundings.writeError(`${wrappedText(text, errorLineCells(surroundings))}\n`);
}

/**
 * Writes a line on the terminal that the next one takes the place of; null takes it away. False where that cannot be
 * done. Outside text in it is escaped already.
 */
export function sayInPassing(surroundings: Surroundings, text: string | null): boolean {
  if (!surroundings.stderrIsTerminal || asksPlainly(surroundings)) return false;
  const cells = errorLineCells(surroundings) ?? USUAL_CELLS;
  // Cut rather than broken: a second line could not be taken back.
  surroundings.writeError(`\r\u001b[2K${text === null ? '' : text.slice(0, cells - 1)}`);
  return true;
}

/** Cells of a line of the result: an exported COLUMNS is meant, else the terminal's own; a pipe has none. */
export function lineCells(surroundings: Surroundings): number | null {
  return givenCells(surroundings) ?? ownCells(surroundings.terminalCells());
}

/** Cells of a line of what is said and asked; null where it is no terminal. */
export function errorLineCells(surroundings: Surroundings): number | null {
  if (!surroundings.stderrIsTerminal) return null;
  return givenCells(surroundings) ?? ownCells(surroundings.errorCells());
}

function givenCells(surroundings: Surroundings): number | null {
  const given = Number(surroundings.machine.environment.COLUMNS);
  return Number.isInteger(given) && given > 0 ? given : null;
}

function ownCells(cells: number | null): number | null {
  return cells === 0 ? USUAL_CELLS : cells;
}
