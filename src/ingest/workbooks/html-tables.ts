import { Parser } from 'htmlparser2';
import type { CsvRow } from '../csv-rows.ts';
import { unreadableFile } from '../refused-file.ts';
import { MAX_COLUMNS, MAX_ROWS, type Sheet, SheetNotes, SheetRowBuilder, type Workbook } from './sheet.ts';

/** Deeper tables are of a page's layout. */
const MAX_TABLES = 1_000;
const MAX_CELL_CHARACTERS = 65_536;
const BREAKS = new Set(['br', 'p', 'div', 'li']);
const UNSEEN = new Set(['script', 'style', 'template']);

/**
 * The tables of an HTML page as sheets, as many banks write them and call them `.xls`. All cells are text. A table in
 * a table is one of its own; rows count from the first of each.
 */
export async function openHtml(source: string, read: () => AsyncIterable<string>): Promise<Workbook> {
  const sheets: Sheet[] = [];
  const list = new TableReader(source, -1);
  for await (const text of read()) list.feed(text);
  list.end();
  for (const table of list.filled) sheets.push({ name: `table ${table + 1}`, isHidden: false });
  const numbers = [...list.filled];
  return {
    source,
    format: 'html',
    sheets,
    async *rows(sheet, _dates, notes) {
      const reader = new TableReader(source, numbers[sheets.indexOf(sheet)] ?? -1, notes);
      for await (const text of read()) {
        reader.feed(text);
        const rows = reader.rows.splice(0);
        if (rows.length > 0) yield rows;
      }
      reader.end();
      if (reader.rows.length > 0) yield reader.rows;
    },
  };
}

interface OpenTable {
  readonly table: number;
  line: number;
  place: number;
  readonly row: SheetRowBuilder;
  /** Null outside of a cell. */
  cell: string | null;
  columns: number;
  /** Cells with text in the row. */
  texts: number;
}

/** Reads one table of a page into rows, counting all of them. */
class TableReader {
  readonly rows: CsvRow[] = [];
  tables = 0;
  /** Tables that have a row of several cells with text: others are a form, or part of a page's layout. */
  readonly filled = new Set<number>();
  readonly #source: string;
  readonly #wanted: number;
  readonly #notes: SheetNotes;
  readonly #parser: Parser;
  readonly #open: OpenTable[] = [];
  #unseen = 0;

  constructor(source: string, wanted: number, notes = new SheetNotes()) {
    this.#source = source;
    this.#wanted = wanted;
    this.#notes = notes;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#opened(name, attributes),
        ontext: (text) => this.#text(text),
        onclosetag: (name) => this.#closed(name),
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
  }

  feed(text: string): void {
    this.#parser.write(text);
  }

  /** Ends the page; a table that is still open was cut short, and nobody knows what stood in the rest of it. */
  end(): void {
    const isOpen = this.#open.some(({ table }) => table === this.#wanted);
    this.#parser.end();
    if (!isOpen) return;
    throw unreadableFile(this.#source, 'ends before its table does: it was cut short', 'Export it again.');
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (UNSEEN.has(name)) this.#unseen += 1;
    else if (name === 'table') this.#beginTable();
    const open = this.#open.at(-1);
    if (open === undefined) return;
    if (name === 'tr') {
      this.#endRow(open);
      open.line += 1;
      open.place = 0;
      open.texts = 0;
      if (open.line > MAX_ROWS) this.#tooLarge();
    } else if (name === 'td' || name === 'th') {
      this.#endCell(open);
      if (open.line === 0) open.line = 1;
      open.cell = '';
      open.columns = Math.min(MAX_COLUMNS, Math.max(1, Number.parseInt(attributes.colspan ?? '1', 10) || 1));
      const rows = Number.parseInt(attributes.rowspan ?? '1', 10) || 1;
      if ((open.columns > 1 || rows > 1) && open.table === this.#wanted)
        this.#notes.note('merged_cells', `row ${open.line}, cell ${open.place + 1}`, open.line + rows - 1);
    } else if (BREAKS.has(name) && open.cell !== null && open.cell !== '') open.cell += '\n';
  }

  #beginTable(): void {
    if (this.tables === MAX_TABLES) this.#tooLarge();
    const row = new SheetRowBuilder();
    this.#open.push({ table: this.tables, line: 0, place: 0, row, cell: null, columns: 1, texts: 0 });
    this.tables += 1;
  }

  #text(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || open.cell === null || this.#unseen > 0) return;
    open.cell += text;
    if (open.cell.length > MAX_CELL_CHARACTERS) this.#tooLarge();
  }

  #closed(name: string): void {
    if (UNSEEN.has(name)) this.#unseen = Math.max(0, this.#unseen - 1);
    const open = this.#open.at(-1);
    if (open === undefined) return;
    if (name === 'td' || name === 'th') this.#endCell(open);
    else if (name === 'tr') this.#endRow(open);
    else if (name === 'table') {
      this.#endRow(open);
      this.#open.pop();
    }
  }

  #endCell(open: OpenTable): void {
    if (open.cell === null) return;
    const text = open.cell.replace(/[ \t\r\n\u00a0]+/g, ' ').trim();
    open.cell = null;
    const { place } = open;
    open.place += open.columns;
    if (text === '') return;
    open.texts += 1;
    if (open.texts === 2) this.filled.add(open.table);
    if (open.table !== this.#wanted) return;
    if (place >= MAX_COLUMNS) this.#tooLarge();
    open.row.put(place, text, false);
  }

  #endRow(open: OpenTable): void {
    this.#endCell(open);
    const row = open.row.take(open.line);
    if (row !== null) this.rows.push(row);
  }

  #tooLarge(): never {
    throw unreadableFile(this.#source, 'is an HTML page too large to be a statement', 'Ask for it as CSV.');
  }
}
