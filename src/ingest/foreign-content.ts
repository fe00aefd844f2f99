import type { FileBytes } from './file-bytes.ts';
import { type RefusedFile, unreadableFile } from './refused-file.ts';

/** Enough to see what a file is that is no data. */
const LOOKED_AT_BYTES = 2_000;

/** What a file should hold, for the hints. */
export interface Expected {
  /** Such as `the orders`. */
  readonly what: string;
  /** The formats to ask for, such as `CSV`. */
  readonly as: string;
  /** True where XML is one of the formats. */
  readonly orXml?: true;
}

/** Said of statements of account, of which XML is one form. */
export const A_STATEMENT: Expected = {
  what: 'the statement',
  as: 'CSV, XLSX, MT940 or camt.053',
  orXml: true,
};

/** What a file holds that can be read: a zip archive, which may be a workbook, an HTML page with tables, or text. */
export type ContentKind = 'zip' | 'html' | 'text';

/** Pictures, documents and archives by their first bytes, as letters of one byte each. */
const MARKS: readonly (readonly [mark: RegExp, what: string])[] = [
  [/^.{0,1000}%PDF-/s, 'a PDF document'],
  [/^\x89PNG\r\n/, 'a picture (PNG)'],
  [/^\xff\xd8\xff/, 'a picture (JPEG)'],
  [/^GIF8[79]a/, 'a picture (GIF)'],
  [/^(?:II\*\0|MM\0\*)/, 'a picture (TIFF)'],
  [/^BM.{4}\0\0\0\0/s, 'a picture (BMP)'],
  [/^RIFF.{4}WEBP/s, 'a picture (WebP)'],
  [/^.{4}ftyp(?:heic|heix|mif1|avif)/s, 'a picture (HEIC)'],
  [/^\{\\rtf/, 'a rich text document (RTF)'],
  [/^Rar!\x1a\x07/, 'a RAR archive'],
  [/^7z\xbc\xaf\x27\x1c/, 'a 7-Zip archive'],
  [/^MIME-Version:/i, 'a web page saved as one file (MHTML)'],
];
const PAGE =
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|style|table|div|center|form|p|b|font|h[1-6])[\s>/]/i;

/**
 * What a file is by its first bytes. Refuses one that holds no records at all, saying what it is and what to ask for
 * instead.
 */
export async function contentKind(
  file: FileBytes,
  encoding: string,
  expected: Expected,
): Promise<ContentKind> {
  const { head, source } = file;
  const { what, as } = expected;
  if (head.every((byte) => byte === 32 || (byte >= 9 && byte <= 13))) {
    throw unreadableFile(source, 'is empty', 'Export it again, or check the path.');
  }
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, LOOKED_AT_BYTES));
  const letters = bytes.toString('latin1');
  if (/^PK(?:\x03\x04|\x05\x06)/.test(letters)) return 'zip';
  if (letters.startsWith(COMPOUND_FILE)) throw await compoundFile(file, expected);
  const mark = MARKS.find(([first]) => first.test(letters));
  if (mark !== undefined) throw unreadableFile(source, `is ${mark[1]}`, `Ask for ${what} as ${as}.`);
  const start = new TextDecoder(encoding).decode(bytes, { stream: true });
  if (/^\s*<[\s\S]*AmazonEnvelope/.test(start)) {
    const hint = 'Download the settlement as a flat file (V2) instead.';
    throw unreadableFile(source, 'is an Amazon settlement in XML, which is not read', hint);
  }
  if (/<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(start)) {
    const hint = 'Open it and save it as XLSX, or as CSV UTF-8.';
    throw unreadableFile(source, 'is a workbook in XML of Excel 2003', hint);
  }
  if (PAGE.test(start)) return 'html';
  if (expected.orXml !== true && /^\s*<\?xml/i.test(start)) {
    throw unreadableFile(source, 'is an XML document', `Ask for ${what} as ${as}.`);
  }
  return 'text';
}

/** A page without any table that has headings: most often that of a session that had ended. */
export function pageWithoutTable(source: string, { what }: Expected): RefusedFile {
  return unreadableFile(source, 'is an HTML page', `Export ${what} again: a login page may have been saved.`);
}

/** How the older Office formats and protected newer ones begin. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';

/** A file of the older Office formats, which are one with several streams in it: what it is by their names. */
async function compoundFile(file: FileBytes, { what, as }: Expected): Promise<RefusedFile> {
  const { source } = file;
  const names = ['EncryptedPackage', 'WordDocument', 'PowerPoint Document', '__substg1.0'];
  const found = await firstFound(file, names);
  const ask = `or ask for ${what} as ${as}`;
  if (found === 'EncryptedPackage') {
    const hint = `Open it with the password and save it without one, ${ask}.`;
    return unreadableFile(source, 'is a workbook protected by a password', hint);
  }
  if (found === null) {
    const hint = `Save it as XLSX or CSV UTF-8, ${ask}.`;
    return unreadableFile(source, 'is a workbook of Excel 97-2003 (XLS), which is not read', hint);
  }
  const kind = { WordDocument: 'a Word document', 'PowerPoint Document': 'a PowerPoint document' }[found];
  return unreadableFile(source, `is ${kind ?? 'an Outlook message'}`, `Ask for ${what} as ${as}.`);
}

/** The first of some names, written in UTF-16, that stands anywhere in a file; null when none does. */
async function firstFound(file: FileBytes, names: readonly string[]): Promise<string | null> {
  const wanted = names.map((name) => ({ name, bytes: Buffer.from(name, 'utf16le') }));
  let before: Uint8Array = new Uint8Array();
  for await (const chunk of file.read()) {
    const looked = Buffer.concat([before, chunk]);
    const found = wanted.find(({ bytes }) => looked.includes(bytes));
    if (found !== undefined) return found.name;
    before = looked.subarray(-64);
  }
  return null;
}
