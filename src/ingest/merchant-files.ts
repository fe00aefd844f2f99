import type { Readable } from 'node:stream';
import { refuse } from '../domain/refusal.ts';
import { orderOfFormat } from './column-dates.ts';
import type { DataLine } from './data-line.ts';
import { decodedHead, decodedText, type Encoding, encodingByMark } from './decoded-text.ts';
import { type FileBytes, openFileBytes } from './file-bytes.ts';
import { type ContentKind, contentKind, type Expected } from './foreign-content.ts';
import { jsonLines } from './json-lines.ts';
import { zoneClock } from './local-time.ts';
import { OrderCells, type SaidOfOrders } from './order-cells.ts';
import { INPUT_FORMATS, type OrderExport, recognisedExport } from './order-formats.ts';
import { flagNeeded, RefusedFile, unreadableFile, unusableFlag } from './refused-file.ts';
import { parseStatusWords } from './sign-and-status.ts';
import { onSmallHeap, ROOM_FOR_PASSING_RECORDS } from './small-heap.ts';
import { accepted, choice, parsed } from './user-file-options.ts';

/** What a person says of a file beside its path. */
export interface MerchantFileOptions {
  /** One of {@link INPUT_FORMATS}; null: told from the content. */
  readonly inputFormat: string | null;
  /** null: by its byte-order mark, else UTF-8. */
  readonly encoding: string | null;
  /** `comma` or `point`, of the amounts of a delimited export. */
  readonly decimal?: string;
  /** Letters D, M, YY or YYYY, such as `DD/MM/YYYY`, of its times. */
  readonly dateFormat?: string;
  /** Zone of its times without an offset. */
  readonly timeZone?: string;
  /** Words of its status column: `posted=Done,Shipped failed=Lost`. */
  readonly status?: string;
  /** True when it is known whose orders an export holds. */
  readonly ownerKnown: boolean;
  /** Which sheet of a workbook is read; left out: the one with the headings. */
  readonly sheet?: string;
}

const NOTHING_SAID: MerchantFileOptions = { inputFormat: null, encoding: null, ownerKnown: true };
const ORDERS: Expected = { what: 'the orders', as: 'CSV or XLSX' };

/**
 * Reads merchant data in batches, without holding the file in memory: our own JSON Lines, or an order export told
 * from its content, plain or gzip. `-` is standard input. Throws the file system's own errors and
 * {@link RefusedFile} for a file of which nothing can be taken; bad lines are answered, not thrown.
 */
export async function* readMerchantFile(
  path: string,
  standardInput: Readable,
  batchSize: number,
  options: MerchantFileOptions = NOTHING_SAID,
): AsyncGenerator<readonly DataLine[]> {
  const said = saidOf(options);
  const file = await openFileBytes(path, standardInput);
  const { head, source } = file;
  const cells = new OrderCells(source, said);
  const encoding =
    encodingByMark(head) ?? (options.encoding as Encoding | null) ?? unmarkedUtf16(head) ?? 'utf-8';
  const content = await contentKind(file, encoding, ORDERS);
  if (content !== 'text' || options.sheet !== undefined) {
    const { found, text, notices } = await exportInSheet(file, content, options);
    refuseUnusable(found, said, source);
    refuseOwnerless(found, options, source);
    yield* onSmallHeap(exportLines(found, text, cells, batchSize), ROOM_FOR_PASSING_RECORDS);
    yield notices().map((notice) => ({ line: 0, source, value: null, notice }));
    return;
  }
  const found = recognisedExport(looseText(head, encoding), options.inputFormat);
  refuseUnusable(found, said, source);
  if (found === 'jsonl') {
    yield* onSmallHeap(jsonLines(file, batchSize, encoding), ROOM_FOR_PASSING_RECORDS);
    return;
  }
  if (found === null) throw notRecognised(source, options.inputFormat);
  refuseOwnerless(found, options, source);
  // Throws when the head is not in that encoding; a letter that is wrong later is found where it is used.
  decodedHead(head, encoding, source);
  const text = decodedText(file.read(), encoding, source, { marked: true });
  yield* onSmallHeap(exportLines(found, text, cells, batchSize), ROOM_FOR_PASSING_RECORDS);
}

function refuseOwnerless({ says }: OrderExport, { ownerKnown }: MerchantFileOptions, source: string): void {
  if (ownerKnown) return;
  const hint =
    'Say whose they are: --store STORE. "loandesk merchants ls --json" lists merchants with stores.';
  throw flagNeeded(source, `is a ${says}, which does not say whose orders it holds`, hint);
}

