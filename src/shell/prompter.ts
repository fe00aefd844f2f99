import type { Surroundings } from './surroundings.ts';

/** What is asked. Outside text in it is escaped already. */
export interface Named {
  readonly message: string;
  /** What answers it on a command line, such as `--amount`; shown beside it. */
  readonly name?: string;
}

/** A question answered with a line of text. */
export interface TextQuestion extends Named {
  /** What Enter alone answers; null: something must be typed. */
  readonly offered: string | null;
  /** True, or what is wrong with the text; asked at every key where the terminal can show it. */
  check(text: string): true | string;
  /** How a right text is understood, such as an amount with its thousands, or no text at all; null: as it stands. */
  reads(text: string): string | null;
}

export interface ChoiceQuestion extends Named {
  readonly choices: readonly string[];
  /** The choice Enter alone makes; null: the first where choices are drawn, none where they are numbered. */
  readonly offered: string | null;
}

/** Something that is known by an id. Outside text in `says` is escaped already. */
export interface Found {
  readonly id: string;
  readonly says: string;
}

/** Finds what answers to a part of an id or a name; throws an Error with a sentence when nothing does. */
export type Search = (typed: string) => Promise<readonly Found[]>;

export interface SearchQuestion extends Named {
  readonly search: Search;
}

/** Asks one question after the other on the terminal. Ctrl-C and the end of input throw `Interrupted`. */
export interface Prompter {
  text(question: TextQuestion): Promise<string>;
  choose(question: ChoiceQuestion): Promise<string>;
  search(question: SearchQuestion): Promise<string>;
  /** What is typed is not shown; something must be. */
  secret(message: string): Promise<string>;
}

/**
 * The prompts for this terminal: drawn and redrawn, or plain lines without any cursor code where the terminal cannot
 * move its cursor (`TERM=dumb`) or somebody has it read out (`ACCESSIBLE`).
 */
export async function prompterFor(surroundings: Surroundings): Promise<Prompter> {
  if (asksPlainly(surroundings)) return (await import('./plain-prompter.ts')).plainPrompter(surroundings);
  return (await import('./drawn-prompter.ts')).drawnPrompter(surroundings);
}

/** True where prompts are plain lines. */
export function asksPlainly({ machine }: Pick<Surroundings, 'machine'>): boolean {
  return machine.environment.TERM === 'dumb' || Boolean(machine.environment.ACCESSIBLE);
}
