import { DateEvidence } from './column-dates.ts';
import { DecimalEvidence, readNumberCell } from './column-numbers.ts';
import { type ColumnPlaces, type ColumnsMap, HISTORY_COLUMNS, type HistoryColumn } from './columns-map.ts';
import { CsvMovements } from './csv-movement.ts';

import { type CsvRow, csvRows } from './csv-rows.ts';
import { DerivedIds } from './derived-ids.ts';
import { findHeadingRow, type HeadingRow, isTwice, placeOf } from './heading-row.ts';
import type { HistoryOwner, HistoryRow, HistoryText } from './history-row.ts';
import { flagNeeded, type RefusedFile, unreadableFile } from './refused-file.ts';
import type { ReadOptions } from './user-file-options.ts';

/** Columns that have our own names, for a file without a map. */
const OWN_NAMES: ColumnsMap = Object.fromEntries(HISTORY_COLUMNS.map((column) => [column, column]));

/** True when the columns of a file have our own names, so that no map is needed. */
export async function hasOwnColumns(head: string): Promise<boolean> {
  return (await findHeadingRow(head, suitsOwnNames)) !== null;
}

/**
 * Reads a transaction history from delimited text through a column map. The file is read twice: first for what
 * only whole columns can say (decimal mark, order of day and month, whether amounts have signs), then for its
 * rows. Throws a {@link RefusedFile} that names the flag when the columns leave one of these open.
 */
export async function* csvHistory(
  text: HistoryText,
  owner: HistoryOwner,
  options: ReadOptions,
): AsyncGenerator<HistoryRow> {
  const { heading, map } = await findColumns(text, options);
  const places = placesOf(heading, map, text.source);
  const evidence = await gatherEvidence(text, heading, places, options.currency !== null);
  const movements = new CsvMovements({
    places,
    headings: heading.headings,
    owner,
    ids: new DerivedIds(),
    clock: options.clock,
    currency: options.currency,
    order: orderOf(evidence.dates, options, text.source, headingOf(map, 'timestamp')),
    mark: markOf(evidence.numbers, options, text.source),
  });
  const directionIsKnown = places.amount === undefined || places.event !== undefined || evidence.signed;
  if (evidence.rows > 0 && !directionIsKnown) {
    throw flagNeeded(
      text.source,
      `does not say which amounts came in and which went out: none in "${headingOf(map, 'amount')}" has a sign`,
      'Map credit=… and debit=…, or event=… for a column that says Credit or Debit, with --columns-map.',
    );
  }
  for await (const row of rowsBelow(text, heading)) {
    const made = movements.row(row);
    if (made !== null) yield made;
  }
}

function headingOf(map: ColumnsMap, column: HistoryColumn): string {
  return map[column] ?? column;
}

function suitsOwnNames(headings: readonly string[]): boolean {
  const has = (name: HistoryColumn) => placeOf(name, headings) !== -1;
  return has('timestamp') && (has('amount') || (has('credit') && has('debit')));
}

async function findColumns(
  text: HistoryText,
  options: ReadOptions,
): Promise<{ heading: HeadingRow; map: ColumnsMap }> {
  const { columnsMap } = options;
  if (columnsMap === null) {
    const heading = await findHeadingRow(text.head, suitsOwnNames);
    if (heading === null) {
      throw flagNeeded(
        text.source,
        'has columns of its own making',
        'Say which is which with --columns-map timestamp=Date,amount=Amount,details=Description.',
      );
    }
    const present = HISTORY_COLUMNS.filter((column) => placeOf(column, heading.headings) !== -1);
    return { heading, map: Object.fromEntries(present.map((column) => [column, OWN_NAMES[column]])) };
  }
  const wanted = Object.values(columnsMap);
  const suits = (headings: readonly string[]) => wanted.every((name) => placeOf(name, headings) !== -1);
  const heading = await findHeadingRow(text.head, suits);
  if (heading !== null) return { heading, map: columnsMap };
  throw await missingColumn(text, wanted);
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

function placesOf(heading: HeadingRow, map: ColumnsMap, source: string): ColumnPlaces {
  const places: { [column in HistoryColumn]?: number } = {};
  for (const column of HISTORY_COLUMNS) {
    const name = map[column];
    if (name === undefined) continue;
    if (isTwice(name, heading.headings)) {
      throw unreadableFile(source, `has the column "${name}" twice`, 'Rename one of them in the file.');
    }
    places[column] = placeOf(name, heading.headings);
  }
  return places;
}

/** The rows below the headings that have anything in them. */
async function* rowsBelow(text: HistoryText, heading: HeadingRow): AsyncGenerator<CsvRow> {
  for await (const row of csvRows(text.read(), { delimiter: heading.delimiter, quoted: true })) {
    if (row.line <= heading.line) continue;
    if (row.unreadable !== undefined || row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

interface Evidence {
  readonly rows: number;
  readonly numbers: DecimalEvidence;
  readonly dates: DateEvidence;
  readonly signed: boolean;
}

async function gatherEvidence(
  text: HistoryText,
  heading: HeadingRow,
  places: ColumnPlaces,
  currencyIsGiven: boolean,
): Promise<Evidence> {
  const numbers = new DecimalEvidence();
  const dates = new DateEvidence();
  const moneyPlaces = [places.amount, places.credit, places.debit, places.balance].filter(
    (place) => place !== undefined,
  );
  let rows = 0;
  let signed = false;
  let currencyIsOpen = false;
  for await (const { cells } of rowsBelow(text, heading)) {
    rows += 1;
    dates.see(cells[places.timestamp as number] ?? '');
    for (const place of moneyPlaces) {
      const cell = cells[place] ?? '';
      if (cell.trim() === '') continue;
      numbers.see(cell);
      if (place === places.balance) continue;
      const number = readEitherWay(cell);
      if (number === null) continue;
      signed ||= number.signed;
      currencyIsOpen ||= number.currencies?.length !== 1;
    }
  }
  if (currencyIsOpen && !currencyIsGiven && places.currency === undefined) {
    throw flagNeeded(
      text.source,
      'does not say its currency',
      'Give it with --currency, such as --currency EGP.',
    );
  }
  return { rows, numbers, dates, signed };
}

/** A cell's sign and currency, which do not depend on the decimal mark. */
function readEitherWay(cell: string) {
  for (const mark of ['point', 'comma'] as const) {
    const number = readNumberCell(cell, mark);
    if (!('reason' in number)) return number;
  }
  return null;
}

function markOf(numbers: DecimalEvidence, options: ReadOptions, source: string) {
  if (options.decimal !== null) return options.decimal;
  const decision = numbers.decide();
  if (decision.mark !== null) return decision.mark;
  const what =
    decision.why === 'ambiguous'
      ? `has amounts like ${decision.cell} that could mean two things`
      : `has amounts that contradict each other: ${decision.cell}`;
  throw flagNeeded(source, what, 'Say what separates decimals: --decimal comma or --decimal point.');
}

function orderOf(dates: DateEvidence, options: ReadOptions, source: string, heading: string) {
  if (options.dateOrder !== null) return options.dateOrder;
  const decision = dates.decide();
  if (decision.order !== null) return decision.order;
  const what =
    decision.why === 'ambiguous'
      ? `has dates in "${heading}" like ${decision.cell} whose day and month could change places`
      : `has dates in "${heading}" that contradict each other: ${decision.cell}`;
  throw flagNeeded(source, what, DATE_HINT);
}

const DATE_HINT = 'Say how dates are written: --date-format DD/MM/YYYY, in letters D, M and YY or YYYY.';
