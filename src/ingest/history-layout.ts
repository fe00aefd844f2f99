import {
  type ColumnsMap,
  HISTORY_COLUMNS,
  type HistoryColumn,
  isByNumber,
  isWhole,
  lackOf,
} from './columns-map.ts';
import type { Delimiter } from './csv-rows.ts';
import { findHeadingRow, type HeadingRow, isTwice, placeOf } from './heading-row.ts';
import type { HistoryText } from './history-row.ts';
import { flagNeeded, type RefusedFile, unreadableFile } from './refused-file.ts';
import { headRowsOf } from './statements/csv-layout.ts';
import { rowsOfText } from './statements/delimited-rows.ts';
import type { SourceColumn } from './statements/source-columns.ts';
import { sourceLayout, unsettledColumns } from './statements/source-layout.ts';

/** Place of each column in a row; `details` may stand in several. */
export type HistoryPlaces = { readonly [column in Exclude<HistoryColumn, 'details'>]?: number } & {
  readonly details: readonly number[];
};

/** Where the columns of a history stand. */
export interface HistoryLayout {
  readonly delimiter: Delimiter;
  /** Line of the headings; 0: the file has none. */
  readonly headingLine: number;
  readonly headings: readonly string[];
  readonly places: HistoryPlaces;
  /** False where the headings alone say which column is what. */
  readonly isSaid: boolean;
}

/** Columns that have our own names, for a file without a map. */
const OWN_NAMES: ColumnsMap = Object.fromEntries(HISTORY_COLUMNS.map((column) => [column, [column]]));

/** Columns of a history under the names they have in a bank's statement. */
const IN_STATEMENTS = {
  timestamp: 'payment_date',
  value_date: 'value_date',
  amount: 'amount',
  credit: 'credit',
  debit: 'debit',
  event: 'type',
  status: 'status',
  balance: 'balance',
  id: 'reference',
  details: 'details',
  currency: 'currency',
} as const satisfies { readonly [column in HistoryColumn]?: SourceColumn };

/** True when headings say which column is what, so that no map is needed. */
export async function hasKnownColumns(head: string, source: string): Promise<boolean> {
  return (await findHeadingRow(head, suitsOwnNames)) !== null || knownLayout(head, source) !== null;
}

/** Finds the columns of a history by its map, or by its headings. Throws a {@link RefusedFile}. */
export async function findHistoryLayout(text: HistoryText, map: ColumnsMap | null): Promise<HistoryLayout> {
  const { head, source } = text;
  if (map !== null && isWhole(map))
    return isByNumber(map) ? numberedLayout(text, map) : mappedLayout(text, map);
  const heading = map === null ? await findHeadingRow(head, suitsOwnNames) : null;
  if (heading !== null) return layoutOf(heading, presentIn(heading), source);
  const known = knownLayout(head, source, map ?? {});
  if (known !== null) return known;
  const what =
    map === null ? 'has columns of its own making' : `does not show the rest of its columns: ${lackOf(map)}`;
  throw flagNeeded(
    source,
    what,
    'Say which is which with --columns-map timestamp=Date,amount=Amount,details=Description; without headings by their numbers.',
  );
}

/** Headings under which nothing is read. */
export function unreadHeadings({ headings, headingLine, places }: HistoryLayout): readonly string[] {
  const { details, ...others } = places;
  const read = new Set<number | undefined>([...details, ...Object.values(others)]);
  if (headingLine === 0) return [];
  return headings.map((heading) => heading.trim()).filter((name, at) => name !== '' && !read.has(at));
}

function suitsOwnNames(headings: readonly string[]): boolean {
  const has = (name: HistoryColumn) => placeOf(name, headings) !== -1;
  return has('timestamp') && (has('amount') || (has('credit') && has('debit')));
}

function presentIn({ headings }: HeadingRow): ColumnsMap {
  const present = HISTORY_COLUMNS.filter((column) => placeOf(column, headings) !== -1);
  return Object.fromEntries(present.map((column) => [column, OWN_NAMES[column]]));
}

async function mappedLayout(text: HistoryText, map: ColumnsMap): Promise<HistoryLayout> {
  const wanted = Object.values(map).flat();
  const suits = (headings: readonly string[]) => wanted.every((name) => placeOf(name, headings) !== -1);
  const heading = await findHeadingRow(text.head, suits);
  if (heading === null) throw await missingColumn(text, wanted);
  return layoutOf(heading, map, text.source);
}

