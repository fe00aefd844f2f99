import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import type { FileBytes } from '../file-bytes.ts';
import { RefusedFile, unreadableFile } from '../refused-file.ts';

/** A workbook that flows, or is packed once more, is held in memory; more than this is refused. */
const MAX_HELD_BYTES = 67_108_864;
/** A million rows of a statement are some 400 MB of XML. */
const MAX_PART_BYTES = 1_073_741_824;
/** Parts of a workbook with many sheets and pictures. */
const MAX_PARTS = 10_000;
const ENCRYPTED = 1;
const DEFLATED = 8;
const PIECE_BYTES = 131_072;

/** The parts of a zip archive, each read as text with flat memory and held against its checksum. */
export class ZipArchive {
  /** How messages name the file. */
  readonly source: string;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(source: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.source = source;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens an archive by its list of contents; throws a {@link RefusedFile} when that is damaged or protected. */
  static async open(file: FileBytes): Promise<ZipArchive> {
    const { source } = file;
    try {
      // Sizes are checked here: a part that lies about its own must be an error of the reading loop.
      const options = { lazyEntries: true, autoClose: false, validateEntrySizes: false };
      const zip =
        file.plainPath === null
          ? await fromBufferPromise(await held(file), options)
          : await fromRandomAccessReaderPromise(
              new PartsOfFile(file.plainPath),
              file.sizeBytes as number,
              options,
            );
      if (zip.entryCount > MAX_PARTS) throw damaged(source, 'it holds too many parts for a workbook');
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        if (entries.has(name)) throw damaged(source, `it holds ${entry.fileName} twice`);
        entries.set(name, entry);
      }
      return new ZipArchive(source, zip, entries);
    } catch (error) {
      const refused = readable(error, source);
      throw refused === error ? error : withoutList(file);
    }
  }

  /** Names of the parts as they stand in the archive. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ fileName }) => fileName);
  }

  /** True when there is such a part; blind to case, as spreadsheet programs are. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** True when a part can only be read with a password. */
  isProtected(name: string): boolean {
    const entry = this.#entries.get(name.toLowerCase());
    return entry !== undefined && (entry.generalPurposeBitFlag & ENCRYPTED) !== 0;
  }

  /** The text of a part, UTF-8 as all parts of workbooks are. Throws a {@link RefusedFile} where it is damaged. */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of this.#bytes(name)) {
        const text = decoder.decode(chunk, { stream: true });
        if (text !== '') yield text;
      }
      decoder.decode();
    } catch (error) {
      throw readable(error, this.source);
    }
  }

  /** The library would unpack a part in small pieces, each of which costs as much as ten times its size. */
  async #unpacked(entry: Entry): Promise<Readable> {
    if (entry.compressionMethod !== DEFLATED) return this.#zip.openReadStreamPromise(entry);
    const packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    const inflated = createInflateRaw({ chunkSize: PIECE_BYTES });
    // The pipeline destroys both ends with the first error, which the reading loop then meets on what is inflated.
    pipeline(packed, inflated).catch(() => {});
    return inflated;
  }

  async *#bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(this.source, `it has no part ${name}`);
    if (this.isProtected(name)) throw protectedFile(this.source);
    if (entry.uncompressedSize > MAX_PART_BYTES)
      throw damaged(this.source, `its part ${name} is too large for a statement`);
    const stream = await this.#unpacked(entry);
    let length = 0;
    let sum = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        length += chunk.length;
        sum = crc32(chunk, sum);
        if (length > entry.uncompressedSize) break;
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
    if (length !== entry.uncompressedSize || sum !== entry.crc32)
      throw damaged(this.source, `its part ${name} is not what it was when it was written`);
  }
}

/** A workbook that is broken. */
export function damaged(source: string, why: string): RefusedFile {
  return unreadableFile(
    source,
    `is a damaged workbook: ${why}`,
    'Export it again, or open it and save it anew.',
  );
}

/** An archive whose list of contents, at its end, is not there: what it was by the parts at its beginning. */
function withoutList({ head, source }: FileBytes): RefusedFile {
  const names = namesInZip(head);
  if (names.some((name) => /^(?:\[Content_Types\]\.xml|xl\/.*|mimetype|content\.xml)$/.test(name)))
    return damaged(source, 'its list of parts is missing or broken, as when it was cut short');
  const held = names.length === 0 ? '' : ` that holds ${names.join(', ')}`;
  return unreadableFile(
    source,
    `is a zip archive${held}, and a broken one`,
    'Unpack the archive and give the files, a workbook as XLSX or CSV UTF-8.',
  );
}

/** Names of the files at the beginning of a zip archive, by their local headers. */
function namesInZip(head: Uint8Array): string[] {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const names: string[] = [];
  for (let at = 0; at + 30 < head.length && names.length < 10; at++) {
    if (view.getUint32(at, true) !== 0x04034b50) continue;
    const length = view.getUint16(at + 26, true);
    const name = new TextDecoder().decode(head.subarray(at + 30, at + 30 + length));
    if (length > 0 && length < 200 && !/[\u0000-\u001f]/.test(name)) names.push(name);
    at += 29 + length;
  }
  return names;
}

/** A workbook that opens with a password only. */
export function protectedFile(source: string): RefusedFile {
  return unreadableFile(
    source,
    'is a workbook protected by a password',
    'Open it with the password and save it without one, or ask for the statement as CSV, MT940 or camt.053.',
  );
}

/** Reads pieces of a file when they are asked for, so that none is kept open in between. */
class PartsOfFile extends RandomAccessReader {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return end <= start ? Readable.from([]) : createReadStream(this.#path, { start, end: end - 1 });
  }
}

async function held(file: FileBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.read()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_HELD_BYTES) {
      const hint = 'Save it as a file, unpacked, and give the path of that.';
      throw unreadableFile(file.source, 'is too large a workbook to be read from a stream', hint);
    }
  }
  return Buffer.concat(chunks);
}

/** What the zip library, zlib and the decoder throw of a broken archive, as a refusal; errors of the file system stay. */
function readable(error: unknown, source: string): unknown {
  if (error instanceof RefusedFile || !(error instanceof Error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_') === true) return damaged(source, 'its packed bytes are broken');
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return damaged(source, 'its text is not UTF-8');
  // The zip library throws plain errors; those of the file system have a code.
  return code === undefined && error.constructor === Error ? damaged(source, message) : error;
}
