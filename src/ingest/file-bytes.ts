import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unreadableFile } from './refused-file.ts';

/** Enough of a file to tell what it is. */
const HEAD_BYTES = 65_536;
/** A stream that must be read twice is held in memory, packed as it came; more than this is refused. */
const MAX_HELD_BYTES = 67_108_864;

/** The bytes of an input, unpacked when they are gzip. */
export interface FileBytes {
  /** How messages name the input. */
  readonly source: string;
  /** The first bytes, unpacked. */
  readonly head: Uint8Array;
  /** Of a file, packed as it is; null of a stream. */
  readonly sizeBytes: number | null;
  /** Where a file stands that is not packed, so that any piece of it can be read; null of all others. */
  readonly plainPath: string | null;
  /** The bytes from the start. A second call needs {@link FileBytes.holdForReadingTwice} before the first. */
  read(): AsyncIterable<Uint8Array>;
  /** Makes an input that flows only once readable again, by holding it; a file is left alone. */
  holdForReadingTwice(): Promise<void>;
  /** The same where it can be held; answers whether it can be read a second time. */
  holdIfShort(): Promise<boolean>;
}

/**
 * Opens a file, or standard input for `-`; gzip is told by the first bytes, not by the name. Throws the errors
 * of the file system and of unpacking (`ENOENT`, `Z_DATA_ERROR`).
 */
export async function openFileBytes(path: string, standardInput: Readable): Promise<FileBytes> {
  const source = path === '-' ? 'standard input' : path;
  // A named pipe flows once, like standard input.
  const found = path === '-' ? null : await stat(path);
  if (found?.isFile()) {
    const zipped = isGzip(await firstBytes(path));
    const read = () => unpacked(createReadStream(path), zipped);
    const head = await headOf(read());
    return {
      source,
      head,
      sizeBytes: found.size,
      plainPath: zipped ? null : path,
      read,
      holdForReadingTwice: async () => {},
      holdIfShort: async () => true,
    };
  }
  return openStream(source, path === '-' ? standardInput : createReadStream(path));
}

async function openStream(source: string, stream: Readable): Promise<FileBytes> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  let keep = false;
  const pull = async (): Promise<Uint8Array | null> => {
    const next = await chunks.next();
    ended = next.done === true;
    return next.done === true ? null : next.value;
  };
  const hold = (chunk: Uint8Array) => {
    held.push(chunk);
    length += chunk.length;
  };
  while (length < HEAD_BYTES && !ended) {
    const chunk = await pull();
    if (chunk !== null) hold(chunk);
  }
  const zipped = isGzip(Buffer.concat(held.slice(0, 2)));
  async function* flow(): AsyncGenerator<Uint8Array> {
    yield* held;
    if (!keep) held = [];
    while (!ended) {
      const chunk = await pull();
      if (chunk !== null) yield chunk;
    }
  }
  const holdIfShort = async () => {
    while (!ended && length <= MAX_HELD_BYTES) {
      const chunk = await pull();
      if (chunk !== null) hold(chunk);
    }
    keep = ended && length <= MAX_HELD_BYTES;
    return keep;
  };
  return {
    source,
    head: await headOf(unpacked(Readable.from(held), zipped), zipped && !ended),
    sizeBytes: null,
    plainPath: null,
    read: () => unpacked(Readable.from(flow()), zipped),
    holdIfShort,
    async holdForReadingTwice() {
      if (await holdIfShort()) return;
      const hint = 'Save it as a file and give the path of that.';
      throw unreadableFile(source, 'is too long to be read twice, as this format needs', hint);
    },
  };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function unpacked(raw: Readable, zipped: boolean): Readable {
  if (!zipped) return raw;
  const gunzip = createGunzip();
  // The pipeline destroys both ends with the first error, which the reading loop then meets on `gunzip`.
  pipeline(raw, gunzip).catch(() => {});
  return gunzip;
}

/** The first bytes of a stream. Of packed bytes that were cut short, as much as can be unpacked. */
async function headOf(bytes: AsyncIterable<Uint8Array>, cut = false): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (error) {
    if (!cut) throw error;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}
