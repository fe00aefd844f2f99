import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';

/** A row of a delimited file. */
export interface CsvRow {
  /** Line of the file on which the row starts, from 1; a quoted cell may hold line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Set when the row cannot be read: then there are no cells, or one that holds the line as it stands. */
  readonly unreadable?: string;
  /** How many line breaks its quoted cells hold; left out where it was not counted. */
  readonly lineBreaks?: number;
  /**
   * Places of cells that a workbook holds as numbers, given here with a decimal point: they say nothing of how texts
   * beside them are written, and are read as they are. Left out of delimited text.
   */
  readonly numbers?: ReadonlySet<number>;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** Longest row kept: an order with a long note is a few kilobytes. */
const MAX_ROW_CHARACTERS = 1_048_576;

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark opened here is never closed',
  CSV_MAX_RECORD_SIZE: 'the row is too long, as when a quotation mark is never closed',
};

/**
 * Reads delimited text row by row with bounded memory. Cells come as written, a row may have any number of them;
 * `quoted: false` is for formats in which a quotation mark is a letter like others.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  options: { readonly delimiter: Delimiter; readonly quoted: boolean },
): AsyncGenerator<CsvRow> {
  const skipped: CsvError[] = [];
  const parser = parse({
    delimiter: options.delimiter,
    quote: options.quoted ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_CHARACTERS,
    info: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) skipped.push(error);
      return undefined;
    },
  });
  // The pipeline hands the first error to the reading loop below.
  pipeline(Readable.from(text), parser).catch(() => {});
  let line = 1;
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    yield* unreadable(skipped, line);
    if (record.length > 1 || record[0] !== '') yield { line, cells: record };
    line = info.lines + 1;
  }
  yield* unreadable(skipped, line);
}

function* unreadable(skipped: CsvError[], line: number): Generator<CsvRow> {
  for (const error of skipped.splice(0)) {
    yield { line, cells: [], unreadable: REASONS[error.code] ?? `the row cannot be read (${error.code})` };
  }
}
