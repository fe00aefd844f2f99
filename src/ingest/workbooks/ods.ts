import type { CsvRow } from '../csv-rows.ts';
import { type XmlAttributes, type XmlHandler, XmlScanner } from '../xml-events.ts';
import {
  columnLetters,
  MAX_COLUMNS,
  MAX_ROWS,
  type Sheet,
  type SheetNotes,
  SheetRowBuilder,
  type Workbook,
} from './sheet.ts';
import { type DateSystem, numberText, plausibleSerialDate } from './sheet-values.ts';
import { partName } from './xlsx-parts.ts';
import { damaged, protectedFile, type ZipArchive } from './zip-archive.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
const MAX_SHEETS = 1_000;
/** What a cell can hold in a spreadsheet program, and as many blanks may stand in a row. */
const MAX_CELL_CHARACTERS = 65_536;

/** Opens an OpenDocument spreadsheet (ODS). */
export async function openOds(archive: ZipArchive): Promise<Workbook> {
  const { source } = archive;
  await refuseProtected(archive);
  const list = new SheetList();
  await scanned(archive, list);
  return {
    source,
    format: 'ods',
    sheets: list.sheets,
    async *rows(sheet, dates, notes) {
      const reader = new OdsReader(source, list.sheets.indexOf(sheet), dates, notes);
      const scanner = new XmlScanner(reader, partName(source, CONTENT));
      for await (const text of archive.text(CONTENT)) {
        scanner.feed(text);
        const rows = reader.rows.splice(0);
        if (rows.length > 0) yield rows;
      }
      scanner.end();
    },
  };
}

async function scanned(archive: ZipArchive, handler: XmlHandler): Promise<void> {
  const scanner = new XmlScanner(handler, partName(archive.source, CONTENT));
  for await (const text of archive.text(CONTENT)) scanner.feed(text);
  scanner.end();
}

/** The manifest names what is encrypted; such a part is no XML. */
async function refuseProtected(archive: ZipArchive): Promise<void> {
  if (!archive.has(MANIFEST)) return;
  for await (const text of archive.text(MANIFEST))
    if (/<[\w-]+:encryption-data/.test(text)) throw protectedFile(archive.source);
}

/** Reads which sheets there are. */
class SheetList implements XmlHandler {
  readonly sheets: Sheet[] = [];
  /** Styles of tables that are not shown. */
  readonly #hiding = new Set<string>();
  #style = '';
  #depth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hiding.add(this.#style);
    else if (name === 'table') {
      this.#depth += 1;
      if (this.#depth > 1 || this.sheets.length === MAX_SHEETS) return;
      const isHidden = this.#hiding.has(attributes['table:style-name'] ?? '');
      this.sheets.push({ name: attributes['table:name'] ?? '', isHidden });
    }
  }

  text(): void {}

  close(name: string): void {
    if (name === 'table') this.#depth -= 1;
  }
}

/** Reads one sheet of the XML into rows. */
class OdsReader implements XmlHandler {
  readonly rows: CsvRow[] = [];
  readonly #source: string;
  readonly #wanted: number;
  readonly #dates: ReadonlySet<number>;
  readonly #notes: SheetNotes;
  readonly #row = new SheetRowBuilder();
  #sheet = -1;
  #depth = 0;
  #line = 0;
  #rowsRepeated = 1;
  #place = 0;
  #columns = 0;
  #cell: XmlAttributes | null = null;
  #text = '';
  #paragraphs = 0;
  /** Above 0 inside of a paragraph of the cell itself, not of a note on it. */
  #inParagraph = 0;
  #inNote = 0;
  #dateSystem: DateSystem = 1900;

  constructor(source: string, wanted: number, dates: ReadonlySet<number>, notes: SheetNotes) {
    this.#source = source;
    this.#wanted = wanted;
    this.#dates = dates;
    this.#notes = notes;
  }

