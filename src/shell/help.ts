import type { Problem } from '../contract/problem.ts';
import { wrappedText } from '../render/wrapped-text.ts';
import { type CatalogueEntry, GROUPS } from './catalogue.ts';
import { HELP_SECTIONS } from './help-sections.ts';
import { commandHelp, groupHelp, helpCells, type TopRow, topHelp } from './help-text.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { didYouMean } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';
import { nameCommand } from './words.ts';

/** Text of `loandesk help WORDS…` for lines of so many cells: a topic, a command, a group, or all commands. */
export async function helpFor(
  words: readonly string[],
  catalogue: readonly CatalogueEntry[],
  lineCells: number | null,
): Promise<string | Problem> {
  const cells = helpCells(lineCells);
  if (words.length === 0) return wholeHelp(catalogue, lineCells);
  const topic = words.length === 1 ? HELP_TOPICS[words[0]!] : undefined;
  if (topic !== undefined) return `${wrappedText(topic(), cells)}\n`;
  const named = nameCommand(words, catalogue);
  if (named.kind === 'group') return helpOfGroup(named.path, named.entries, cells);
  if (named.kind === 'command' && named.rest.length === 0) {
    const definition = await named.entry.load();
    const below = catalogue.filter((entry) => isBelow(entry.path, definition.path));
    const more = below.length === 0 ? '' : `\n${await helpOfGroup(definition.path, below, cells)}`;
    return `${commandHelp(definition, cells)}${more}`;
  }
  if (named.kind === 'command') {
    const path = named.entry.path.join(' ');
    const below = catalogue.filter((entry) => isBelow(entry.path, named.entry.path));
    const names = below.map((entry) => entry.path[named.entry.path.length]!);
    return usageProblem(
      `loandesk ${path} has no command "${named.rest.join(' ')}".`,
      didYouMean(named.rest[0]!, names) ?? `See "loandesk help ${path}".`,
    );
  }
  if (named.kind === 'problem' && words.length > 1) return named.problem;
  const known = [...Object.keys(HELP_TOPICS), ...new Set(catalogue.map((entry) => entry.path[0]!))];
  return usageProblem(
    `There is no command or topic "${words.join(' ')}".`,
    didYouMean(words[0]!, known) ??
      `Topics: ${Object.keys(HELP_TOPICS).join(', ')}. Commands: loandesk help.`,
  );
}

/** The list of all commands; the build writes it to a file for the launcher. */
export async function wholeHelp(
  catalogue: readonly CatalogueEntry[],
  lineCells: number | null,
): Promise<string> {
  const parts = HELP_SECTIONS.map(async ({ title, words }) => ({
    title,
    rows: await Promise.all(
      words.filter((word) => isIn(catalogue, word)).map((word) => topRow(word, catalogue)),
    ),
  }));
  return topHelp(await Promise.all(parts), Object.keys(HELP_TOPICS), helpCells(lineCells));
}

async function topRow(words: string, catalogue: readonly CatalogueEntry[]): Promise<TopRow> {
  const path = words.split(' ');
  const itself = catalogue.find((entry) => entry.path.join(' ') === words);
  const below = catalogue.filter((entry) => isBelow(entry.path, path));
  return {
    words,
    says: itself === undefined ? (GROUPS[words] ?? '') : (await itself.load()).says,
    below: [...new Set(below.map((entry) => entry.path[path.length]!))],
  };
}

/** What `loandesk` alone says: how to start, then where the rest is. */
export async function welcome(
  catalogue: readonly CatalogueEntry[],
  lineCells: number | null,
): Promise<string> {
  const ways = `Welcome to loandesk. Three ways to start:

  loandesk demo          the whole life of a loan, on a ledger that is thrown away
  loandesk ledger init   an empty ledger of your own
  loandesk loan quote --amount 50000 --rate 24.5 --term 12
                         what a loan would cost; needs no ledger`;
  return `${wrappedText(ways, helpCells(lineCells))}

${await wholeHelp(catalogue, lineCells)}`;
}

async function helpOfGroup(
  path: readonly string[],
  entries: readonly CatalogueEntry[],
  cells: number,
): Promise<string> {
  const definitions = await Promise.all(entries.map((entry) => entry.load()));
  return groupHelp(path, GROUPS[path.join(' ')] ?? 'commands', definitions, cells);
}

function isIn(catalogue: readonly CatalogueEntry[], words: string): boolean {
  return catalogue.some(({ path }) => `${path.join(' ')} `.startsWith(`${words} `));
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return path.length > above.length && above.every((word, at) => path[at] === word);
}
