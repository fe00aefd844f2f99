import { OPERATIONS } from '../contract/operations.ts';
import { exitCodeOf } from '../contract/problems.ts';
import { commandLines, wrappedLines, wrappedText } from '../render/wrapped-text.ts';
import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

const INDENT = '  ';
/** Wide enough for the longest usual flag; longer ones push their words to the next line. */
const NAME_CELLS = 30;
const TOP_NAME_CELLS = 26;
/** Width of a line of help in a pipe, and of the text the launcher prints. */
const PIPE_CELLS = 80;
/** Longer lines are hard to read, however wide the terminal is. */
const MOST_CELLS = 100;
/** Below this the names of a list stand on lines of their own. */
const LEAST_LIST_CELLS = 64;

/** Cells of a line of help where lines have `lineCells`; null: a pipe. */
export function helpCells(lineCells: number | null): number {
  return Math.min(lineCells ?? PIPE_CELLS, MOST_CELLS);
}

/** The help of one command: a sentence, usage, arguments, options in groups, examples, exit codes. */
export function commandHelp(definition: CommandDefinition, cells: number): string {
  const said = `loandesk ${definition.path.join(' ')}`;
  const own = new Set(definition.options.map((option) => option.flag));
  const shared = SHARED_OPTIONS.filter((option) => !own.has(option.flag));
  return sections([
    wrappedText(`${capitalised(definition.says)}${definition.says.endsWith('.') ? '' : '.'}`, cells),
    wrappedText(definition.more ?? '', cells),
    `Usage\n${usageLine(definition, said, cells)}`,
    listSection(
      'Arguments',
      definition.args.map((argument) => [argument.name, argument.says]),
      cells,
    ),
    ...grouped(definition.options, 'Options', cells),
    ...grouped(shared, 'Shared options', cells),
    examplesSection(definition, cells),
    exitCodesSection(definition, cells),
  ]);
}

/** The commands under one first word. */
export function groupHelp(
  path: readonly string[],
  says: string,
  definitions: readonly CommandDefinition[],
  cells: number,
): string {
  const said = `loandesk ${path.join(' ')}`;
  return sections([
    wrappedText(`${said}: ${says}.`, cells),
    `Usage\n${INDENT}${said} COMMAND [options]`,
    listSection(
      'Commands',
      definitions.map((definition) => [definition.path.slice(path.length).join(' '), definition.says]),
      cells,
    ),
    wrappedText(`"loandesk help ${path.join(' ')} COMMAND" tells all about one.`, cells),
  ]);
}

/** The top help, written to `dist/help.txt` at build time and printed by the launcher. */
export function topHelp(
  definitions: readonly CommandDefinition[],
  topics: readonly string[],
  cells: number,
): string {
  const rows = definitions.map((definition): [string, string] => [
    definition.path.join(' '),
    definition.says,
  ]);
  return sections([
    'loandesk: the lending desk of a bank, at a terminal.',
    `Usage\n${INDENT}loandesk COMMAND [arguments] [options]`,
    listSection('Commands', rows, cells, TOP_NAME_CELLS),
    listSection(
      'Often used options',
      [
        ['--ledger FILE', 'the ledger file to work on'],
        ['--json', 'one JSON document instead of a table'],
        ['--dry-run', 'check everything, show the result, write nothing'],
        ['--yes', 'go ahead without asking'],
      ],
      cells,
      TOP_NAME_CELLS,
    ),
    wrappedText(
      `"loandesk help COMMAND" tells all about a command; "loandesk help TOPIC" about: ${topics.join(', ')}.`,
      cells,
    ),
  ]);
}

/** The usage line: `loandesk pay LOAN --amount N --date DATE [options]`. */
function usageLine(definition: CommandDefinition, said: string, cells: number): string {
  const args = definition.args.map((argument) => {
    const name = argument.variadic === true ? `${argument.name}…` : argument.name;
    return argument.required ? name : `[${name}]`;
  });
  const required = definition.options.filter((option) => option.required === true).map(spelled);
  return brokenCommand([said, ...args, ...required, '[options]'], cells, '');
}

