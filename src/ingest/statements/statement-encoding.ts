import { isAscii } from 'node:buffer';
import { ENCODINGS, type Encoding, encodingByMark, type NamedEncoding } from '../decoded-text.ts';
import { flagNeeded, type RefusedFile, unreadableFile } from '../refused-file.ts';

/** The encoding of a file. */
export interface FoundEncoding {
  readonly encoding: NamedEncoding;
  /** It was told from the letters alone. */
  readonly detected: boolean;
  /** A code page that was not said of this very file, which its bytes have to bear out: see {@link Utf8Look}. */
  readonly doubted: boolean;
}

/** What is known of the encoding of a file besides its bytes. */
export interface SaidEncodings {
  /** For this run. */
  readonly flag: Encoding | null;
  /** For all files of its source. */
  readonly profile: Encoding | null;
}

/** Names under which XML declares encodings, beside our own. */
const DECLARED: Readonly<Record<string, NamedEncoding>> = {
  'us-ascii': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
};
/**
 * The encoding of a file: its byte-order mark, what was said, what XML declares, UTF-16 by its zeros, UTF-8 where
 * it is that, else an Arabic code page where the letters leave no other. Throws a {@link RefusedFile} that names
 * the flag where they do.
 */
export function encodingOfFile(head: Uint8Array, said: SaidEncodings, source: string): FoundEncoding {
  const sure = encodingByMark(head) ?? said.flag;
  if (sure !== null) return { encoding: sure, detected: false, doubted: false };
  const known = said.profile ?? declaredEncoding(head, source) ?? encodingByZeros(head);
  if (known !== null) {
    const look = new Utf8Look();
    look.see(head);
    if (isCodePage(known) && look.isUtf8) throw saidOtherwise(source, known);
    return { encoding: known, detected: false, doubted: isCodePage(known) };
  }
  if (isUtf8(head)) return { encoding: 'utf-8', detected: false, doubted: false };
  const arabic = arabicCodePage(head);
  if (arabic !== null) return { encoding: arabic, detected: true, doubted: false };
  throw flagNeeded(
    source,
    'is not UTF-8, and its letters do not say what else it is',
    'Say its encoding, such as --encoding windows-1256 (Arabic) or --encoding windows-1250.',
  );
}

/**
 * Looks whether bytes are UTF-8 with letters beyond ASCII: text of a code page is so by chance in next to no file, and a
 * file that was saved anew often is. Read as the code page it would have other texts, and each of its rows a new key.
 */
export class Utf8Look {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isPlain = true;
  #isOther = false;

  see(bytes: Uint8Array): void {
    if (this.#isOther || (this.#isPlain && isAscii(bytes))) return;
    this.#isPlain = false;
    try {
      this.#decoder.decode(bytes, { stream: true });
    } catch {
      this.#isOther = true;
    }
  }

  get isUtf8(): boolean {
    return !this.#isOther && !this.#isPlain;
  }
}

/** A file in UTF-8 whose source, or whose own declaration, says something else. */
export function saidOtherwise(source: string, encoding: NamedEncoding): RefusedFile {
  return flagNeeded(
    source,
    `is to be read as ${encoding}, but its bytes are UTF-8`,
    `Was it saved anew? Say --encoding utf-8, or --encoding ${encoding} if that is right all the same.`,
  );
}

function isCodePage(encoding: NamedEncoding): boolean {
  return !encoding.startsWith('utf');
}

function declaredEncoding(head: Uint8Array, source: string): NamedEncoding | null {
  const start = new TextDecoder('windows-1252').decode(head.subarray(0, 200));
  const ofx = /^\s*OFXHEADER:[\s\S]*?^CHARSET:(125[0-9])\s*$/m.exec(start)?.[1];
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase();
  const name = ofx === undefined ? xml : `windows-${ofx}`;
  if (name === undefined) return null;
  const declared =
    ENCODINGS.find((own) => own === name) ?? (Object.hasOwn(DECLARED, name) ? DECLARED[name] : undefined);
  if (declared !== undefined) return declared;
  throw unreadableFile(source, `declares the encoding ${name}, which is not read`, 'Ask for it in UTF-8.');
}

/** Text in UTF-16 has a zero beside every letter of ASCII. */
function encodingByZeros(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  const length = Math.min(head.length - (head.length % 2), 512);
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  const [even = 0, odd = 0] = zeros;
  if (length < 8) return null;
  if (odd > length / 8 && even === 0) return 'utf-16le';
  return even > length / 8 && odd === 0 ? 'utf-16be' : null;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Letters that both code pages have, and those that only one has. */
const SHARED = /[\u0621-\u063a]/;

/**
 * windows-1256 or iso-8859-6 where the bytes above ASCII are Arabic letters in one of them, stand in words, and
 * cannot be read in the other; null otherwise. An accented letter of a Latin text stands alone between others.
 */
function arabicCodePage(head: Uint8Array): Encoding | null {
  const candidates = (['windows-1256', 'iso-8859-6'] as const).filter((encoding) =>
    readsAsArabic(head, encoding),
  );
  return candidates.length === 1 ? (candidates[0] as Encoding) : null;
}

function readsAsArabic(head: Uint8Array, encoding: Encoding): boolean {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(head);
  } catch {
    return false;
  }
  const foreign = text.match(/[\u0080-\uffff]/g) ?? [];
  const letters = foreign.filter((letter) =>
    /[\u0621-\u0652\u060c\u061b\u061f\u0660-\u0669\u00a0\u200f\u200e]/.test(letter),
  );
  const inWords = (text.match(/[\u0621-\u0652]{2,}/g) ?? []).join('').length;
  return (
    foreign.length > 0 &&
    letters.length === foreign.length &&
    inWords > letters.length / 2 &&
    SHARED.test(text)
  );
}