  get #isWanted(): boolean {
    return this.#sheet === this.#wanted && this.#depth === 1;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'table') {
      this.#depth += 1;
      if (this.#depth === 1) this.#sheet += 1;
      return;
    }
    if (name === 'null-date' && attributes['table:date-value'] === '1904-01-01') this.#dateSystem = 1904;
    if (!this.#isWanted) return;
    if (name === 'table-cell' || name === 'covered-table-cell') this.#beginCell(attributes);
    else if (name === 'table-row') this.#beginRow(attributes);
    else if (name === 'table-column') this.#column(attributes);
    else if (this.#cell !== null) this.#insideCell(name, attributes);
  }

  text(text: string): void {
    if (this.#inParagraph > 0 && this.#inNote === 0) this.#add(text);
  }

  close(name: string): void {
    if (name === 'table') this.#depth -= 1;
    if (!this.#isWanted) return;
    if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell();
    else if (name === 'table-row') this.#endRow();
    else if (name === 'p') this.#inParagraph -= 1;
    else if (name === 'annotation') this.#inNote -= 1;
  }

  #insideCell(name: string, attributes: XmlAttributes): void {
    if (name === 'annotation') this.#inNote += 1;
    else if (name === 'p') {
      this.#inParagraph += 1;
      if (this.#inNote > 0) return;
      if (this.#paragraphs > 0) this.#add('\n');
      this.#paragraphs += 1;
    } else if (this.#inNote > 0) return;
    else if (name === 's') this.#add(' '.repeat(repeated(attributes['text:c'], MAX_CELL_CHARACTERS)));
    else if (name === 'tab') this.#add('\t');
    else if (name === 'line-break') this.#add('\n');
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_CELL_CHARACTERS)
      throw damaged(this.#source, `a cell of row ${this.#line} holds more text than a cell can`);
  }

  #column(attributes: XmlAttributes): void {
    const count = repeated(attributes['table:number-columns-repeated'], MAX_COLUMNS);
    if (isUnseen(attributes)) {
      for (let at = 0; at < count; at++)
        this.#notes.note('hidden_columns', columnLetters(this.#columns + at));
    }
    this.#columns += count;
  }

  #beginRow(attributes: XmlAttributes): void {
    this.#rowsRepeated = repeated(attributes['table:number-rows-repeated'], MAX_ROWS);
    this.#line += 1;
    this.#place = 0;
    if (isUnseen(attributes)) this.#notes.note('hidden_rows', String(this.#line), this.#line);
  }

  #endRow(): void {
    const row = this.#row.take(this.#line);
    const last = this.#line + this.#rowsRepeated - 1;
    if (row !== null) {
      if (last > MAX_ROWS) throw damaged(this.#source, `it has more than ${MAX_ROWS} rows`);
      for (let line = this.#line; line <= last; line++) this.rows.push({ ...row, line });
    }
    this.#line = last;
  }

  #beginCell(attributes: XmlAttributes): void {
    this.#cell = attributes;
    this.#text = '';
    this.#paragraphs = 0;
    this.#inParagraph = 0;
    this.#inNote = 0;
    const columns = Number(attributes['table:number-columns-spanned'] ?? 1);
    const rows = Number(attributes['table:number-rows-spanned'] ?? 1);
    if (columns > 1 || rows > 1) {
      const last = this.#line + rows - 1;
      const range = `${columnLetters(this.#place)}${this.#line}:${columnLetters(this.#place + columns - 1)}${last}`;
      this.#notes.note('merged_cells', range, last);
    }
  }

  #endCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    this.#cell = null;
    const count = repeated(cell['table:number-columns-repeated'], MAX_ROWS);
    const first = this.#place;
    this.#place += count;
    const read = this.#valueOf(cell, first);
    if (read.text === '') return;
    if (this.#place > MAX_COLUMNS)
      throw damaged(this.#source, `row ${this.#line} has a cell beyond column ${MAX_COLUMNS}`);
    for (let place = first; place < this.#place; place++) {
      const isNumber = read.number !== null && !this.#dates.has(place);
      const date =
        read.number !== null && this.#dates.has(place)
          ? plausibleSerialDate(read.number, this.#dateSystem)
          : null;
      this.#row.put(place, date ?? read.text, isNumber);
    }
  }

  /** What a cell holds by its type, and the number if it is one. */
  #valueOf(cell: XmlAttributes, place: number): { readonly text: string; readonly number: string | null } {
    const type = cell['office:value-type'];
    const text = (value: string) => ({ text: value, number: null });
    if (type === 'float' || type === 'percentage' || type === 'currency') {
      const number = cell['office:value'] ?? '';
      return { text: numberText(number), number };
    }
    if (type === 'date')
      return text((cell['office:date-value'] ?? '').replace('T', ' ').replace(/\.\d+$/, ''));
    if (type === 'boolean') return text((cell['office:boolean-value'] ?? '').toUpperCase());
    if (type === 'string') return text(this.#text === '' ? (cell['office:string-value'] ?? '') : this.#text);
    if (type === undefined && cell['table:formula'] !== undefined && this.#text === '') {
      this.#notes.note('formulas_without_value', `${columnLetters(place)}${this.#line}`, this.#line);
      return text(cell['table:formula']);
    }
    return text(this.#text);
  }
}

/** True of a row or column that is not shown, by hand or by a filter. */
function isUnseen(attributes: XmlAttributes): boolean {
  const visibility = attributes['table:visibility'];
  return visibility === 'collapse' || visibility === 'filter';
}

/** How often something stands there: once, unless it says more. */
function repeated(text: string | undefined, most: number): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, most) : 1;
}
