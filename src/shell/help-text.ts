import { commandLines, wrappedLines, wrappedText } from '../render/wrapped-text.ts';
import type { CommandDefinition } from './command-definition.ts';
import { exitCodesOf, ownOptions, sentence, sharedOptions, usageParts } from './help-parts.ts';

const INDENT = '  ';
/** Wide enough for the longest usual flag; longer ones push their words to the next line. */
const NAME_CELLS = 30;
const TOP_NAME_CELLS = 17;
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
  return sections([
    wrappedText(sentence(definition.says), cells),
    wrappedText(definition.more ?? '', cells),
    `Usage\n${brokenCommand(usageParts(definition), cells, '')}`,
    listSection(
      'Arguments',
      definition.args.map((argument) => [argument.name, argument.says]),
      cells,
    ),
    ...[...ownOptions(definition), ...sharedOptions(definition)].map(({ title, rows }) =>
      listSection(title, rows, cells),
    ),
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

/** Words that commands begin with: what they do, and what may follow them. */
export interface TopRow {
  readonly words: string;
  readonly says: string;
  readonly below: readonly string[];
}

/** The top help, written to `dist/help.txt` at build time and printed by the launcher. */
export function topHelp(
  parts: readonly { readonly title: string; readonly rows: readonly TopRow[] }[],
  topics: readonly string[],
  cells: number,
): string {
  return sections([
    'loandesk: the lending desk of a bank, at a terminal.',
    `Usage\n${INDENT}loandesk COMMAND [arguments] [options]`,
    ...parts.map(({ title, rows }) => listSection(title, rows.flatMap(topLines), cells, TOP_NAME_CELLS)),
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

function topLines({ words, says, below }: TopRow): readonly (readonly [string, string])[] {
  const said = [words, sentence(says)] as const;
  return below.length === 0 ? [said] : [said, ['', `${words} ${below.join(', ')}`]];
}

/** A command line in the help, moved in; `ending` stands where it goes on. */
function brokenCommand(parts: readonly string[], cells: number, ending: string): string {
  return INDENT + commandLines(parts, cells - INDENT.length, ending).join(`\n${INDENT.repeat(3)}`);
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
    // A line without a name belongs to the one before it.
    if (name === '') return indent + wrappedLines(says, cells - indent.length).join(`\n${indent}`);
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

function exitCodesSection(definition: CommandDefinition, cells: number): string {
  const codes = exitCodesOf(definition).map(([code, means]) => `${code} ${means}`);
  return `Exit codes\n${wrappedText(`${INDENT}${codes.join(', ')}; all of them: loandesk help exit-codes`, cells)}`;
}

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
