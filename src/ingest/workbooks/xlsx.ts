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
import { type DateSystem, numberText, plausibleSerialDate, serialDate } from './sheet-values.ts';
import {
  isTrue,
  partName,
  readDateStyles,
  readSharedStrings,
  readXlsxParts,
  type SharedStrings,
  unescaped,
  type XlsxSheet,
} from './xlsx-parts.ts';
import { damaged, type ZipArchive } from './zip-archive.ts';

/** What the cells of a workbook refer to. */
interface SharedOfCells {
  readonly strings: SharedStrings;
  readonly dateStyles: readonly boolean[];
  readonly dateSystem: DateSystem;
}

/** Opens a workbook of Excel (XLSX, XLSM), whatever program wrote it. */
export async function openXlsx(archive: ZipArchive): Promise<Workbook> {
  const parts = await readXlsxParts(archive);
  const { source } = archive;
  let shared: SharedOfCells | null = null;
  return {
    source,
    format: 'xlsx',
    sheets: parts.sheets,
    async *rows(sheet, dates, notes) {
      shared ??= {
        strings: await readSharedStrings(archive, parts.sharedStrings),
        dateStyles: await readDateStyles(archive, parts.styles),
        dateSystem: parts.dateSystem,
      };
      yield* sheetRows(archive, sheet, { shared, dates, notes });
      // A sheet that was read to its end is not often read again, and what becomes of its rows needs the room.
      shared = null;
    },
  };
}

interface Reading {
  readonly shared: SharedOfCells;
  readonly dates: ReadonlySet<number>;
  readonly notes: SheetNotes;
}

async function* sheetRows(
  archive: ZipArchive,
  sheet: Sheet,
  reading: Reading,
): AsyncGenerator<readonly CsvRow[]> {
  const { part } = sheet as XlsxSheet;
  const reader = new SheetReader(archive.source, reading);
  const scanner = new XmlScanner(reader, partName(archive.source, part));
  for await (const text of archive.text(part)) {
    scanner.feed(text);
    const rows = reader.rows.splice(0);
    if (rows.length > 0) yield rows;
  }
  scanner.end();
}

/** Reads the XML of a sheet into rows. */
class SheetReader implements XmlHandler {
  readonly rows: CsvRow[] = [];
  readonly #source: string;
  readonly #reading: Reading;
  readonly #row = new SheetRowBuilder();
  #line = 0;
  #place = -1;
  #type: string | undefined;
  #style = 0;
  #text = '';
  #formula: string | null = null;
  /** Which element of a cell the text stands in. */
  #inside: 'value' | 'formula' | 'text' | null = null;
  #isSpoken = false;

  constructor(source: string, reading: Reading) {
    this.#source = source;
    this.#reading = reading;
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'c':
        this.#cell(attributes);
        break;
      case 'v':
        this.#inside = 'value';
        break;
      case 't':
        if (!this.#isSpoken) this.#inside = 'text';
        break;
      case 'f':
        this.#formula = '';
        this.#inside = 'formula';
        break;
      case 'rPh':
        this.#isSpoken = true;
        break;
      case 'row':
        this.#beginRow(attributes);
        break;
      case 'col':
        if (isTrue(attributes.hidden)) this.#hiddenColumns(Number(attributes.min), Number(attributes.max));
        break;
      case 'mergeCell':
        this.#merged(attributes.ref ?? '');
        break;
    }
  }

  text(text: string): void {
    if (this.#inside === null) return;
    if (this.#inside === 'formula') this.#formula += text;
    else this.#text += text;
  }

  close(name: string): void {
    switch (name) {
      case 'c':
        this.#endCell();
        break;
      case 'v':
      case 't':
      case 'f':
        this.#inside = null;
        break;
      case 'rPh':
        this.#isSpoken = false;
        break;
      case 'row': {
        const row = this.#row.take(this.#line);
        if (row !== null) this.rows.push(row);
        break;
      }
    }
  }

  #beginRow({ r, hidden }: XmlAttributes): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!(Number.isInteger(line) && line > this.#line && line <= MAX_ROWS))
      throw damaged(this.#source, `its row ${r ?? line} stands behind row ${this.#line}`);
    this.#line = line;
    this.#place = -1;
    if (isTrue(hidden)) this.#reading.notes.note('hidden_rows', String(line), line);
  }

  #cell({ r, t, s }: XmlAttributes): void {
    this.#place = r === undefined ? this.#place + 1 : columnOf(r);
    this.#type = t;
    this.#style = s === undefined ? 0 : Number(s);
    this.#text = '';
    this.#formula = null;
  }

  #endCell(): void {
    const text = this.#text;
    const { shared, notes } = this.#reading;
    if (text === '') {
      // An error of reading rather than nothing: what the formula would give is not known.
      if (this.#formula === null || this.#type === 'str') return;
      notes.note('formulas_without_value', `${columnLetters(this.#place)}${this.#line}`, this.#line);
      this.#put(`=${this.#formula}`, false);
      return;
    }
    switch (this.#type) {
      case 's': {
        const string = shared.strings.at(Number(text));
        if (string === undefined) throw damaged(this.#source, `it has no shared text ${text}`);
        this.#put(string, false);
        break;
      }
      case 'str':
      case 'inlineStr':
        this.#put(unescaped(text), false);
        break;
      case 'b':
        this.#put(text === '1' ? 'TRUE' : 'FALSE', false);
        break;
      case 'd':
        this.#put(text.replace('T', ' ').replace(/\.\d+$/, ''), false);
        break;
      case 'e':
        this.#put(text, false);
        break;
      default:
        this.#number(text);
    }
  }

  /** A number is a date by the form of its cell, or where its column says so. */
  #number(raw: string): void {
    const { shared, dates } = this.#reading;
    const { dateSystem } = shared;
    const isDated = shared.dateStyles[this.#style] === true;
    const date = isDated
      ? serialDate(raw, dateSystem)
      : dates.has(this.#place)
        ? plausibleSerialDate(raw, dateSystem)
        : null;
    if (date !== null) this.#put(date, false);
    else this.#put(numberText(raw), !dates.has(this.#place));
  }

  #put(text: string, isNumber: boolean): void {
    if (!(this.#place >= 0 && this.#place < MAX_COLUMNS)) {
      throw damaged(this.#source, `row ${this.#line} has a cell beyond column ${MAX_COLUMNS}`);
    }
    this.#row.put(this.#place, text, isNumber);
  }

  #hiddenColumns(from: number, to: number): void {
    for (let column = from; column <= Math.min(to, MAX_COLUMNS); column++)
      this.#reading.notes.note('hidden_columns', columnLetters(column - 1));
  }

  #merged(range: string): void {
    this.#reading.notes.note('merged_cells', range, Number(/\d+$/.exec(range)?.[0] ?? 0));
  }
}

/** The column of a cell's name, such as 27 of `AB12`, from 0; −1 when it has none. */
function columnOf(name: string): number {
  let column = 0;
  for (let at = 0; at < name.length; at++) {
    const letter = name.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
