import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

const INDENT = '  ';
/** Wide enough for the longest usual flag; longer ones push their words to the next line. */
const NAME_CELLS = 30;
const LINE_CELLS = 100;

/** The help of one command: a sentence, usage, arguments, options in groups, examples, exit codes. */
export function commandHelp(definition: CommandDefinition): string {
  const said = `loandesk ${definition.path.join(' ')}`;
  const own = new Set(definition.options.map((option) => option.flag));
  const shared = SHARED_OPTIONS.filter((option) => !own.has(option.flag));
  return sections([
    `${capitalised(definition.says)}${definition.says.endsWith('.') ? '' : '.'}`,
    definition.more === undefined ? '' : wrapped(definition.more, ''),
    `Usage\n${INDENT}${usageLine(definition, said)}`,
    listSection(
      'Arguments',
      definition.args.map((argument) => [argument.name, argument.says]),
    ),
    ...grouped(definition.options, 'Options'),
    ...grouped(shared, 'Shared options'),
    examplesSection(definition),
    exitCodesLine(definition),
  ]);
}

/** The commands under one first word. */
export function groupHelp(
  path: readonly string[],
  says: string,
  definitions: readonly CommandDefinition[],
): string {
  const said = `loandesk ${path.join(' ')}`;
  return sections([
    `${said}: ${says}.`,
    `Usage\n${INDENT}${said} COMMAND [options]`,
    listSection(
      'Commands',
      definitions.map((definition) => [definition.path.slice(path.length).join(' '), definition.says]),
    ),
    `"loandesk help ${path.join(' ')} COMMAND" tells all about one.`,
  ]);
}

/** The top help, written to `dist/help.txt` at build time and printed by the launcher. */
export function topHelp(definitions: readonly CommandDefinition[], topics: readonly string[]): string {
  const rows = definitions.map((definition): [string, string] => [
    definition.path.join(' '),
    definition.says,
  ]);
  return sections([
    'loandesk: the lending desk of a bank, at a terminal.',
    `Usage\n${INDENT}loandesk COMMAND [arguments] [options]`,
    listSection('Commands', rows, 26),
    listSection(
      'Often used options',
      [
        ['--ledger FILE', 'the ledger file to work on'],
        ['--json', 'one JSON document instead of a table'],
        ['--dry-run', 'check everything, show the result, write nothing'],
        ['--yes', 'go ahead without asking'],
      ],
      26,
    ),
    `"loandesk help COMMAND" tells all about a command; "loandesk help TOPIC" about: ${topics.join(', ')}.`,
  ]);
}

/** The usage line: `loandesk pay LOAN --amount N --date DATE [options]`. */
function usageLine(definition: CommandDefinition, said: string): string {
  const args = definition.args.map((argument) => {
    const name = argument.variadic === true ? `${argument.name}…` : argument.name;
    return argument.required ? name : `[${name}]`;
  });
  const required = definition.options.filter((option) => option.required === true).map(spelled);
  return [said, ...args, ...required, '[options]'].join(' ');
}

function spelled(option: OptionDefinition): string {
  return option.value === undefined ? option.flag : `${option.flag} ${option.value.name}`;
}

function grouped(options: readonly OptionDefinition[], fallback: string): string[] {
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
  return [...groups].map(([name, rows]) => listSection(name, rows));
}

function listSection(
  title: string,
  rows: readonly (readonly [string, string])[],
  nameCells = NAME_CELLS,
): string {
  if (rows.length === 0) return '';
  const lines = rows.map(([name, says]) => {
    const start =
      name.length > nameCells - 2
        ? `${INDENT}${name}\n${INDENT}${' '.repeat(nameCells)}`
        : `${INDENT}${name.padEnd(nameCells)}`;
    return start + wrapped(says, INDENT + ' '.repeat(nameCells));
  });
  return `${title}\n${lines.join('\n')}`;
}

function examplesSection(definition: CommandDefinition): string {
  if (definition.examples.length === 0) return '';
  const lines = definition.examples.map(({ line, says }) => `${INDENT}# ${says}\n${INDENT}${line}`);
  return `Examples\n${lines.join('\n\n')}`;
}

function exitCodesLine(definition: CommandDefinition): string {
  const codes = definition.writes
    ? '0 done, 2 usage or a bad value, 3 refused by a rule, 5 no such id, 6 conflict, 7 busy'
    : '0 done, 2 usage or a bad value, 5 no such id, 7 busy';
  return `Exit codes\n${INDENT}${codes}; all of them: loandesk help exit-codes`;
}

/** Breaks text at blanks; lines after the first start with `indent`. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > LINE_CELLS) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
