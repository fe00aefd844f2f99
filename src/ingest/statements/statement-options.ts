import { type DateOrder, orderOfFormat } from '../column-dates.ts';
import type { DecimalMark } from '../column-numbers.ts';
import { ENCODINGS } from '../decoded-text.ts';
import { parseStatusWords, SIGN_RULES, type SignRule, type StatusWords } from '../sign-and-status.ts';
import { accepted, choice, parsed } from '../user-file-options.ts';
import { shippedSource } from './shipped-sources.ts';
import { parseSourceColumns, type SourceColumns } from './source-columns.ts';
import { readSourceProfile, type SourceProfile } from './source-profile.ts';
import type { SaidEncodings } from './statement-encoding.ts';

/** What `--input-format` can say. */
const STATEMENT_INPUT_FORMATS = [
  'csv',
  'tsv',
  'xlsx',
  'ods',
  'html',
  'jsonl',
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'ofx',
  'qif',
  'bai2',
] as const;

/** A source profile as it is kept: its name and its JSON document; shipped ones by name alone. */
export interface NamedSource {
  readonly name: string;
  readonly document: unknown;
}

/** What the reader of a repayment file is told besides the file, as typed. Everything may be left out. */
export interface StatementFileOptions {
  /** One of {@link STATEMENT_INPUT_FORMATS}; left out: told by the content. */
  readonly inputFormat?: string;
  /** One of {@link ENCODINGS}. A byte-order mark in the file stands against it. */
  readonly encoding?: string;
  /** `comma` or `point`. */
  readonly decimal?: string;
  /** Letters D, M, YY or YYYY, such as `DD/MM/YYYY`. */
  readonly dateFormat?: string;
  /** Which column of a CSV is what: `payment_date=Date,credit=Credit,debit=Debit`. */
  readonly columnsMap?: string;
  /** What the sign of an amount means: one of {@link SIGN_RULES}. */
  readonly sign?: string;
  /** Words of a status column: `posted=Succeeded,Captured failed=Bounced`. */
  readonly status?: string;
  /** Which sheet of a workbook is read; left out: the one with the headings. */
  readonly sheet?: string;
  /** `--source`: a kept profile, or a shipped one by its name. */
  readonly profile?: NamedSource | string;
  /** Its parts will be read a second time; what flows only once is held for that. */
  readonly readAgain?: boolean;
}

/** The options read; null for what was left out. */
export interface StatementReadOptions {
  readonly inputFormat: (typeof STATEMENT_INPUT_FORMATS)[number] | null;
  readonly encodings: SaidEncodings;
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
  readonly profile: SourceProfile | null;
  /** Which column is what, as far as it was said. */
  readonly columns: SourceColumns | null;
  readonly sign: SignRule | null;
  readonly statuses: StatusWords | null;
  /** Which sheet of a workbook is read; null: the one with the headings. */
  readonly sheet: string | null;
}

/** Flags that say how the cells of a table are read, by their options: of other formats they say nothing. */
export const TABLE_FLAGS = {
  decimal: '--decimal',
  dateFormat: '--date-format',
  columnsMap: '--columns-map',
  sign: '--sign',
  status: '--status',
} as const;

/** Reads the options; throws a RefusedFile for the first that cannot be understood, naming its flag. */
export function readStatementOptions(options: StatementFileOptions): StatementReadOptions {
  const profile = options.profile === undefined ? null : profileOf(options.profile);
  return {
    inputFormat: choice('--input-format', options.inputFormat, STATEMENT_INPUT_FORMATS),
    encodings: {
      flag: choice('--encoding', options.encoding, ENCODINGS),
      profile: profile?.encoding ?? null,
    },
    decimal: choice('--decimal', options.decimal, ['comma', 'point']),
    dateOrder: parsed(
      '--date-format',
      options.dateFormat,
      'such as DD/MM/YYYY, in letters D, M and YY or YYYY',
      orderOfFormat,
    ),
    sheet: options.sheet ?? null,
    profile,
    sign: choice('--sign', options.sign, SIGN_RULES),
    statuses: options.status === undefined ? null : accepted(parseStatusWords(options.status)),
    columns: options.columnsMap === undefined ? null : accepted(parseSourceColumns(options.columnsMap)),
  };
}

function profileOf(given: NamedSource | string): SourceProfile {
  if (typeof given !== 'string') return accepted(readSourceProfile(given.name, given.document));
  const shipped = shippedSource(given);
  if (shipped === null) throw new Error(`there is no shipped source ${given}`);
  return shipped;
}
