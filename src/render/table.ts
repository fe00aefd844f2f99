import { Chalk, type ChalkInstance } from 'chalk';
import CliTable from 'cli-table3';
import { fixedTwo, groupThousands, isNumeric, pickColumns, valueAt } from './cell-values.ts';
import { chartText } from './chart.ts';
import { displayText } from './display-text.ts';
import { shownText, type Tone, toneOf } from './shown-cell.ts';
import { textWidth } from './text-width.ts';
import type { Column, ListView, RecordView } from './view.ts';
import { innerLists, rowsOf } from './view-rows.ts';
import { wrappedLines, wrappedText } from './wrapped-text.ts';

export interface TableOptions {
  /** Keys of the columns wanted; null: all that are not for wide use only. */
  readonly columns: readonly string[] | null;
  readonly headers: boolean;
  /** 0 none, 1 sixteen colours. */
  readonly colorLevel: 0 | 1;
  /** Cells in a line; null where lines may be of any length. */
  readonly widthCells: number | null;
  /** False in accessible mode: words instead of drawings. */
  readonly drawings: boolean;
}

const GAP_CELLS = 2;
const BAR_CELLS = 30;
/** A column of words is not made narrower than this: a tower of single words is harder to read than a list. */
const LEAST_TEXT_CELLS = 16;

interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** A view as people read it on a terminal: a table without borders, or records one under the other. */
export function tableText(data: unknown, view: ListView | RecordView, options: TableOptions): string {
  const paint = new Chalk({ level: options.colorLevel });
  const parts =
    view.shape === 'record' ? recordParts(data, view, options, paint) : listParts(data, view, options, paint);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function recordParts(data: unknown, view: RecordView, options: TableOptions, paint: ChalkInstance): string[] {
  const columns = shownColumns(view.columns, options).filter(
    (column) => column.kind === 'json' || !Array.isArray(valueAt(data, column.key)),
  );
  const parts = [titleText(view.title, options, paint), fieldsText(data, columns, options, paint)];
  if (view.bar !== undefined && options.columns === null) parts.push(barText(view.bar, options, paint));
  if (view.chart !== undefined && options.columns === null) {
    parts.push(`${paint.bold(view.chart.title)}\n${chartText(view.chart, options)}`);
  }
  for (const { key, title, columns: inner } of options.columns === null ? innerLists(view) : []) {
    const rows = valueAt(data, key);
    if (!Array.isArray(rows) || rows.length === 0) continue;
    parts.push(`${paint.bold(title)}\n${gridText(rows, shownColumns(inner, options), options, paint)}`);
  }
  return parts;
}

function listParts(data: unknown, view: ListView, options: TableOptions, paint: ChalkInstance): string[] {
  const rows = rowsOf(data, view);
  const parts = [titleText(view.title, options, paint)];
  if (view.heading !== undefined && options.columns === null)
    parts.push(fieldsText(data, view.heading, options, paint));
  parts.push(
    rows.length === 0
      ? wrappedText(view.empty, options.widthCells)
      : gridText(rows, shownColumns(view.columns, options), options, paint),
  );
  if (view.below !== undefined && options.columns === null) {
    const below = valueAt(data, view.below.key);
    if (Array.isArray(below) && below.length > 0) {
      const grid = gridText(below, shownColumns(view.below.columns, options), options, paint);
      parts.push(`${paint.bold(view.below.title)}\n${grid}`);
    }
  }
  if (view.totalCount !== undefined && view.totalCount > rows.length) {
    parts.push(
      paint.dim(`${groupThousands(String(rows.length))} of ${groupThousands(String(view.totalCount))} shown`),
    );
  }
  return parts;
}

function shownColumns(columns: readonly Column[], options: TableOptions): readonly Column[] {
  return options.columns === null
    ? columns.filter((column) => column.wideOnly !== true)
    : pickColumns(columns, options.columns);
}

function titleText(title: string | undefined, options: TableOptions, paint: ChalkInstance): string {
  return title === undefined ? '' : paint.bold(wrappedText(displayText(title), options.widthCells));
}

function cellOf(row: unknown, column: Column): Cell {
  const value = valueAt(row, column.key);
  return { text: shownText(value, column), tone: toneOf(value, column) };
}

function painted(cell: Cell, paint: ChalkInstance): string {
  if (cell.tone === 'good') return paint.green(cell.text);
  if (cell.tone === 'bad') return paint.red(cell.text);
  // Yellow cannot be read on a light terminal.
  if (cell.tone === 'waiting') return paint.magenta(cell.text);
  return cell.text;
}

/**
 * Fields of one thing, a line each: `Outstanding   21,382.03`. Words too long for the line go on under the value;
 * anything else too long for it, such as a hash, gets a line of its own, so that it can be copied whole.
 */
function fieldsText(
  row: unknown,
  columns: readonly Column[],
  options: TableOptions,
  paint: ChalkInstance,
): string {
  const nameCells = Math.max(0, ...columns.map((column) => textWidth(column.title))) + GAP_CELLS;
  const room = options.widthCells === null ? Number.POSITIVE_INFINITY : options.widthCells - nameCells;
  return columns
    .map((column) => {
      const cell = cellOf(row, column);
      const name = paint.dim(column.title);
      const padding = ' '.repeat(nameCells - textWidth(column.title));
      if (textWidth(cell.text) <= room) return `${name}${padding}${painted(cell, paint)}`;
      if (column.kind !== 'text' || room < LEAST_TEXT_CELLS) return `${name}\n${painted(cell, paint)}`;
      return `${name}${padding}${wrappedLines(cell.text, room).join(`\n${' '.repeat(nameCells)}`)}`;
    })
    .join('\n');
}

function gridText(
  rows: readonly unknown[],
  columns: readonly Column[],
  options: TableOptions,
  paint: ChalkInstance,
): string {
  if (columns.length === 0) return '';
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column)));
  const widths = fittingWidths(cells, columns, options);
  if (widths === null) return rows.map((row) => fieldsText(row, columns, options, paint)).join('\n\n');
  return alignedText(brokenRows(cells, widths), columns, options, paint);
}

