import type { Problem } from '../contract/problem.ts';
import { type CatalogueEntry, GROUPS } from './catalogue.ts';
import { commandHelp, groupHelp, topHelp } from './help-text.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { didYouMean } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';
import { nameCommand } from './words.ts';

/** Text of `loandesk help WORDS…`: a topic, a command, a group, or all commands. */
export async function helpFor(
  words: readonly string[],
  catalogue: readonly CatalogueEntry[],
): Promise<string | Problem> {
  if (words.length === 0) return wholeHelp(catalogue);
  const topic = words.length === 1 ? HELP_TOPICS[words[0]!] : undefined;
  if (topic !== undefined) return `${topic()}\n`;
  const named = nameCommand(words, catalogue);
  if (named.kind === 'group') return helpOfGroup(named.path, named.entries);
  if (named.kind === 'command') {
    const definition = await named.entry.load();
    const below = catalogue.filter((entry) => isBelow(entry.path, definition.path));
    const more = below.length === 0 ? '' : `\n${await helpOfGroup(definition.path, below)}`;
    return `${commandHelp(definition)}${more}`;
  }
  const known = [...Object.keys(HELP_TOPICS), ...new Set(catalogue.map((entry) => entry.path[0]!))];
  return usageProblem(
    `There is no command or topic "${words.join(' ')}".`,
    didYouMean(words[0]!, known) ??
      `Topics: ${Object.keys(HELP_TOPICS).join(', ')}. Commands: loandesk help.`,
  );
}

/** The list of all commands; the build writes it to a file for the launcher. */
export async function wholeHelp(catalogue: readonly CatalogueEntry[]): Promise<string> {
  const definitions = await Promise.all(catalogue.map((entry) => entry.load()));
  return topHelp(definitions, Object.keys(HELP_TOPICS));
}

/** What `loandesk` alone says: how to start, then where the rest is. */
export async function welcome(catalogue: readonly CatalogueEntry[]): Promise<string> {
  return `Welcome to loandesk. Three ways to start:

  loandesk demo          the whole life of a loan, on a ledger that is thrown away
  loandesk ledger init   an empty ledger of your own
  loandesk loan quote --amount 50000 --rate 24.5 --term 12
                         what a loan would cost; needs no ledger

${await wholeHelp(catalogue)}`;
}

async function helpOfGroup(path: readonly string[], entries: readonly CatalogueEntry[]): Promise<string> {
  const definitions = await Promise.all(entries.map((entry) => entry.load()));
  return groupHelp(path, GROUPS[path.join(' ')] ?? 'commands', definitions);
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return path.length > above.length && above.every((word, at) => path[at] === word);
}
