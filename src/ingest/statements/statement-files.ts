import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Delimiter } from '../csv-rows.ts';
import { decodedHead, decodedText, encodingByMark, type NamedEncoding } from '../decoded-text.ts';
import { type FileBytes, openFileBytes } from '../file-bytes.ts';
import { A_STATEMENT, type ContentKind, contentKind } from '../foreign-content.ts';
import { unusableFlag } from '../refused-file.ts';
import { onSmallHeap, ROOM_FOR_WHOLE_FILES } from '../small-heap.ts';
import { type CsvLayout, datePlaces, headRowsOf } from './csv-layout.ts';
import { csvStatements } from './csv-statements.ts';
import { delimitedRows } from './delimited-rows.ts';
import { headingsOfRejected } from './rejected-headings.ts';
import { layoutOf } from './source-layout.ts';
import type { SourceProfile } from './source-profile.ts';
import { encodingOfFile, type FoundEncoding, saidOtherwise, Utf8Look } from './statement-encoding.ts';
import { formatOf, isJsonLines } from './statement-format.ts';
import {
  readStatementOptions,
  type StatementFileOptions,
  type StatementReadOptions,
  TABLE_FLAGS,
} from './statement-options.ts';
import type { StatementFormat, StatementPart, StatementWarning } from './statement-part.ts';
import { headingsOf, statementsOf } from './statement-texts.ts';
import { labelledCells, loneCurrency } from './statement-words.ts';

/** A file of repayments that was recognised and can be read. */
export interface StatementFile {
  /** How messages name it. */
  readonly source: string;
  readonly format: StatementFormat;
  readonly encoding: NamedEncoding;
  /** Name of the profile it is read by; null for formats that need none. */
  readonly profile: string | null;
  /** Rows that staff prepared: each names its loan, and one that is not right is refused, never held. */
  readonly staff: boolean;
  /** What a row without a method is paid by. */
  readonly paymentMethod: string;
  /** Headings of the rows' original columns. */
  readonly headings: readonly string[];
  /** Refused rows of another file, to be imported once they are corrected. */
  readonly ofRejected: boolean;
  /** Null of formats that are no table. */
  readonly table: StatementTable | null;
  /** Begins with a byte-order mark. */
  readonly marked: boolean;
  /** Of the file as it stands on the disk; null of a stream. */
  readonly sizeBytes: number | null;
  /**
   * Reads it: statements, rows, faults and warnings in the order of the file; `end` comes last. Once, unless it was
   * opened to be read again. `onRead` is told how many bytes were read so far, unpacked.
   */
  parts(onRead?: (bytes: number) => void): AsyncGenerator<readonly StatementPart[]>;
}

/** How the rows of a delimited file stand in it. */
export interface StatementTable {
  readonly delimiter: Delimiter;
  /** Rows before the headings that name the account or the currency, without which other rows mean something else. */
  readonly naming: readonly (readonly string[])[];
}

/**
 * Opens a file of repayments, `-` for standard input: our own CSV or JSON Lines, a bank's CSV or workbook,
 * camt.052/053/054, MT940/942, OFX, QIF, BAI2, told from its content, plain or gzip. Throws the file system's own errors and {@link RefusedFile} when
 * nothing of it can be taken, here or while it is read; what was read before then counts for nothing. Memory does
 * not grow with a file; a CSV from standard input is held, so that it can be asked twice.
 */
export async function openStatementFile(
  path: string,
  standardInput: Readable,
  options: StatementFileOptions = {},
): Promise<StatementFile> {
  const said = readStatementOptions(options);
  const file = await openFileBytes(path, standardInput);
  if (options.readAgain === true) await file.holdForReadingTwice();
  const content = await contentKind(file, encodingByMark(file.head) ?? 'windows-1252', A_STATEMENT);
  if (content !== 'text' || said.sheet !== null || isWorkbookFormat(said.inputFormat))
    return workbookFile(file, content, said);
  const found = encodingOfFile(file.head, said.encodings, file.source);
  const head = headText(file, found.encoding);
  const format = formatOf(head, said, file.source);
  if (format === 'csv') return csvFile(file, head, found, said);
  refuseTableFlags(options, format, file.source);
  if (format === 'qif') await file.holdForReadingTwice();
  const again = format === 'jsonl' ? false : await file.holdIfShort();
  return {
    ...about(file, format, found, said.profile),
    staff: format === 'jsonl',
    headings: headingsOf(format),
    ofRejected: false,
    table: null,
    parts: (onRead) =>
      whole({ file, found, onRead }, format, (bytes) => {
        const decoded = (some: AsyncIterable<Uint8Array>) =>
          decodedText(some, found.encoding, file.source, { marked: format === 'jsonl' });
        return statementsOf(format, {
          source: file.source,
          text: decoded(bytes),
          again: again ? () => decoded(file.read()) : null,
          said,
        });
      }),
  };
}

/** Refuses flags of tables for a format whose cells say themselves how they are read. */
function refuseTableFlags(options: StatementFileOptions, format: StatementFormat, source: string): void {
  for (const [option, flag] of Object.entries(TABLE_FLAGS)) {
    if (options[option as keyof typeof TABLE_FLAGS] === undefined) continue;
    if (format === 'qif' && (option === 'decimal' || option === 'dateFormat')) continue;
    throw unusableFlag(source, flag, `it is ${format}, whose amounts and dates are written in one way only`);
  }
}

/** The beginning as text. In JSON Lines, bytes that are no text are a fault of their line, not of the file. */
function headText(file: FileBytes, encoding: NamedEncoding): string {
  const marked = new TextDecoder(encoding).decode(file.head, { stream: true });
  return isJsonLines(marked) ? marked : decodedHead(file.head, encoding, file.source);
}

