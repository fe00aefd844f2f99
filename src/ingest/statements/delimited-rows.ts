import type { CsvRow, Delimiter } from '../csv-rows.ts';

/** Longest row kept, as in other delimited files. */
const MAX_ROW_CHARACTERS = 1_048_576;
/** So much of a line that cannot be read is kept for whoever corrects it: what a spreadsheet's cell can hold. */
const MAX_KEPT_OF_LINE = 32_000;

const UNCLOSED = 'a quotation mark opened here is never closed';
const TOO_LONG = 'the row is too long, as when a quotation mark is never closed';

/**
 * Reads delimited text a chunk's rows at a time, as `csvRows` does row by row: a hundred thousand rows in a tenth
 * of a second, since a row without quotation marks is one cut. A row whose quotation mark is never closed, or only
 * in the middle of a cell on a later line, is unreadable, and reading goes on with the next line.
 */
export async function* delimitedRows(
  chunks: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<readonly CsvRow[]> {
  const cutter = new RowCutter(delimiter);
  for await (const chunk of chunks) {
    const rows = cutter.feed(chunk);
    if (rows.length > 0) yield rows;
  }
  const rows = cutter.end();
  if (rows.length > 0) yield rows;
}

/** The rows of a text that is there whole, such as the head of a file; a last row that was cut short is among them. */
export function rowsOfText(text: string, delimiter: Delimiter): readonly CsvRow[] {
  const cutter = new RowCutter(delimiter);
  return [...cutter.feed(text), ...cutter.end()];
}

class RowCutter {
  readonly #delimiter: Delimiter;
  #rest = '';
  #line = 1;
  /** What ends a line; not known before the first one. */
  #newline: '\n' | '\r' | null = null;
  /** Length from which a row left open is looked at again, so that tiny chunks are not read over and over. */
  #lookAgainAt = 0;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
  }

  feed(chunk: string): CsvRow[] {
    this.#rest += chunk;
    if (this.#rest.length < this.#lookAgainAt) return [];
    return this.#cut(false);
  }

  end(): CsvRow[] {
    return this.#cut(true);
  }

  #cut(atEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    const text = this.#rest;
    const newline = this.#newlineOf(text, atEnd);
    if (newline === null) return rows;
    let at = 0;
    let quote = nextAfter(text, '"', 0);
    while (at < text.length) {
      let end = text.indexOf(newline, at);
      if (end === -1) {
        if (!atEnd && text.length - at <= MAX_ROW_CHARACTERS) break;
        end = text.length;
      }
      if (quote < at) quote = nextAfter(text, '"', at);
      if (quote < end) {
        const row = this.#quotedRow(text, at, newline, atEnd);
        if (row === null) break;
        if (row.end !== -1) {
          const lineBreaks = countOf(text, newline, at, row.end);
          this.#push(rows, row.cells, lineBreaks);
          this.#line += lineBreaks + 1;
          at = row.end + 1;
          continue;
        }
        this.#pushUnreadable(rows, text.slice(at, end), row.tooLong ? TOO_LONG : UNCLOSED);
      } else if (end - at > MAX_ROW_CHARACTERS) {
        this.#pushUnreadable(rows, text.slice(at, end), TOO_LONG);
      } else {
        const stop = newline === '\n' && text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end;
        this.#push(rows, text.slice(at, stop).split(this.#delimiter));
      }
      this.#line += 1;
      at = end + 1;
    }
    this.#rest = at >= text.length ? '' : text.slice(at);
    this.#lookAgainAt = this.#rest.length > 4_096 ? this.#rest.length * 2 : 0;
    return rows;
  }

  #push(rows: CsvRow[], cells: readonly string[], lineBreaks = 0): void {
    if (cells.length === 1 && cells[0] === '') return;
    rows.push(lineBreaks === 0 ? { line: this.#line, cells } : { line: this.#line, cells, lineBreaks });
  }

  #pushUnreadable(rows: CsvRow[], line: string, unreadable: string): void {
    const kept = line.slice(0, MAX_KEPT_OF_LINE).trimEnd();
    rows.push({ line: this.#line, cells: [kept], unreadable });
  }

  #newlineOf(text: string, atEnd: boolean): '\n' | '\r' | null {
    if (this.#newline !== null) return this.#newline;
    if (text.includes('\n')) this.#newline = '\n';
    // A carriage return at the end of a chunk may be half of a line's end.
    else if (/\r[^\n]/.test(text)) this.#newline = '\r';
    else if (atEnd) return '\n';
    return this.#newline;
  }

  /** The row at `from`, which has quotation marks; null when its end is not there yet; `end` −1 when it has none. */
  #quotedRow(
    text: string,
    from: number,
    newline: string,
    atEnd: boolean,
  ): { readonly cells: string[]; readonly end: number; readonly tooLong?: boolean } | null {
    const cells: string[] = [];
    let at = from;
    for (;;) {
      const start = at;
      let cell: string | null = null;
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1);
        const open = close === -1 || (!atEnd && close === text.length - 1);
        if (open && text.length - from > MAX_ROW_CHARACTERS) return { cells, end: -1, tooLong: true };
        if (open && !atEnd) return null;
        if (close === -1) return { cells, end: -1 };
        cell = text.slice(at + 1, close);
        if (cell.includes('"')) cell = cell.replaceAll('""', '"');
        at = close + 1;
      }
      const line = nextAfter(text, newline, at);
      const mark = nextAfter(text, this.#delimiter, at, line);
      const isLast = mark >= line;
      if (isLast && line === text.length && !atEnd && text.length - from <= MAX_ROW_CHARACTERS) return null;
      const end = isLast ? line - (newline === '\n' && line > at && text[line - 1] === '\r' ? 1 : 0) : mark;
      // Text behind the closing mark: no quoted cell, but one that begins with a mark, which is kept in it.
      const isWhole = cell !== null && (end === at || text.slice(at, end).trim() === '');
      // Such a cell ends with its line: a mark on a later one is that of another row.
      if (cell !== null && !isWhole && cell.includes(newline)) return { cells, end: -1 };
      cells.push(isWhole ? (cell as string) : text.slice(start, end));
      if (isLast) return { cells, end: line };
      at = mark + 1;
    }
  }
}

/** Place of the quotation mark that closes a cell opened before `from`; −1 when none does. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Place of a text from there on; the length when there is none (before `limit`, if a limit is given). */
function nextAfter(text: string, wanted: string, from: number, limit = text.length): number {
  if (limit < text.length) {
    // The engine would search to the end of a long text for each cell of a row.
    const code = wanted.charCodeAt(0);
    for (let at = from; at < limit; at++) if (text.charCodeAt(at) === code) return at;
    return limit;
  }
  const at = text.indexOf(wanted, from);
  return at === -1 || at > limit ? limit : at;
}

function countOf(text: string, wanted: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf(wanted, from); at !== -1 && at < to; at = text.indexOf(wanted, at + 1))
    count += 1;
  return count;
}