/**
 * Cells of each column: as wide as its texts where the line has room for them, else columns of words narrower, the
 * widest first. null: there is no room for the table.
 */
function fittingWidths(
  cells: readonly (readonly Cell[])[],
  columns: readonly Column[],
  options: TableOptions,
): readonly number[] | null {
  const heads = columns.map((column) => (options.headers ? textWidth(column.title) : 0));
  const wanted = heads.map((head, at) => largest([head, ...cells.map((row) => textWidth(row[at]!.text))]));
  const room = (options.widthCells ?? Number.POSITIVE_INFINITY) - GAP_CELLS * (columns.length - 1);
  if (sum(wanted) <= room) return wanted;
  const narrowest = columns.map((column, at) =>
    column.kind === 'text' ? Math.min(wanted[at]!, Math.max(heads[at]!, LEAST_TEXT_CELLS)) : wanted[at]!,
  );
  if (sum(narrowest) > room) return null;
  const least = narrowest.map((width, at) => {
    if (width === wanted[at]) return width;
    const words = cells.flatMap((row) => wrappedLines(row[at]!.text, 1)).map(textWidth);
    return largest([width, ...words]);
  });
  if (sum(least) > room) return null;
  const cut = (most: number) => wanted.map((width, at) => Math.min(width, Math.max(most, least[at]!)));
  let most = Math.max(...wanted);
  while (sum(cut(most)) > room) most--;
  return cut(most);
}

/** Not `Math.max`: a list may have more rows than a call takes arguments. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The rows as lines: a cell broken in several leaves the others empty below their first. */
function brokenRows(
  cells: readonly (readonly Cell[])[],
  widths: readonly number[],
): readonly (readonly Cell[])[] {
  return cells.flatMap((row) => {
    const texts = row.map((cell, at) =>
      textWidth(cell.text) <= widths[at]! ? [cell.text] : wrappedLines(cell.text, widths[at]!),
    );
    const height = Math.max(...texts.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      row.map((cell, at) => ({ text: texts[at]![line] ?? '', tone: cell.tone })),
    );
  });
}

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`, `mid-mid`])
    .map((edge) => [edge, '']),
);

/** cli-table3 takes a hundred times as long for ten times the lines: twenty thousand took it thirteen seconds. */
const LINES_AT_ONCE = 50;
/** First of the private characters that stand for the columns' texts; see `alignedText`. */
const STAND_IN = 0xe000;

/**
 * Lays the cells out with cli-table3. Its own measuring counts Arabic marks as cells, so it is given stand-ins:
 * as many private one-cell characters as the text is wide, another character for each column. The true texts
 * are put in their place afterwards, line by line.
 */
function alignedText(
  cells: readonly (readonly Cell[])[],
  columns: readonly Column[],
  options: TableOptions,
  paint: ChalkInstance,
): string {
  const head: Cell[] = columns.map((column) => ({ text: column.title, tone: 'plain' }));
  const lines = options.headers ? [head, ...cells] : cells;
  const form = {
    chars: { ...NO_LINES, middle: ' '.repeat(GAP_CELLS) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: columns.map((column) => (isNumeric(column.kind) ? ('right' as const) : ('left' as const))),
    colWidths: columns.map((_, at) => largest(lines.map((line) => textWidth(line[at]!.text)))),
  };
  const laidOut: string[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const table = new CliTable(form);
    for (const line of lines.slice(from, from + LINES_AT_ONCE)) {
      table.push(line.map((cell, at) => String.fromCharCode(STAND_IN + at).repeat(textWidth(cell.text))));
    }
    for (const line of table.toString().split('\n')) laidOut.push(line);
  }
  return laidOut
    .map((line, at) => {
      const isHead = options.headers && at === 0;
      const texts = lines[at]!.map((cell) => (isHead ? paint.dim(cell.text) : painted(cell, paint)));
      return line.trimEnd().replace(/([\ue000-\uf8ff])\1*/g, (run) => texts[run.charCodeAt(0) - STAND_IN]!);
    })
    .join('\n');
}

function barText(bar: NonNullable<RecordView['bar']>, options: TableOptions, paint: ChalkInstance): string {
  const share = bar.whole > 0 ? Math.min(1, Math.max(0, bar.done / bar.whole)) : 0;
  const percent = `${Math.floor(share * 100)} %`;
  const words = `${bar.label} ${groupThousands(fixedTwo(bar.done))} of ${groupThousands(fixedTwo(bar.whole))} (${percent})`;
  if (!options.drawings) return words;
  const full = Math.floor(share * BAR_CELLS);
  const drawn = `${paint.green('█'.repeat(full))}${paint.dim('░'.repeat(BAR_CELLS - full))}`;
  const isTooWide = options.widthCells !== null && BAR_CELLS + 1 + words.length > options.widthCells;
  return `${drawn}${isTooWide ? '\n' : ' '}${words}`;
}
