import { OPERATIONS } from '../contract/operations.ts';
import { exitCodeOf } from '../contract/problems.ts';
import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

// What a command's help, its page and the manual page are all made of.

/** A flag as it is spelled, and what it does. */
export type HelpRow = readonly [name: string, says: string];

export interface OptionGroup {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

/** What each exit code means, in a word or two; `help exit-codes` says more. */
const EXIT_CODE_WORDS: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'an error of loandesk itself',
  2: 'usage or a bad value',
  3: 'refused by a rule',
  4: 'not signed in or not allowed',
  5: 'no such id, or no ledger to read',
  6: 'conflict',
  7: 'unreachable or busy',
  8: 'something waits for a person',
  9: 'integrity broken',
};

/** The parts of the usage line: `loandesk pay`, `LOAN`, `--amount N|payoff|due`, …, `[options]`. */
export function usageParts(definition: CommandDefinition): readonly string[] {
  const args = definition.args.map((argument) => {
    const name = argument.variadic === true ? `${argument.name}…` : argument.name;
    return argument.required ? name : `[${name}]`;
  });
  const required = definition.options.filter((option) => option.required === true).map(spelled);
  return [`loandesk ${definition.path.join(' ')}`, ...args, ...required, '[options]'];
}

/** A command's own options under their headings, in the order they are declared. */
export function ownOptions(definition: CommandDefinition): readonly OptionGroup[] {
  return grouped(definition.options, 'Options');
}

/** The options every command takes, but for those the command has as its own. */
export function sharedOptions(definition?: CommandDefinition): readonly OptionGroup[] {
  const own = new Set(definition?.options.map((option) => option.flag));
  return grouped(
    SHARED_OPTIONS.filter((option) => !own.has(option.flag)),
    'Shared options',
  );
}

/** The codes a command can end with and what they mean: of the problems of its operations, and those it has beside them. */
export function exitCodesOf(
  definition: CommandDefinition,
): readonly (readonly [code: number, means: string])[] {
  const calls = definition.calls ?? [];
  const opensBackend = calls.length > 0 || definition.writes;
  const codes = new Set([
    0,
    2,
    ...(opensBackend ? [7] : []),
    ...(opensBackend && definition.worksWithoutLedger !== 'always' ? [5] : []),
    ...(opensBackend && definition.localOnly !== true ? [4] : []),
    ...calls.flatMap((name) => OPERATIONS[name].problems.map(exitCodeOf)),
    ...(definition.exitCodes ?? []),
  ]);
  return [...codes].sort((a, b) => a - b).map((code) => [code, EXIT_CODE_WORDS[code] ?? '']);
}

/** The sentence of a declaration with its capital and full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function grouped(options: readonly OptionDefinition[], fallback: string): readonly OptionGroup[] {
  const groups = new Map<string, HelpRow[]>();
  for (const option of options) {
    const title = option.group ?? fallback;
    groups.set(title, [...(groups.get(title) ?? []), optionRow(option)]);
  }
  return [...groups].map(([title, rows]) => ({ title, rows }));
}

function optionRow(option: OptionDefinition): HelpRow {
  const says = [
    option.says,
    option.value?.choices === undefined ? '' : `(${option.value.choices.join(', ')})`,
    option.required === true ? '(needed)' : '',
    option.repeatable === true ? '(may be repeated)' : '',
  ];
  const name = [...(option.aliases ?? []), spelled(option)].join(', ');
  return [name, says.filter((part) => part !== '').join(' ')];
}

function spelled(option: OptionDefinition): string {
  return option.value === undefined ? option.flag : `${option.flag} ${option.value.name}`;
}
