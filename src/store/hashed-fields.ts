import { type Hash, hash } from 'node:crypto';

/**
 * Fields laid end to end for a hash: each is four bytes of length, big-endian, then its UTF-8 text; null is the length
 * FF FF FF FF and no text; numbers are their decimal digits; hashes are lower-case hex.
 */
export type Field = string | number | null;

/** A hash as it is kept, or in hex. */
export type HashField = Uint8Array | string;

const NULL_LENGTH = 0xffff_ffff;
const LENGTH_BYTES = 4;
/** A field is at most three bytes a UTF-16 unit, plus its length. */
const BYTES_PER_UNIT = 3;
/** Up to this, writing letter by letter here is quicker than asking the engine for it. */
const SHORT_TEXT = 80;
/** The last of ASCII, which is its own UTF-8. */
const LAST_ASCII = 0x7f;
const DRAINED_BYTES = 8192;
const DIGITS = Buffer.from('0123456789abcdef');
let scratch = Buffer.allocUnsafe(16_384);
let used = 0;

/** Starts the fields of one hash, of which the first names the kind of record and the version of this layout. */
export function beginFields(label: string): void {
  used = 0;
  putField(label);
}

/** Goes on with the fields of a hash that was handed all those before. */
export function continueFields(): void {
  used = 0;
}

/** Throws for what is undefined or no safe integer. */
export function putField(field: Field | undefined): void {
  if (typeof field === 'string') putText(field);
  else if (typeof field === 'number') {
    if (!Number.isSafeInteger(field)) throw new RangeError(`not a safe integer: ${field}`);
    putText(String(field));
  } else if (field === null) {
    makeRoom(LENGTH_BYTES);
    putLength(NULL_LENGTH);
  } else throw new TypeError('a field to be hashed is undefined');
}

/** A hash in its hex. */
export function putHash(field: HashField): void {
  if (typeof field === 'string') {
    putText(field);
    return;
  }
  makeRoom(LENGTH_BYTES + field.length * 2);
  putLength(field.length * 2);
  for (const byte of field) {
    scratch[used++] = DIGITS[byte >> 4] as number;
    scratch[used++] = DIGITS[byte & 0x0f] as number;
  }
}

/** SHA-256 of the fields since `beginFields`. */
export function hashedFields(): Buffer {
  // As text and back, since each buffer the engine makes is memory of its own; these share one.
  return Buffer.from(hash('sha256', scratch.subarray(0, used), 'hex'), 'hex');
}

/** Hands the fields over to a hash of more than fits into memory, once there are enough of them or `all`. */
export function drainFields(into: Hash, all: boolean): void {
  if (!all && used < DRAINED_BYTES) return;
  into.update(scratch.subarray(0, used));
  used = 0;
}

function putText(text: string): void {
  const { length } = text;
  makeRoom(LENGTH_BYTES + length * BYTES_PER_UNIT);
  const start = used + LENGTH_BYTES;
  let written = 0;
  if (length <= SHORT_TEXT) {
    for (; written < length; written++) {
      const code = text.charCodeAt(written);
      if (code > LAST_ASCII) break;
      scratch[start + written] = code;
    }
  }
  if (written < length) written = scratch.write(text, start, 'utf8');
  putLength(written);
  used = start + written;
}

function putLength(length: number): void {
  scratch[used++] = length >>> 24;
  scratch[used++] = length >>> 16;
  scratch[used++] = length >>> 8;
  scratch[used++] = length;
}

function makeRoom(bytes: number): void {
  const needed = used + bytes;
  if (needed <= scratch.length) return;
  const larger = Buffer.allocUnsafe(needed * 2);
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}
