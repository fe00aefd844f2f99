import type { CsvRow, Delimiter } from '../csv-rows.ts';
import { plainHeading } from '../plain-heading.ts';
import { unreadableFile } from '../refused-file.ts';
import { rowsOfText } from './delimited-rows.ts';
import { Headings } from './heading-names.ts';
import { isExportedFigure } from './own-export.ts';
import { ADDED_HEADINGS, headingsOfRejected } from './rejected-headings.ts';
import {
  MONEY_COLUMNS,
  missingColumns,
  SOURCE_COLUMNS,
  type SourceColumn,
  type SourceColumns,
} from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';
import { loneCurrency } from './statement-words.ts';
import { isOrdinal, looksLikeDetails } from './unmapped-columns.ts';

/** Where the columns of a profile stand in a file. */
export interface CsvLayout {
  readonly delimiter: Delimiter;
  /** Line of the headings; 0: there are none, and columns are told by their numbers. */
  readonly headingLine: number;
  readonly headings: readonly string[];
  /** Rows before the headings. */
  readonly preamble: readonly (readonly string[])[];
  readonly places: ColumnPlaces;
  /** Columns that nobody mapped: their cells are text of the row. */
  readonly others: readonly OtherColumn[];
}

/** Place of each column in a row; `details` may stand in several. */
export type ColumnPlaces = { readonly [column in Exclude<SourceColumn, 'details'>]?: number } & {
  readonly details: readonly number[];
};

/** The columns that hold days. */
export function datePlaces({ payment_date, value_date }: ColumnPlaces): ReadonlySet<number> {
  return new Set([payment_date, value_date].filter((place) => place !== undefined));
}

/** A column that nobody mapped. */
export interface OtherColumn {
  readonly place: number;
  /** As messages name it; empty where it has no heading. */
  readonly heading: string;
}

/** The rows at the beginning of a file, cut by a delimiter it may have. */
export interface HeadRows {
  readonly delimiter: Delimiter;
  readonly rows: readonly CsvRow[];
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
/** Lines that may stand before the headings: a bank's name, the account, the period. */
const MAX_PREAMBLE_ROWS = 50;
/** Words of old JSON rows and of faults, which a reject file may carry beside the columns it adds. */
const BESIDE_REJECTED = ['column', 'value', 'original'];

/** The beginning of a text, cut in each way a file may be; a profile's delimiter comes first. */
export function headRowsOf(head: string, first: Delimiter | null = null): readonly HeadRows[] {
  // A spreadsheet may have saved the file anew with another one.
  return [...new Set([first ?? ',', ...DELIMITERS])].map((delimiter) => ({
    delimiter,
    rows: rowsOfText(firstLines(head), delimiter),
  }));
}

/**
 * Finds the heading row of a profile at the beginning of a file; null when there is none. The columns a profile needs
 * must be there, the others may be. Throws a {@link RefusedFile} for a heading that stands there twice.
 */
export function findLayout(
  head: readonly HeadRows[],
  profile: SourceProfile,
  source: string,
): CsvLayout | null {
  if (profile.columns === null) return null;
  const wanted = new WantedColumns(profile);
  for (const { delimiter, rows } of head) {
    const preamble: (readonly string[])[] = [];
    for (const { line, cells } of rows) {
      const places = cells.length > 1 ? wanted.placesIn(cells) : null;
      if (places !== null) {
        refuseTwice(places, cells, source);
        const others = othersOf(places, cells, profile.staff);
        return { delimiter, headingLine: line, headings: cells, preamble, places, others };
      }
      preamble.push(cells);
      if (preamble.length === MAX_PREAMBLE_ROWS) break;
    }
  }
  return numberedLayout(head, { ...profile.columns, ...profile.said });
}

/** The part of a head in which headings can stand, so that a long head is not cut three times over. */
function firstLines(head: string): string {
  let at = -1;
  for (let line = 0; line < MAX_PREAMBLE_ROWS * 4; line++) {
    const next = head.indexOf('\n', at + 1);
    if (next === -1) return head;
    at = next;
  }
  return head.slice(0, at);
}

/** The headings that a profile wants and the nearest heading row lacks, for a message; null when none is near. */
export function lacking(
  head: readonly HeadRows[],
  columns: SourceColumns,
): { readonly missing: readonly string[]; readonly headings: readonly string[] } | null {
  const wanted = Object.values(columns);
  for (const cells of headedRows(head)) {
    const there = new Headings(cells);
    const missing = wanted.flatMap((names) => (there.placeOf(names) === null ? names.slice(0, 1) : []));
    if (missing.length < wanted.length) return { missing, headings: cells };
  }
  return null;
}

/** Rows of several cells in which headings may stand, cut in each way a file may be. */
export function* headedRows(head: readonly HeadRows[]): Generator<readonly string[]> {
  for (const { rows } of head) {
    for (const { cells } of rows.slice(0, MAX_PREAMBLE_ROWS)) if (cells.length > 1) yield cells;
  }
}

type Places = { [column in Exclude<SourceColumn, 'details'>]?: number } & { details: readonly number[] };

/** What a profile and flags want of a heading row. */
class WantedColumns {
  readonly #profile: SourceProfile;
  readonly #said: SourceColumns;
  readonly #columns: SourceColumns;

