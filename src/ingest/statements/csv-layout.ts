import type { Delimiter } from '../csv-rows.ts';
import { plainHeading } from '../plain-heading.ts';
import { unreadableFile } from '../refused-file.ts';
import { rowsOfText } from './delimited-rows.ts';
import { missingColumns, SOURCE_COLUMNS, type SourceColumn, type SourceColumns } from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';

/** Where the columns of a profile stand in a file. */
export interface CsvLayout {
  readonly delimiter: Delimiter;
  /** Line of the headings. */
  readonly headingLine: number;
  readonly headings: readonly string[];
  /** Rows before the headings. */
  readonly preamble: readonly (readonly string[])[];
  readonly places: ColumnPlaces;
}

/** Place of each column in a row; `details` may stand in several. */
export type ColumnPlaces = { readonly [column in Exclude<SourceColumn, 'details'>]?: number } & {
  readonly details: readonly number[];
};

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];
/** Lines that may stand before the headings: a bank's name, the account, the period. */
const MAX_PREAMBLE_ROWS = 50;

/**
 * Finds the heading row of a profile in the head of a file; null when there is none. The columns a profile needs
 * must be there, the others may be. Throws a {@link RefusedFile} for a heading that stands there twice.
 */
export function findLayout(head: string, profile: SourceProfile, source: string): CsvLayout | null {
  const { columns } = profile;
  if (columns === null) return null;
  // A spreadsheet may have saved the file anew with another one.
  const delimiters = [...new Set([profile.delimiter ?? ',', ...DELIMITERS])];
  for (const delimiter of delimiters) {
    const preamble: (readonly string[])[] = [];
    for (const { line, cells } of rowsOfText(firstLines(head), delimiter)) {
      if (cells.length > 1) {
        const places = placesOf(columns, cells);
        if (suits(profile, columns, places)) {
          refuseTwice(columns, places, cells, source);
          return { delimiter, headingLine: line, headings: cells, preamble, places };
        }
      }
      preamble.push(cells);
      if (preamble.length === MAX_PREAMBLE_ROWS) break;
    }
  }
  return null;
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
  head: string,
  columns: SourceColumns,
): { readonly missing: readonly string[]; readonly headings: readonly string[] } | null {
  const wanted = Object.values(columns);
  for (const cells of headedRows(head)) {
    const there = new Set(cells.map(plainHeading));
    const missing = wanted.flatMap((names) =>
      names.some((name) => there.has(plainHeading(name))) ? [] : names.slice(0, 1),
    );
    if (missing.length < wanted.length) return { missing, headings: cells };
  }
  return null;
}

/** Rows of several cells in which headings may stand, cut in each way a file may be. */
export function* headedRows(head: string): Generator<readonly string[]> {
  for (const delimiter of DELIMITERS) {
    for (const { cells } of rowsOfText(firstLines(head), delimiter).slice(0, MAX_PREAMBLE_ROWS)) {
      if (cells.length > 1) yield cells;
    }
  }
}

function placesOf(columns: SourceColumns, headings: readonly string[]): ColumnPlaces {
  const plain = headings.map(plainHeading);
  const places: { [column in Exclude<SourceColumn, 'details'>]?: number } = {};
  let details: number[] = [];
  for (const column of SOURCE_COLUMNS) {
    const found = (columns[column] ?? [])
      .map((name) => plain.indexOf(plainHeading(name)))
      .filter((at) => at !== -1);
    if (column === 'details') details = found.toSorted((a, b) => a - b);
    else if (found[0] !== undefined) places[column] = found[0];
  }
  return { ...places, details };
}

function suits(profile: SourceProfile, columns: SourceColumns, places: ColumnPlaces): boolean {
  const there = Object.fromEntries(
    SOURCE_COLUMNS.filter((column) =>
      column === 'details' ? places.details.length > 0 : places[column] !== undefined,
    ).map((column) => [column, ['']]),
  );
  if (missingColumns(there) !== null) return false;
  if (profile.staff) return places.loan_id !== undefined;
  return (
    !profile.strict ||
    SOURCE_COLUMNS.every((column) => columns[column] === undefined || there[column] !== undefined)
  );
}

function refuseTwice(
  columns: SourceColumns,
  places: ColumnPlaces,
  headings: readonly string[],
  source: string,
): void {
  const plain = headings.map(plainHeading);
  for (const column of SOURCE_COLUMNS) {
    const at = column === 'details' ? places.details[0] : places[column];
    if (at === undefined || columns[column] === undefined) continue;
    if (plain.indexOf(plain[at] as string) !== plain.lastIndexOf(plain[at] as string)) {
      throw unreadableFile(
        source,
        `has the column "${headings[at]}" twice`,
        'Rename one of them in the file.',
      );
    }
  }
}