/** A command line in the help, moved in; `ending` stands where it goes on. */
function brokenCommand(parts: readonly string[], cells: number, ending: string): string {
  return INDENT + commandLines(parts, cells - INDENT.length, ending).join(`\n${INDENT.repeat(3)}`);
}

function spelled(option: OptionDefinition): string {
  return option.value === undefined ? option.flag : `${option.flag} ${option.value.name}`;
}

function grouped(options: readonly OptionDefinition[], fallback: string, cells: number): string[] {
  const groups = new Map<string, [string, string][]>();
  for (const option of options) {
    const name = option.group ?? fallback;
    const says = [
      option.says,
      option.value?.choices === undefined ? '' : `(${option.value.choices.join(', ')})`,
      option.required === true ? '(needed)' : '',
      option.repeatable === true ? '(may be repeated)' : '',
    ];
    const names = [...(option.aliases ?? []), spelled(option)].join(', ');
    groups.set(name, [...(groups.get(name) ?? []), [names, says.filter((part) => part !== '').join(' ')]]);
  }
  return [...groups].map(([name, rows]) => listSection(name, rows, cells));
}

function listSection(
  title: string,
  rows: readonly (readonly [string, string])[],
  cells: number,
  nameCells = NAME_CELLS,
): string {
  if (rows.length === 0) return '';
  const isNarrow = cells < LEAST_LIST_CELLS;
  const indent = isNarrow ? INDENT.repeat(2) : INDENT + ' '.repeat(nameCells);
  const lines = rows.map(([name, says]) => {
    const isAlone = isNarrow || name.length > nameCells - 2;
    const start = isAlone ? `${INDENT}${name}\n${indent}` : `${INDENT}${name.padEnd(nameCells)}`;
    return start + wrappedLines(says, cells - indent.length).join(`\n${indent}`);
  });
  return `${title}\n${lines.join('\n')}`;
}

/** Examples are lines to copy: a long one goes on behind a backslash, as a shell reads it. */
function examplesSection(definition: CommandDefinition, cells: number): string {
  if (definition.examples.length === 0) return '';
  const lines = definition.examples.map(({ line, says }) => {
    return `${wrappedText(`${INDENT}# ${says}`, cells)}\n${brokenCommand(line.split(/ (?=--)/), cells, ' \\')}`;
  });
  return `Examples\n${lines.join('\n\n')}`;
}

/** What each exit code means, in a word or two; `help exit-codes` says more. */
const EXIT_CODE_WORDS: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'an error of loandesk itself',
  2: 'usage or a bad value',
  3: 'refused by a rule',
  4: 'not signed in or not allowed',
  5: 'no such id',
  6: 'conflict',
  7: 'unreachable or busy',
  8: 'something waits for a person',
  9: 'integrity broken',
};

/** The codes a command can end with: of the problems of its operations, and those it has beside them. */
export function exitCodesOf(definition: CommandDefinition): readonly number[] {
  const calls = definition.calls ?? [];
  const opensBackend = calls.length > 0 || definition.writes;
  return [
    ...new Set([
      0,
      2,
      ...(opensBackend ? [7] : []),
      ...(opensBackend && definition.localOnly !== true ? [4] : []),
      ...calls.flatMap((name) => OPERATIONS[name].problems.map(exitCodeOf)),
      ...(definition.exitCodes ?? []),
    ]),
  ].sort((a, b) => a - b);
}

function exitCodesSection(definition: CommandDefinition, cells: number): string {
  const codes = exitCodesOf(definition).map((code) => `${code} ${EXIT_CODE_WORDS[code]}`);
  return `Exit codes\n${wrappedText(`${INDENT}${codes.join(', ')}; all of them: loandesk help exit-codes`, cells)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