async function csvFile(
  file: FileBytes,
  head: string,
  encoding: FoundEncoding,
  said: StatementReadOptions,
): Promise<StatementFile> {
  const { profile, layout } = layoutOf(headRowsOf(head, said.profile?.delimiter), said, file.source);
  await file.holdForReadingTwice();
  const text = (bytes: AsyncIterable<Uint8Array>) => decodedText(bytes, encoding.encoding, file.source);
  return {
    ...about(file, 'csv', encoding, profile),
    staff: profile.staff,
    headings: layout.headings,
    ofRejected: headingsOfRejected(layout.headings) !== null,
    table: { delimiter: layout.delimiter, naming: namingRows(layout.preamble, profile) },
    parts: (onRead) =>
      whole({ file, found: encoding, onRead }, 'csv', (bytes) =>
        csvStatements({
          source: file.source,
          layout,
          profile,
          said,
          rows: () => delimitedRows(text(bytes), layout.delimiter),
          rowsForColumns: () => delimitedRows(text(file.read()), layout.delimiter),
        }),
      ),
  };
}

function isWorkbookFormat(format: StatementReadOptions['inputFormat']): boolean {
  return format === 'xlsx' || format === 'ods' || format === 'html';
}

/** A sheet of a workbook, or a table of a page: its rows are those of a bank's CSV, with numbers and dates by type. */
async function workbookFile(
  file: FileBytes,
  content: ContentKind,
  said: StatementReadOptions,
): Promise<StatementFile> {
  const { openSheet } = await import('../workbooks/open-sheet.ts');
  const { source } = file;
  const saidOfBook = { encodings: said.encodings, format: said.inputFormat, sheet: said.sheet };
  const sheet = await openSheet(file, content, saidOfBook, A_STATEMENT, (rows) =>
    layoutOf([{ delimiter: '\t', rows }], said, source),
  );
  const { layout, profile } = sheet.found;
  const dates = datePlaces(layout.places);
  const encoding: FoundEncoding = { encoding: 'utf-8', detected: false, doubted: false };
  async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly StatementPart[]> {
    // For its digest: the parts of a workbook stand anywhere in it.
    for await (const _ of bytes);
    const notes = sheet.newNotes(layout.headingLine);
    const rows = { rows: () => sheet.rows(dates, notes), rowsForColumns: () => sheet.rows(dates) };
    yield* csvStatements({ source, layout, profile, said, ...rows });
    yield sheet.warnings(notes).map((warning): StatementWarning => {
      return { kind: 'warning', statement: 0, line: null, ...warning };
    });
  }
  return {
    ...about(file, sheet.format, encoding, profile),
    staff: profile.staff,
    headings: layout.headings,
    ofRejected: headingsOfRejected(layout.headings) !== null,
    table: { delimiter: ',', naming: namingRows(layout.preamble, profile) },
    // What is written about it is opened by the same spreadsheet program.
    marked: true,
    parts: (onRead) => whole({ file, found: encoding, onRead }, sheet.format, read),
  };
}

function namingRows(preamble: CsvLayout['preamble'], profile: SourceProfile): CsvLayout['preamble'] {
  return preamble.filter((cells) => {
    const labels = labelledCells(cells, profile.labels).map(({ label }) => label);
    const names = labels.includes('account') || labels.includes('currency') || cells.some(loneCurrency);
    // A balance beside it would be held against rows that are not there.
    return names && !labels.includes('opening') && !labels.includes('closing');
  });
}

function about(
  file: FileBytes,
  format: StatementFormat,
  found: FoundEncoding,
  profile: SourceProfile | null,
) {
  return {
    source: file.source,
    format,
    encoding: found.encoding,
    profile: profile?.name ?? null,
    marked: encodingByMark(file.head) !== null,
    sizeBytes: file.sizeBytes,
    paymentMethod: profile?.paymentMethod ?? 'manual_transfer',
  };
}

interface Reading {
  readonly file: FileBytes;
  readonly found: FoundEncoding;
  readonly onRead: ((bytes: number) => void) | undefined;
}

/** What is said of the file as a whole before and behind its parts. */
async function* whole(
  { file, found, onRead }: Reading,
  format: StatementFormat,
  read: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<readonly StatementPart[]>,
): AsyncGenerator<readonly StatementPart[]> {
  const hash = createHash('sha256');
  const look = found.doubted ? new Utf8Look() : null;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.read()) {
      hash.update(chunk);
      look?.see(chunk);
      bytes += chunk.length;
      onRead?.(bytes);
      yield chunk;
    }
  }
  const first = fileWarnings(file.source, found, format);
  if (first.length > 0) yield first;
  yield* onSmallHeap(read(counted()), ROOM_FOR_WHOLE_FILES);
  if (look?.isUtf8) throw saidOtherwise(file.source, found.encoding);
  yield [{ kind: 'end', digest: hash.digest('hex'), bytes }];
}

function fileWarnings(
  source: string,
  found: FoundEncoding,
  format: StatementFormat,
): readonly StatementWarning[] {
  const warning = (code: string, message: string): StatementWarning[] => [
    { kind: 'warning', statement: 0, line: null, code, message },
  ];
  return [
    ...(found.detected
      ? warning('encoding_detected', `${source} is read as ${found.encoding}, by its letters`)
      : []),
    ...(format === 'camt.052' || format === 'mt942'
      ? warning('intraday', `${source} is an intraday report (${format}): what it says may change`)
      : []),
  ];
}
