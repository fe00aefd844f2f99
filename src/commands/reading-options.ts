import type { CommandInput } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

/** `--encoding`, where a file that others made is read. */
export const ENCODING_OPTION = {
  flag: '--encoding',
  value: {
    name: 'NAME',
    kind: 'choice',
    choices: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256', 'windows-1250', 'iso-8859-6'],
  },
} as const;

/** `--sheet`, where a workbook that others made is read. */
export const SHEET_OPTION = {
  flag: '--sheet',
  value: { name: 'NAME', kind: 'text' },
  says: 'which sheet of a workbook is read (default: the one with the headings)',
} as const;

/** `--decimal`, where the amounts of a delimited file are read. */
export const DECIMAL_OPTION = {
  flag: '--decimal',
  value: { name: 'MARK', kind: 'choice', choices: ['comma', 'point'] },
  says: 'what parts whole pounds from piastres, when the column does not tell',
} as const;

/** `--date-format`, where the dates of a delimited file are read. */
export const DATE_FORMAT_OPTION = {
  flag: '--date-format',
  value: { name: 'FORMAT', kind: 'text' },
  says: 'order of a date, such as DD/MM/YYYY in letters D, M and YY or YYYY, when the column does not tell',
} as const;

/** `--sign`, where one column holds all amounts. */
export const SIGN_OPTION = {
  flag: '--sign',
  value: {
    name: 'RULE',
    kind: 'choice',
    choices: ['credits-positive', 'debits-positive', 'credits-only'],
  },
  says: 'what a sign means in one amount column: above zero came in, above zero went out (as cards print charges), or every amount came in',
} as const;

/** `--status`, where a column says how far a movement got. */
export const STATUS_OPTION = {
  flag: '--status',
  value: { name: 'WORDS', kind: 'text' },
  says: 'what words of a status column say, such as "posted=Succeeded,Captured failed=Bounced reversed=Refunded" (also pending=)',
} as const;

const STATUS_WORDS = /^(?:posted|failed|pending|reversed)=/i;

/** The words of `--status` and the files of a line: without quotation marks a shell puts most of the words among those. */
export function statusAndFiles(input: CommandInput): {
  readonly status: string | undefined;
  readonly files: readonly string[];
} {
  const status = textOption(input, 'status');
  if (status === undefined) return { status, files: input.args };
  const words = input.args.filter((argument) => STATUS_WORDS.test(argument));
  const files = input.args.filter((argument) => !STATUS_WORDS.test(argument));
  return { status: [status, ...words].join(' '), files };
}
