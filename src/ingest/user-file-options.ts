import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import { ACCOUNT_TYPES, type AccountType } from '../domain/user-data.ts';
import { type DateOrder, orderOfFormat } from './column-dates.ts';
import type { DecimalMark } from './column-numbers.ts';
import { type ColumnsMap, parseColumnsMap } from './columns-map.ts';
import { ENCODINGS, type Encoding } from './decoded-text.ts';
import { type ZoneClock, zoneClock } from './local-time.ts';
import { RefusedFile } from './refused-file.ts';
import { parseStatusWords, SIGN_RULES, type SignRule, type StatusWords } from './sign-and-status.ts';

export const USER_FILE_FORMATS = ['jsonl', 'csv', 'mpesa', 'open-banking', 'plaid'] as const;
export type UserFileFormat = (typeof USER_FILE_FORMATS)[number];

/** What the reader of a user data file is told besides the file, as typed. Everything may be left out. */
export interface UserFileOptions {
  /** Records a batch. */
  readonly batchSize?: number;
  /** One of {@link USER_FILE_FORMATS}; left out: told by the content. */
  readonly inputFormat?: string;
  /** Whose transactions they are. */
  readonly user?: string;
  readonly institution?: string;
  readonly accountType?: string;
  /** Three capital letters. Never stands against a currency that the file names. */
  readonly currency?: string;
  /** Which column of a CSV file is what: `timestamp=Date,amount=Amount`. Left out: columns with our own names. */
  readonly columnsMap?: string;
  /** Letters D, M, YY or YYYY, such as `DD/MM/YYYY`. */
  readonly dateFormat?: string;
  /** `comma` or `point`. */
  readonly decimal?: string;
  /** One of {@link SIGN_RULES}: what the sign of a lone amount column means. */
  readonly sign?: string;
  /** Words of a status column: `posted=Succeeded,Captured failed=Bounced`. */
  readonly status?: string;
  /** Zone of times without an offset in a CSV file: `UTC` (when left out), `+02:00`, `Africa/Cairo`. */
  readonly timeZone?: string;
  /** One of {@link ENCODINGS}; left out: by its byte-order mark, else UTF-8. */
  readonly encoding?: string;
  /** Which sheet of a workbook is read; left out: the one with the headings. */
  readonly sheet?: string;
}

/** The options read; null for what was left out. */
export interface ReadOptions {
  readonly inputFormat: UserFileFormat | null;
  readonly user: string | null;
  readonly institution: string | null;
  readonly accountType: AccountType | null;
  readonly currency: string | null;
  readonly columnsMap: ColumnsMap | null;
  readonly dateOrder: DateOrder | null;
  readonly decimal: DecimalMark | null;
  readonly sign: SignRule | null;
  readonly status: StatusWords | null;
  /** Null: as the form of the file has it, else UTC. */
  readonly clock: ZoneClock | null;
  readonly encoding: Encoding | null;
  readonly sheet: string | null;
}

/** Reads the options; throws {@link RefusedFile} for the first that cannot be understood, naming its flag. */
export function readOptions(options: UserFileOptions): ReadOptions {
  return {
    inputFormat: choice('--input-format', options.inputFormat, USER_FILE_FORMATS),
    user: options.user ?? null,
    institution: options.institution ?? null,
    accountType: choice('--account-type', options.accountType, ACCOUNT_TYPES),
    currency: parsed('--currency', options.currency, 'such as EGP', (text) =>
      /^[A-Z]{3}$/.test(text) ? text : null,
    ),
    columnsMap: options.columnsMap === undefined ? null : accepted(parseColumnsMap(options.columnsMap)),
    dateOrder: parsed(
      '--date-format',
      options.dateFormat,
      'such as DD/MM/YYYY, in letters D, M and YY or YYYY',
      orderOfFormat,
    ),
    decimal: choice('--decimal', options.decimal, ['comma', 'point']),
    sign: choice('--sign', options.sign, SIGN_RULES),
    status: options.status === undefined ? null : accepted(parseStatusWords(options.status)),
    clock: parsed('--time-zone', options.timeZone, 'such as +02:00 or Africa/Cairo', zoneClock),
    encoding: choice('--encoding', options.encoding, ENCODINGS),
    sheet: options.sheet ?? null,
  };
}

/** One of some words behind a flag; null when the flag is not there. Throws {@link RefusedFile}. */
export function choice<Word extends string>(
  flag: string,
  text: string | undefined,
  words: readonly Word[],
): Word | null {
  return parsed(
    flag,
    text,
    `one of ${words.join(', ')}`,
    (given) => words.find((word) => word === given) ?? null,
  );
}

/** Whatever `read` makes of the text behind a flag; null when the flag is not there. Throws {@link RefusedFile}. */
export function parsed<T>(
  flag: string,
  text: string | undefined,
  form: string,
  read: (text: string) => T | null,
): T | null {
  if (text === undefined) return null;
  const value = read(text);
  if (value !== null) return value;
  throw new RefusedFile(refuse('usage', `${flag} cannot be "${text}".`, { hint: `Write ${form}.` }));
}

/** What was read of a flag's text; throws {@link RefusedFile} where it cannot be read. */
export function accepted<T extends object>(read: T | Refusal): T {
  if (isRefusal(read)) throw new RefusedFile(read);
  return read;
}
