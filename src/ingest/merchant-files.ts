import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** A line of a data file: its JSON value, or why it has none. */
export interface DataLine {
  readonly line: number;
  readonly source: string;
  readonly value: unknown;
  /** Set when the line is not JSON at all. */
  readonly unreadable?: string;
}

/** A record of ours is a few hundred bytes; a line this long is another kind of file. */
const MAX_LINE_CHARACTERS = 1_048_576;

/**
 * Reads JSON Lines from a file, gzip or plain (told by its first bytes), in batches, without holding the file
 * in memory. `-` is standard input. Throws the file system's own errors; bad lines are answered, not thrown.
 */
export async function* readMerchantFile(
  path: string,
  standardInput: Readable,
  batchSize: number,
): AsyncGenerator<readonly DataLine[]> {
  const source = path === '-' ? 'standard input' : path;
  const raw = path === '-' ? standardInput : createReadStream(path);
  const bytes = path !== '-' && (await isGzip(path)) ? unzipped(raw) : raw;
  let batch: DataLine[] = [];
  for await (const { number, text } of linesOf(bytes)) {
    if (text === null) {
      batch.push({ line: number, source, value: null, unreadable: 'the line is too long for a record' });
    } else if (text.trim() !== '') {
      batch.push(parseLine(number, source, text));
    }
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function unzipped(raw: Readable): Readable {
  const gunzip = createGunzip();
  // The pipeline destroys both ends with the first error, which the reading loop then meets on `gunzip`.
  pipeline(raw, gunzip).catch(() => {});
  return gunzip;
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** Splits bytes into lines of text; a line beyond the bound comes as null and is not kept. */
async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ number: number; text: string | null }> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let tooLong = false;
  let number = 0;
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      number += 1;
      yield { number, text: tooLong ? null : text.slice(start, end) };
      tooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > MAX_LINE_CHARACTERS) {
      tooLong = true;
      rest = '';
    }
  }
  rest += decoder.decode();
  if (rest !== '' || tooLong) yield { number: number + 1, text: tooLong ? null : rest };
}

function parseLine(line: number, source: string, text: string): DataLine {
  try {
    return { line, source, value: JSON.parse(text) };
  } catch {
    return { line, source, value: text.slice(0, 200), unreadable: 'the line is not JSON' };
  }
}
