import { FieldReader } from '../../domain/field-reader.ts';
import { nearestWord } from '../../domain/nearest-word.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { type DateOrder, orderOfFormat } from '../column-dates.ts';
import type { DecimalMark } from '../column-numbers.ts';
import type { Delimiter } from '../csv-rows.ts';
import { ENCODINGS, type Encoding } from '../decoded-text.ts';
import { zoneClock } from '../local-time.ts';
import { STATUS_NAMES, type StatusWords } from '../sign-and-status.ts';
import { missingColumns, SOURCE_COLUMNS, type SourceColumns } from './source-columns.ts';
import { foldedStatuses, LABELS, type Label } from './statement-words.ts';

const SIGN_RULES = ['columns', 'sign', 'reversed_sign', 'type', 'credits_only'] as const;
const ROW_ORDERS = ['oldest_first', 'newest_first'] as const;
export const PAYMENT_METHODS = ['auto_debit', 'manual_transfer', 'revenue_share'] as const;
const DELIMITERS: ReadonlyMap<string, Delimiter> = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** How the files of one bank or wallet are to be read. What is null is told from the file itself. */
export interface SourceProfile {
  readonly name: string;
  /** Null: the columns are recognised, or the files are no CSV. */
  readonly columns: SourceColumns | null;
  /** Words before the headings and after the rows, beside those that are known anyway. */
  readonly labels: { readonly [label in Label]?: readonly string[] };
  readonly delimiter: Delimiter | null;
  readonly encoding: Encoding | null;
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
  /** Zone in which the date of a moment with an offset falls. */
  readonly zone: string;
  /** Which way money went: two columns, a sign, a column that says it; our own files hold credits only. */
  readonly sign: (typeof SIGN_RULES)[number] | null;
  /** What words of a status column mean, beside those that are known anyway; null: nothing is said. */
  readonly statuses: StatusWords | null;
  /** Finds the customer's reference in the text: the first group, or all that matches. */
  readonly referencePattern: RegExp | null;
  readonly rowOrder: (typeof ROW_ORDERS)[number] | null;
  readonly paymentMethod: (typeof PAYMENT_METHODS)[number];
  /** The bank account, where files do not say it. */
  readonly account: string | null;
  /** The currency, where files do not say it. */
  readonly currency: string;
  /** Rows that staff prepare: each names its loan, and one that is not right is refused. */
  readonly staff: boolean;
  /** Every column named must be there; false where a profile names all that may be. */
  readonly strict: boolean;
  /** Columns that flags name for this run: they go before the others, and all of them must be there. */
  readonly said: SourceColumns | null;
  /** Headings by which other columns are known, though the profile does not list them; null: none are. */
  readonly rest: SourceColumns | null;
  /** The date and the amount may be among those, too. */
  readonly restCounts: boolean;
}

/** Fields of a profile in its JSON form. */
const FIELDS = [
  'columns',
  'missing_columns',
  'labels',
  'delimiter',
  'encoding',
  'decimal',
  'date_format',
  'zone',
  'sign',
  'status',
  'reference_pattern',
  'row_order',
  'payment_method',
  'account',
  'currency',
] as const;

