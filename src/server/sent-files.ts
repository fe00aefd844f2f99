import type { IncomingMessage } from 'node:http';
import type { Backend } from '../contract/backend.ts';
import { lineFault } from '../contract/json-schemas.ts';
import type { OperationInput } from '../contract/operation-types.ts';
import { PackedParts } from '../contract/packed-parts.ts';
import type { Problem } from '../contract/problem.ts';
import { readRequestJson } from '../contract/request-json.ts';
import { batchFile, canonicalPart } from '../contract/schemas/payment-batches.ts';
import { FILE_BYTES, FILES_AT_ONCE, RECORD_LINE_BYTES } from './limits.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';

type BatchInput = OperationInput<'payment_batches.plan'>;

const LINES_TYPE = /^application\/(?:(?:x-)?ndjson|(?:x-)?jsonl(?:ines)?)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const NEWLINE = 0x0a;
/** Lines at fault that are told of; whoever sends more of them learns enough from these. */
const LISTED_FAULTS = 50;

/** Bodies of files that are arriving. */
let arriving = 0;

/**
 * The body of a file as it came, not looked into: that is for whoever carries the call out. Throws the problems
 * `media_type_unsupported`, `body_too_large`, `overloaded` and `request_malformed`.
 */
export async function sentFile(request: IncomingMessage): Promise<Uint8Array> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!LINES_TYPE.test(type) || encoding !== 'identity') {
    throw closing('media_type_unsupported', 'a file is sent as application/x-ndjson, not compressed');
  }
  const toldBytes = Number(request.headers['content-length'] ?? 0);
  if (toldBytes > FILE_BYTES) throw tooLarge();
  if (arriving >= FILES_AT_ONCE) throw closing('overloaded', 'other files are arriving');
  arriving += 1;
  try {
    // A buffer of its own, so that it can be handed over to another thread instead of being copied. It is filled as the
    // body comes: all at once would take a turn of tens of milliseconds where memory is slow to be had.
    let whole = new Uint8Array(toldBytes);
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      if (bytes + chunk.length > FILE_BYTES) throw tooLarge();
      if (bytes + chunk.length > whole.length) whole = larger(whole, bytes + chunk.length);
      whole.set(chunk, bytes);
      bytes += chunk.length;
    }
    return bytes === whole.length ? whole : whole.slice(0, bytes);
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    throw requestProblem('request_malformed', 'the body broke off');
  } finally {
    arriving -= 1;
  }
}

/** The same bytes with room for as many as are needed, and more: of a body that does not tell its length. */
function larger(bytes: Uint8Array<ArrayBuffer>, neededBytes: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(Math.min(Math.max(neededBytes, bytes.length * 2), FILE_BYTES));
  room.set(bytes);
  return room;
}

/** A backend that takes sent files as they came. */
export function takingSentFiles(backend: Backend): Backend {
  return {
    ...backend,
    async call(name, input, options) {
      if (!((input as unknown) instanceof Uint8Array)) return backend.call(name, input, options);
      const file = fileOfLines(input as unknown as Uint8Array);
      if ('code' in file) return { ok: false, problem: file };
      return backend.call(name, file as OperationInput<typeof name>, options);
    },
  };
}

/** Reads the lines of a sent file: the first says what is to be known of it, each of the others is a part. */
function fileOfLines(bytes: Uint8Array): BatchInput | Problem {
  const errors: { pointer: string; code: string; message: string }[] = [];
  let file: BatchInput['file'] | null = null;
  const parts = new PackedParts();
  let line = 0;
  for (const text of linesOf(bytes)) {
    line += 1;
    if (text.trim() === '') continue;
    const read = text.length > RECORD_LINE_BYTES ? TOO_LONG : readRequestJson(text);
    if (!read.ok) return { code: 'malformed_json', detail: `line ${line}: ${read.reason}` };
    const isFirst = file === null;
    const checked = isFirst ? batchFile.safeParse(read.value) : canonicalPart.safeParse(read.value);
    if (!checked.success) {
      for (const issue of checked.error.issues) {
        const pointer = ['', isFirst ? 'file' : `parts/${parts.length}`, ...issue.path.map(String)].join('/');
        errors.push({
          pointer,
          code: 'invalid_value',
          message: `line ${line}: ${lineFault(issue, read.value)}`,
        });
      }
      if (isFirst || errors.length >= LISTED_FAULTS) break;
    } else if (isFirst) file = checked.data as BatchInput['file'];
    else parts.push(checked.data as Parameters<typeof parts.push>[0]);
  }
  if (errors.length > 0) {
    const [first] = errors;
    const detail = errors.length === 1 ? `${first?.message}` : `${errors.length} fields are not right`;
    return { code: 'validation_failed', detail, errors: errors.slice(0, LISTED_FAULTS) };
  }
  if (file === null) return { code: 'malformed_json', detail: 'the body is empty' };
  return { file, parts };
}

const TOO_LONG = { ok: false, reason: 'it is too long' } as const;

function* linesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
    yield buffer.toString('utf8', start, end);
    start = end + 1;
  }
  if (start < buffer.length) yield buffer.toString('utf8', start);
}

function tooLarge(): RequestProblem {
  return closing('body_too_large', `a file may have ${FILE_BYTES / 1024 / 1024} MiB at most`);
}

/** Whatever is still on its way would be taken for the next request. */
function closing(code: string, detail: string): RequestProblem {
  return new RequestProblem({ code, detail }, { connection: 'close' });
}
