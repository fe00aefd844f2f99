import type { IncomingMessage } from 'node:http';
import { readRequestJson } from '../contract/request-json.ts';
import { RECORD_BATCH, RECORD_LINE_BYTES, RECORDS_BYTES } from './limits.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';

/** One batch of the records of a body, and those of its lines that hold none. */
export interface RecordBatch {
  readonly records: { line: number; source: string; value: unknown }[];
  readonly unreadable: { line: number; source: string; field: string; value: string; reason: string }[];
}

const LINES_TYPE =
  /^application\/(?:json|(?:x-)?ndjson|(?:x-)?jsonl(?:ines)?)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const NEWLINE = 0x0a;
/** As much of a line that cannot be read as is shown of it. */
const SHOWN_CHARACTERS = 200;

/**
 * The records of a body as they come, a batch at a time: JSON Lines; a body small enough to be read whole may be one
 * JSON array or object instead. Whoever takes the batches slowly is sent the rest slowly. Throws the problems
 * `media_type_unsupported`, `body_too_large`, `malformed_json` and `request_malformed`; what was taken before stays.
 */
export async function* recordBatches(request: IncomingMessage): AsyncGenerator<RecordBatch> {
  checkHeaders(request);
  let batch = emptyBatch();
  let line = 0;
  for await (const piece of linesOf(request)) {
    if (piece.whole !== undefined) {
      batch.records.push(...piece.whole.map((value, index) => ({ line: index + 1, source: '', value })));
      continue;
    }
    line += 1;
    take(piece.bytes, line, batch);
    if (batch.records.length + batch.unreadable.length === RECORD_BATCH) {
      yield batch;
      batch = emptyBatch();
    }
  }
  if (batch.records.length + batch.unreadable.length > 0 || line === 0) yield batch;
}

type Piece =
  | { readonly whole: readonly unknown[] }
  | { readonly whole?: undefined; readonly bytes: Uint8Array };

/** The lines of a body, or all its records at once where it is one small JSON document. */
async function* linesOf(request: IncomingMessage): AsyncGenerator<Piece> {
  let rest: Buffer = Buffer.alloc(0);
  let isWhole = true;
  for await (const chunk of arriving(request)) {
    rest = Buffer.concat([rest, chunk]);
    if (isWhole && rest.length <= RECORD_LINE_BYTES) continue;
    isWhole = false;
    let start = 0;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE, start)) {
      yield { bytes: rest.subarray(start, end) };
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > RECORD_LINE_BYTES) throw tooLarge('a line of records', RECORD_LINE_BYTES);
  }
  if (isWhole) {
    const whole = wholeDocument(rest);
    if (whole !== null) {
      yield { whole };
      return;
    }
  }
  let start = 0;
  for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE, start)) {
    yield { bytes: rest.subarray(start, end) };
    start = end + 1;
  }
  if (start < rest.length) yield { bytes: rest.subarray(start) };
}

/** The chunks of a body within its bound. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  let totalBytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      totalBytes += chunk.length;
      if (totalBytes > RECORDS_BYTES) throw tooLarge('a body of records', RECORDS_BYTES);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    throw requestProblem('request_malformed', 'the body broke off');
  }
}

/** The records of one JSON array or object that is the whole body; null when it is neither. */
function wholeDocument(bytes: Buffer): readonly unknown[] | null {
  const text = bytes.toString('utf8').trim();
  if (!/^[[{]/.test(text)) return null;
  const read = readRequestJson(text);
  if (!read.ok) {
    // No line of a document that is spread over several can be read by itself.
    if (/^[[{]\s*$/m.test(text.slice(0, text.indexOf('\n') + 1)) || text.startsWith('[')) {
      throw requestProblem('malformed_json', read.reason.replace(/^it /, 'the body '));
    }
    return null;
  }
  return Array.isArray(read.value) ? read.value : [read.value];
}

function take(bytes: Uint8Array, line: number, batch: RecordBatch): void {
  const text = decoded(bytes);
  if (text === null) {
    batch.unreadable.push({ line, source: '', field: '', value: '', reason: 'the line is not UTF-8' });
  } else if (text.trim() !== '') {
    const read = readRequestJson(text);
    if (read.ok) batch.records.push({ line, source: '', value: read.value });
    else {
      const [value, reason] = [text.slice(0, SHOWN_CHARACTERS), read.reason.replace(/^it /, 'the line ')];
      batch.unreadable.push({ line, source: '', field: '', value, reason });
    }
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function emptyBatch(): RecordBatch {
  return { records: [], unreadable: [] };
}

function checkHeaders({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!LINES_TYPE.test(type) || encoding !== 'identity') {
    const detail = 'records are sent as application/x-ndjson, one JSON object a line, not compressed';
    throw new RequestProblem({ code: 'media_type_unsupported', detail }, { connection: 'close' });
  }
  // Said before anything of it is taken, where the sender says how much it is.
  if (Number(headers['content-length'] ?? 0) > RECORDS_BYTES) {
    throw tooLarge('a body of records', RECORDS_BYTES);
  }
}

function tooLarge(what: string, bytes: number): RequestProblem {
  const detail = `${what} may have ${bytes / 1024 / 1024} MiB at most`;
  return new RequestProblem({ code: 'body_too_large', detail }, { connection: 'close' });
}