  constructor(profile: SourceProfile) {
    this.#profile = profile;
    this.#said = profile.said ?? {};
    this.#columns = profile.columns ?? {};
  }

  /** Where the columns stand among some headings; null: these are not the headings of the profile. */
  placesIn(cells: readonly string[]): ColumnPlaces | null {
    const headings = new Headings(cells);
    const places: Places = { details: [] };
    if (!put(places, headings, this.#said, new Set())) return null;
    const isWhole = put(places, headings, fitting(this.#columns, places), new Set(usedPlaces(places)));
    const { strict, staff, rest, restCounts } = this.#profile;
    if ((strict && !isWhole) || (staff && places.loan_id === undefined)) return null;
    if (!restCounts && missing(places) !== null) return null;
    if (rest !== null) {
      // Nobody named these, and their headings are known all the same.
      put(places, headings, fitting(rest, places), new Set(usedPlaces(places)));
      const used = new Set(usedPlaces(places));
      const more = cells.flatMap((cell, place) =>
        !used.has(place) && looksLikeDetails(cell) ? [place] : [],
      );
      places.details = [...places.details, ...more].toSorted((a, b) => a - b);
    }
    return missing(places) === null ? places : null;
  }
}

/** Puts columns where one of their names stands; false: one of them is not there. */
function put(
  places: Places,
  headings: Headings,
  columns: SourceColumns,
  claimed: ReadonlySet<number>,
): boolean {
  let isWhole = true;
  for (const column of SOURCE_COLUMNS) {
    const names = columns[column];
    if (names === undefined) continue;
    if (column === 'details') {
      const found = names.flatMap((name) => headings.allOf(name)).filter((place) => !claimed.has(place));
      places.details = [...new Set([...places.details, ...found])].toSorted((a, b) => a - b);
      isWhole &&= places.details.length > 0;
      continue;
    }
    if (places[column] !== undefined) continue;
    const place = headings.placeOf(
      names.filter((name) => !headings.allOf(name).some((at) => claimed.has(at))),
    );
    if (place === null) isWhole = false;
    else places[column] = place;
  }
  return isWhole;
}

/** Of some columns those that go with what was found: an amount in one column is not in two. */
function fitting(columns: SourceColumns, { amount, credit, debit }: Places): SourceColumns {
  const unwanted: readonly string[] = [
    ...(amount === undefined ? [] : ['credit', 'debit']),
    ...(credit === undefined && debit === undefined ? [] : ['amount', 'type']),
  ];
  if (unwanted.length === 0) return columns;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !unwanted.includes(name)));
}

function usedPlaces({ details, ...others }: Places): readonly number[] {
  return [...details, ...Object.values(others)];
}

function missing(places: Places): string | null {
  return missingColumns(
    Object.fromEntries(
      SOURCE_COLUMNS.filter((column) =>
        column === 'details' ? places.details.length > 0 : places[column] !== undefined,
      ).map((column) => [column, ['']]),
    ),
  );
}

function othersOf(
  places: ColumnPlaces,
  headings: readonly string[],
  isStaff: boolean,
): readonly OtherColumn[] {
  const used = new Set(usedPlaces(places));
  const own = headingsOfRejected(headings)?.length ?? headings.length;
  return headings.slice(0, own).flatMap((heading, place) => {
    const name = heading.replace(/\s+/g, ' ').trim();
    const isOfRejected = own < headings.length || isStaff;
    if (used.has(place) || (isOfRejected && isBesideRejected(name))) return [];
    if (isStaff && isExportedFigure(name)) return [];
    // The number of a row in its file is no text of it: the next file has the same row elsewhere.
    if (isOrdinal(name)) return [];
    return [{ place, heading: name }];
  });
}

const CURRENCY_SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD' };

/** The currency that headings of amounts say in brackets, as in `Debit (USD)`; null: none do. */
export function currencyOfHeadings({ headings, places }: CsvLayout): string | null {
  for (const column of MONEY_COLUMNS) {
    const place = places[column];
    const said =
      place === undefined ? undefined : /[([]\s*([^()[\]]{1,3})\s*[)\]]/.exec(headings[place] ?? '')?.[1];
    const currency = said === undefined ? null : (CURRENCY_SIGNS[said] ?? loneCurrency(said));
    if (currency !== null) return currency;
  }
  return null;
}

function isBesideRejected(heading: string): boolean {
  const name = plainHeading(heading);
  return BESIDE_REJECTED.includes(name) || ADDED_HEADINGS.includes(name);
}

function refuseTwice(places: ColumnPlaces, headings: readonly string[], source: string): void {
  const plain = headings.map(plainHeading);
  for (const column of SOURCE_COLUMNS) {
    // A text may stand in several columns, whatever they are called.
    const at = column === 'details' ? undefined : places[column];
    if (at === undefined) continue;
    if (plain.indexOf(plain[at] as string) !== plain.lastIndexOf(plain[at] as string)) {
      throw unreadableFile(
        source,
        `has the column "${headings[at]}" twice`,
        'Rename one of them in the file.',
      );
    }
  }
}

/** The layout of a file without headings, whose columns are said by their numbers; null: they are not. */
function numberedLayout(head: readonly HeadRows[], columns: SourceColumns): CsvLayout | null {
  const places: Places = { details: [] };
  for (const column of SOURCE_COLUMNS) {
    const names = columns[column];
    if (names === undefined) continue;
    if (!names.every((name) => /^[1-9]\d?$/.test(name))) return null;
    const numbers = names.map((name) => Number(name) - 1);
    if (column === 'details') places.details = numbers.toSorted((a, b) => a - b);
    else places[column] = numbers[0] as number;
  }
  const last = Math.max(-1, ...usedPlaces(places));
  const dated = places.payment_date ?? places.value_date;
  if (last === -1 || dated === undefined || missing(places) !== null) return null;
  for (const { delimiter, rows } of head) {
    const wide = rows.find(({ cells }) => cells.length > last && /\p{Nd}/u.test(cells[dated] ?? ''));
    if (wide === undefined) continue;
    const headings = wide.cells.map((_, place) => String(place + 1));
    const used = new Set(usedPlaces(places));
    const others = headings.flatMap((number, place) =>
      used.has(place) ? [] : [{ place, heading: `column ${number}` }],
    );
    return { delimiter, headingLine: 0, headings, preamble: [], places, others };
  }
  return null;
}
