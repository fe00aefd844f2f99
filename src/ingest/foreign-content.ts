import { unreadableFile } from './refused-file.ts';

/** Enough to see what a file is that is no data. */
const LOOKED_AT_BYTES = 2_000;

/** What a file should hold, for the hints. */
export interface Expected {
  /** Such as `the orders`. */
  readonly what: string;
  /** The formats to ask for, such as `CSV`. */
  readonly as: string;
  /** True where XML is one of the formats, so that only a page is refused. */
  readonly orXml?: true;
}

/** Said of statements of account, of which XML is one form. */
export const A_STATEMENT: Expected = {
  what: 'the statement',
  as: 'CSV, MT940 or camt.053',
  orXml: true,
};

/** Refuses a file that is no text of records at all, by its first bytes, saying what it is. */
export function refuseForeign(head: Uint8Array, source: string, encoding: string, expected: Expected): void {
  const { what, as } = expected;
  if (head.every((byte) => byte === 32 || (byte >= 9 && byte <= 13))) {
    throw unreadableFile(source, 'is empty', 'Export it again, or check the path.');
  }
  if (startsWith(head, 'PK\u0003\u0004')) throw zipped(head, source);
  if (startsWith(head, '%PDF'))
    throw unreadableFile(source, 'is a PDF document', `Ask for ${what} as ${as}.`);
  if (startsWith(head, '\u00d0\u00cf\u0011\u00e0')) {
    throw unreadableFile(source, 'is an Excel workbook', 'Save it as CSV UTF-8.');
  }
  const start = new TextDecoder(encoding).decode(head.subarray(0, LOOKED_AT_BYTES), { stream: true });
  if (/^\s*<[\s\S]*AmazonEnvelope/.test(start)) {
    const hint = 'Download the settlement as a flat file (V2) instead.';
    throw unreadableFile(source, 'is an Amazon settlement in XML, which is not read', hint);
  }
  const hint = `Export ${what} again: a login page may have been saved.`;
  const isPage = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)[\s>]/i.test(start);
  if (expected.orXml === true) {
    if (isPage) throw unreadableFile(source, 'is an HTML page', hint);
  } else if (isPage || /^\s*<\?xml/i.test(start)) {
    throw unreadableFile(source, 'is an HTML or XML page', hint);
  }
}

function startsWith(head: Uint8Array, mark: string): boolean {
  return [...mark].every((letter, at) => head[at] === letter.charCodeAt(0));
}

function zipped(head: Uint8Array, source: string) {
  const names = namesInZip(head);
  if (names.some((name) => name === '[Content_Types].xml' || name.startsWith('xl/'))) {
    return unreadableFile(source, 'is an Excel workbook', 'Save it as CSV UTF-8.');
  }
  const held = names.length === 0 ? '' : ` that holds ${names.join(', ')}`;
  return unreadableFile(
    source,
    `is a zip archive${held}`,
    'Unpack the archive and give the files; save a workbook as CSV UTF-8.',
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
