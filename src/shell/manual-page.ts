import type { CommandDefinition } from './command-definition.ts';
import { exitCodesOf, type HelpRow, ownOptions, sentence, sharedOptions, usageParts } from './help-parts.ts';
import { HELP_TOPICS } from './help-topics.ts';

/** The manual page `loandesk(1)` in troff's `man` macros, made from what the commands declare. */
export function manualPage(definitions: readonly CommandDefinition[], version: string): string {
  return [
    `.TH LOANDESK 1 "" "loandesk ${version}" "User Commands"`,
    // Lines are not stretched, and commands not taken apart.
    '.nh',
    '.ad l',
    '.SH NAME',
    'loandesk \\- the lending desk of a bank, at a terminal',
    '.SH SYNOPSIS',
    '.B loandesk',
    '.I COMMAND',
    '[arguments] [options]',
    '.SH DESCRIPTION',
    text(
      'Applications, assessments, decisions, disbursements and repayments on a ledger that explains every figure.',
    ),
    text(
      'The ledger is a file of your own, or a server works on one; the commands and what they print are the same.',
    ),
    '.PP',
    text(
      'On a terminal whatever is missing is asked for; an id by typing part of a name. "loandesk help COMMAND" tells all about one command.',
    ),
    '.SH COMMANDS',
    ...definitions.flatMap(commandLines),
    '.SH OPTIONS',
    'These stand anywhere in the line of any command.',
    ...sharedOptions().flatMap(({ title, rows }) => [`.SS ${quoted(title)}`, ...rows.flatMap(tagged)]),
    ...topicLines('ENVIRONMENT', 'environment'),
    ...topicLines('EXIT STATUS', 'exit-codes'),
    ...topicLines('OUTPUT', 'formats'),
    '.SH SEE ALSO',
    text('"loandesk help rules" and "loandesk help errors"; the pages in the folder docs of the package.'),
    '',
  ].join('\n');
}

function commandLines(definition: CommandDefinition): string[] {
  const codes = exitCodesOf(definition).map(([code, means]) => `${code} ${means}`);
  return [
    `.SS ${quoted(usageParts(definition).join(' '))}`,
    text(sentence(definition.says)),
    ...(definition.more === undefined ? [] : ['.PP', text(definition.more)]),
    ...definition.args.flatMap(({ name, says }) => tagged([name, says])),
    ...ownOptions(definition).flatMap(({ rows }) => rows.flatMap(tagged)),
    ...definition.examples.flatMap(({ line, says }) => [
      '.PP',
      text(sentence(says)),
      '.EX',
      text(line),
      '.EE',
    ]),
    '.PP',
    text(`Exit codes: ${codes.join(', ')}.`),
  ];
}

/** A topic of the help as it stands there; its first line is its heading. */
function topicLines(title: string, topic: string): string[] {
  const [, ...lines] = (HELP_TOPICS[topic]?.() ?? '').trim().split('\n');
  return [
    `.SH ${quoted(title)}`,
    '.EX',
    ...lines.slice(1).map((line) => (line === '' ? '.sp' : text(line))),
    '.EE',
  ];
}

function tagged([name, says]: HelpRow): string[] {
  return ['.TP', `.B ${quoted(name)}`, text(says)];
}

/** The argument of a macro: one word, whatever is in it. */
function quoted(words: string): string {
  return `"${signs(words).replaceAll('"', '\\(dq')}"`;
}

/** A line of text: a dot or an apostrophe at its start would be a request. */
function text(line: string): string {
  return signs(line).replace(/^(?=[.'])/, '\\&');
}

/** Signs that troff reads otherwise, and those beyond ASCII by their names. */
function signs(line: string): string {
  const names: Readonly<Record<string, string>> = {
    '\\': '\\e',
    '-': '\\-',
    "'": '\\(aq',
    '^': '\\(ha',
    '~': '\\(ti',
    '`': '\\(ga',
  };
  return line
    .replace(/[\\\-'^~`]/g, (sign) => names[sign] ?? sign)
    .replace(
      /[^\x20-\x7e]/gu,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