/** Repetition of a group takes for ever on some texts, and so do many repetitions one after the other. */
const RUNAWAY = /\)[*+{]|\\[1-9]|(?:(?:[*+]|\{\d+,\d*\}).*){4}/;
const MAX_HEADINGS = 100;

/** Reads a profile from JSON; refuses it with every fault that it has. */
export function readSourceProfile(name: string, document: unknown): SourceProfile | Refusal {
  if (!isObject(document)) {
    return refuse('validation_failed', 'A source profile is a JSON object.', {
      hint: `Its fields: ${FIELDS.join(', ')}.`,
    });
  }
  const reader = new FieldReader(document);
  reader.allowOnly(FIELDS);
  const columns = columnsOf(reader, document.columns);
  const profile: SourceProfile = {
    name,
    columns,
    labels: labelsOf(reader, document.labels),
    delimiter: DELIMITERS.get(reader.choice('delimiter', [...DELIMITERS.keys()]) ?? '') ?? null,
    encoding: reader.choice('encoding', ENCODINGS),
    decimal: reader.choice('decimal', ['point', 'comma']),
    dateOrder: parsedText(reader, 'date_format', 'is not like DD/MM/YYYY', orderOfFormat),
    zone:
      parsedText(reader, 'zone', 'is no time zone', (zone) => (zoneClock(zone) === null ? null : zone)) ??
      'Africa/Cairo',
    sign: reader.choice('sign', SIGN_RULES),
    statuses: statusesOf(reader, document.status),
    referencePattern: parsedText(reader, 'reference_pattern', 'is no pattern that can be used', patternOf),
    rowOrder: reader.choice('row_order', ROW_ORDERS),
    paymentMethod: reader.choice('payment_method', PAYMENT_METHODS) ?? 'manual_transfer',
    account: reader.token('account', 64),
    currency:
      parsedText(reader, 'currency', 'is not three capital letters', (code) =>
        /^[A-Z]{3}$/.test(code) ? code : null,
      ) ?? 'EGP',
    staff: false,
    strict: reader.choice('missing_columns', ['refused', 'passed_over']) !== 'passed_over',
    said: null,
    rest: null,
    restCounts: false,
  };
  return reader.refusal() ?? profile;
}

function columnsOf(reader: FieldReader, given: unknown): SourceColumns | null {
  if (given === undefined || given === null) return null;
  const columns = wordLists(reader, 'columns', given, SOURCE_COLUMNS);
  if (columns === null) return null;
  const missing = missingColumns(columns);
  return missing === null ? columns : reader.fault('columns', 'required', `columns: ${missing}`);
}

function labelsOf(reader: FieldReader, given: unknown): SourceProfile['labels'] {
  if (given === undefined || given === null) return {};
  return wordLists(reader, 'labels', given, LABELS) ?? {};
}

function statusesOf(reader: FieldReader, given: unknown): StatusWords | null {
  if (given === undefined || given === null) return null;
  const lists = wordLists(reader, 'status', given, STATUS_NAMES) ?? {};
  return foldedStatuses(
    STATUS_NAMES.flatMap((status) => (lists[status] ?? []).map((word) => [word, status] as const)),
  );
}

/** Lists of texts under known names; one text is a list of one. */
function wordLists<Name extends string>(
  reader: FieldReader,
  field: string,
  given: unknown,
  names: readonly Name[],
): { readonly [name in Name]?: readonly string[] } | null {
  if (!isObject(given)) return reader.fault(field, 'invalid_type', `${field} must be an object`);
  const lists: { [name in Name]?: readonly string[] } = {};
  for (const [key, value] of Object.entries(given)) {
    const name = names.find((known) => known === key);
    const list = Array.isArray(value) ? value : [value];
    if (name === undefined) {
      const near = nearestWord(key, names);
      const meant = near === null ? '' : `; did you mean ${near}?`;
      reader.fault(
        `${field}.${key}`,
        'unknown_field',
        `there is no ${JSON.stringify(key)} among ${field}${meant}`,
      );
    } else if (list.length === 0 || list.length > MAX_HEADINGS || !list.every(isHeading)) {
      reader.fault(`${field}.${key}`, 'invalid_text', `${field}.${key} must be a text, or a list of texts`);
    } else lists[name] = list;
  }
  return lists;
}

function isHeading(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}

function parsedText<T>(
  reader: FieldReader,
  field: string,
  reason: string,
  read: (text: string) => T | null,
): T | null {
  const text = reader.text(field, 200);
  if (text === null) return null;
  return read(text) ?? reader.fault(field, 'invalid_text', `${field}: "${text}" ${reason}`);
}

function patternOf(text: string): RegExp | null {
  if (RUNAWAY.test(text)) return null;
  try {
    return new RegExp(text, 'iu');
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The profile that lists columns given by a flag for one run. */
export function profileOfColumns(columns: SourceColumns): SourceProfile {
  const profile = readSourceProfile('--columns-map', { columns });
  if (isRefusal(profile)) throw new Error(profile.message);
  return profile;
}