/** An export that was saved as a workbook: its sheet as text. */
async function exportInSheet(
  file: FileBytes,
  content: ContentKind,
  { inputFormat, encoding, sheet: name }: MerchantFileOptions,
): Promise<{
  readonly found: OrderExport;
  readonly text: AsyncIterable<string>;
  /** What a person should know of the sheet, once it was read. */
  notices(): readonly string[];
}> {
  const [{ openSheet }, { dateColumns, rowsText, sheetText }] = await Promise.all([
    import('./workbooks/open-sheet.ts'),
    import('./workbooks/sheet-text.ts'),
  ]);
  const encodings = { flag: encoding as Encoding | null, profile: null };
  const said = { encodings, format: null, sheet: name ?? null };
  const sheet = await openSheet(file, content, said, ORDERS, (rows) => {
    const known = recognisedExport(`${rowsText(rows)}\n`, inputFormat);
    if (known === null || known === 'jsonl') throw notRecognised(file.source, inputFormat);
    return { known, dates: dateColumns(rows) };
  });
  const { known, dates } = sheet.found;
  const notes = sheet.newNotes(0);
  return {
    found: known,
    text: sheetText(sheet.rows(dates, notes)),
    notices: () => sheet.warnings(notes).map(({ message }) => message),
  };
}

async function* exportLines(
  found: OrderExport,
  text: AsyncIterable<string>,
  cells: OrderCells,
  batchSize: number,
): AsyncGenerator<readonly DataLine[]> {
  let batch: DataLine[] = [];
  const { source } = cells;
  for await (const row of found.read(text, cells)) {
    batch.push({ source, ...row });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function saidOf({ decimal, dateFormat, timeZone, status }: MerchantFileOptions): SaidOfOrders {
  const zone = 'such as +02:00 or Africa/Cairo';
  return {
    decimal: choice('--decimal', decimal, ['comma', 'point']),
    dateOrder: parsed('--date-format', dateFormat, DATE_FORMAT, orderOfFormat),
    clock: parsed('--time-zone', timeZone, zone, zoneClock),
    status: status === undefined ? null : accepted(parseStatusWords(status)),
  };
}

const DATE_FORMAT = 'such as DD/MM/YYYY, in letters D, M and YY or YYYY';
const OF_DELIMITED = {
  decimal: '--decimal',
  dateOrder: '--date-format',
  clock: '--time-zone',
  status: '--status',
} as const;

/** Refuses a flag about the cells of delimited files for a file that has none of them. */
function refuseUnusable(found: OrderExport | 'jsonl' | null, said: SaidOfOrders, source: string): void {
  if (found === null) return;
  const says = found === 'jsonl' ? 'our own JSON Lines' : found.says;
  for (const [option, flag] of Object.entries(OF_DELIMITED)) {
    if (said[option as keyof SaidOfOrders] === null) continue;
    const isRead = found !== 'jsonl' && (flag === '--status' ? found.hasStatus : found.isDelimited);
    if (!isRead) throw unusableFlag(source, flag, `nothing is read by it in a file of ${says}`);
  }
}

/** The head as text, whatever it is: enough to see what a file is. */
function looseText(head: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}

/** UTF-16 without its mark: the letters of headings and JSON then have a zero for their other byte. */
function unmarkedUtf16(head: Uint8Array): Encoding | null {
  const looked = Math.min(head.length, 200) & ~1;
  if (looked < 8) return null;
  let [first, second] = [0, 0];
  for (let i = 0; i < looked; i += 2) {
    if (head[i] === 0) first += 1;
    if (head[i + 1] === 0) second += 1;
  }
  if (second > looked / 4 && first === 0) return 'utf-16le';
  return first > looked / 4 && second === 0 ? 'utf-16be' : null;
}

function notRecognised(source: string, format: string | null): RefusedFile {
  const hint = `Known are ${INPUT_FORMATS.join(', ')}; --input-format says which one a file is.`;
  if (format === null) return unreadableFile(source, 'is in no format that is known', hint);
  const message = INPUT_FORMATS.includes(format)
    ? `${source} does not have the headings of ${format}.`
    : `there is no input format "${format}".`;
  return new RefusedFile(refuse('file_unreadable', message, { hint }));
}