function layoutOf(heading: HeadingRow, map: ColumnsMap, source: string): HistoryLayout {
  const placed = (column: HistoryColumn) =>
    (map[column] ?? []).map((name) => {
      if (isTwice(name, heading.headings)) {
        throw unreadableFile(source, `has the column "${name}" twice`, 'Rename one of them in the file.');
      }
      return placeOf(name, heading.headings);
    });
  const { delimiter, line, headings } = heading;
  return { delimiter, headingLine: line, headings, places: placesBy(placed), isSaid: true };
}

function placesBy(placed: (column: HistoryColumn) => readonly number[]): HistoryPlaces {
  const found = HISTORY_COLUMNS.filter((column) => column !== 'details').flatMap((column) => {
    const [place] = placed(column);
    return place === undefined ? [] : [[column, place] as const];
  });
  return { ...Object.fromEntries(found), details: placed('details') };
}

async function missingColumn(text: HistoryText, wanted: readonly string[]): Promise<RefusedFile> {
  const some = (headings: readonly string[]) => wanted.some((name) => placeOf(name, headings) !== -1);
  const nearest = await findHeadingRow(text.head, some);
  if (nearest === null) {
    return unreadableFile(text.source, `has none of the columns ${wanted.join(', ')}`, ENCODING_HINT);
  }
  const missing = wanted.filter((name) => placeOf(name, nearest.headings) === -1);
  return unreadableFile(
    text.source,
    `has no column "${missing.join('", "')}" beside the others`,
    `Its columns are: ${nearest.headings.join(', ')}.`,
  );
}

const ENCODING_HINT = 'Check the headings in --columns-map, and the encoding (--encoding windows-1256).';

/** Rows of the head from which it is told how a file without headings is cut. */
const ROWS_LOOKED_AT = 50;

function numberedLayout(text: HistoryText, map: ColumnsMap): HistoryLayout {
  const numbers = Object.values(map).flat().map(Number);
  const most = Math.max(...numbers);
  let best: { readonly delimiter: Delimiter; readonly rows: number; readonly width: number } | null = null;
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    let [rows, width] = [0, 0];
    for (const { cells } of rowsOfText(text.head, delimiter).slice(0, ROWS_LOOKED_AT)) {
      if (cells.length >= most && cells.length > 1) rows += 1;
      width = Math.max(width, cells.length);
    }
    if (rows > (best?.rows ?? 0)) best = { delimiter, rows, width };
  }
  if (best === null) {
    const hint = 'Columns count from 1. Check the numbers in --columns-map.';
    throw unreadableFile(text.source, `has no row of ${most} columns`, hint);
  }
  const { delimiter, width } = best;
  const headings = Array.from({ length: width }, (_, at) => `column ${at + 1}`);
  const places = placesBy((column) => (map[column] ?? []).map((number) => Number(number) - 1));
  return { delimiter, headingLine: 0, headings, places, isSaid: true };
}

/** The layout by headings that banks are known to use, with what a map says in front; null: they are not known. */
function knownLayout(head: string, source: string, map: ColumnsMap = {}): HistoryLayout | null {
  const { transaction_type, ...others } = map;
  const said = Object.entries(others).map(([column, names]) => [
    IN_STATEMENTS[column as keyof typeof IN_STATEMENTS],
    names,
  ]);
  const columns = said.length === 0 ? null : Object.fromEntries(said);
  const found = sourceLayout(headRowsOf(head), { profile: null, columns }, source);
  if (found === null || found.profile.staff) return null;
  const [open] = unsettledColumns(found);
  if (open !== undefined) throw flagNeeded(source, open.what, open.hint);
  const { layout } = found;
  const hasSides = layout.places.credit !== undefined && layout.places.debit !== undefined;
  const places = placesBy((column) => {
    // What nobody mapped is text of the row, by which it is told from others.
    if (column === 'details') return [...layout.places.details, ...layout.others.map(({ place }) => place)];
    if (column === 'transaction_type') {
      const [name] = transaction_type ?? [];
      return name === undefined ? [] : [placeOf(name, layout.headings)];
    }
    const isOther = hasSides
      ? column === 'amount' || column === 'event'
      : column === 'credit' || column === 'debit';
    const place = isOther ? undefined : layout.places[IN_STATEMENTS[column]];
    return place === undefined ? [] : [place];
  });
  const { delimiter, headingLine, headings } = layout;
  const timestamp = places.timestamp ?? places.value_date;
  return {
    delimiter,
    headingLine,
    headings,
    places: { ...places, ...(timestamp === undefined ? {} : { timestamp }) },
    isSaid: map.event !== undefined,
  };
}
