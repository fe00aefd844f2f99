import type { Problem } from '../contract/problem.ts';
import { type CatalogueEntry, WORD_ALIASES } from './catalogue.ts';
import { SHARED_OPTIONS } from './shared-options.ts';
import { didYouMean, nearestWords } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';

/** What the words of a command line name. */
export type Named =
  /** A command; `rest` is the line without the command's words. */
  | { readonly kind: 'command'; readonly entry: CatalogueEntry; readonly rest: readonly string[] }
  /** A first word with commands under it, and nothing more. */
  | { readonly kind: 'group'; readonly path: readonly string[]; readonly entries: readonly CatalogueEntry[] }
  /** `loandesk help …`. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  /** No word at all. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly problem: Problem };

const FLAGS_WITH_VALUE = new Set(
  SHARED_OPTIONS.filter((option) => option.value !== undefined).map((option) => option.flag),
);

/** Finds the command typed, wherever shared options stand between its words. */
export function nameCommand(line: readonly string[], catalogue: readonly CatalogueEntry[]): Named {
  let candidates = catalogue;
  const path: string[] = [];
  const taken = new Set<number>();
  let found: { entry: CatalogueEntry; taken: ReadonlySet<number> } | null = null;
  let unknown: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const token = line[at]!;
    if (token === '--') break;
    if (token.startsWith('-') && token !== '-') {
      if (FLAGS_WITH_VALUE.has(token)) at++;
      continue;
    }
    if (path.length === 0 && token === 'help') return { kind: 'help', words: wordsAfter(line, at) };
    const deeper = step(candidates, path.length, token);
    if (deeper === null) {
      unknown = token;
      break;
    }
    taken.add(at);
    candidates = deeper.entries;
    path.push(deeper.word);
    const entry = candidates.find((candidate) => candidate.path.length === path.length);
    if (entry !== undefined) found = { entry, taken: new Set(taken) };
  }
  const below = candidates.filter((entry) => entry.path.length > path.length);
  const words = [...new Set(below.map((entry) => entry.path[path.length]!))];
  if (found !== null && found.entry.path.length === path.length) {
    if (unknown !== null && looksLikeAWord(unknown, words)) {
      return { kind: 'problem', problem: unknownCommand(path, unknown, words) };
    }
    const { entry, taken: own } = found;
    return { kind: 'command', entry, rest: line.filter((_, at) => !own.has(at)) };
  }
  if (unknown !== null) return { kind: 'problem', problem: unknownCommand(path, unknown, words) };
  if (path.length === 0) return { kind: 'nothing' };
  return { kind: 'group', path, entries: candidates };
}

function step(
  candidates: readonly CatalogueEntry[],
  depth: number,
  token: string,
): { word: string; entries: readonly CatalogueEntry[] } | null {
  for (const word of [token, WORD_ALIASES[token]]) {
    if (word === undefined) continue;
    const entries = candidates.filter((entry) => entry.path[depth] === word);
    if (entries.length > 0) return { word, entries };
  }
  return null;
}

/** `pay revrse` is a slip of the hand; `pay LN-7K3QX9B23` is a loan. */
function looksLikeAWord(token: string, words: readonly string[]): boolean {
  return !/\d/.test(token) && nearestWords(token, words).length > 0;
}

function unknownCommand(path: readonly string[], typed: string, words: readonly string[]): Problem {
  const said = path.length === 0 ? 'loandesk' : `loandesk ${path.join(' ')}`;
  const aliases = Object.keys(WORD_ALIASES).filter((alias) => words.includes(WORD_ALIASES[alias]!));
  const known = path.length === 0 ? [...words, 'help'] : words;
  const suggestion = didYouMean(typed, known) ?? didYouMean(typed, aliases);
  const list = path.length === 0 ? 'See "loandesk help" for the list.' : `There are: ${words.join(', ')}.`;
  return usageProblem(`${said} has no command "${typed}".`, suggestion === undefined ? list : suggestion);
}

function wordsAfter(line: readonly string[], at: number): readonly string[] {
  return line.slice(at + 1).filter((token) => !token.startsWith('-'));
}
