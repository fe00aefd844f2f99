import { unreadableFile } from './refused-file.ts';

/** Encodings a file may be said to have, besides those its first bytes tell. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1256',
  'windows-1250',
  'iso-8859-6',
] as const;
export type Encoding = (typeof ENCODINGS)[number];
/** Encodings that a file can only name itself, as XML does. */
export type NamedEncoding = Encoding | 'windows-1252' | 'iso-8859-2' | 'iso-8859-15';

/** The encoding that a byte-order mark at the start tells, or null. */
export function encodingByMark(head: Uint8Array): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * Decodes a stream chunk by chunk; letters cut by a chunk's end stay whole and a byte-order mark is dropped.
 * Bytes that are no text in that encoding throw {@link unreadableFile}, since a letter replaced by U+FFFD would
 * be lost for good; `marked` puts U+FFFD there for a reader that refuses the line.
 */
export async function* decodedText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: NamedEncoding,
  source: string,
  options: { readonly marked?: boolean } = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: options.marked !== true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw notThisEncoding(source, encoding);
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** The head of a file as text, without the letter its end may have cut. */
export function decodedHead(head: Uint8Array, encoding: NamedEncoding, source: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    throw notThisEncoding(source, encoding);
  }
}

function notThisEncoding(source: string, encoding: NamedEncoding) {
  const others = ENCODINGS.filter((other) => other !== encoding).join(', ');
  return unreadableFile(
    source,
    `is not text in ${encoding}`,
    `Say its encoding with --encoding: ${others}. Arabic files of older programs are mostly windows-1256.`,
  );
}
