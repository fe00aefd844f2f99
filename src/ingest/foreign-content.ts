import type { Encoding } from './decoded-text.ts';
import type { FileBytes } from './file-bytes.ts';
import { unreadableFile } from './refused-file.ts';

/** Enough to see what a file is that is no data. */
const LOOKED_AT_BYTES = 2_000;

/**
 * Refuses a file that is no text of records at all, by how it begins. `what` its records would be, such as
 * `the orders`, is for the hint.
 */
export function refuseForeign({ head, source }: FileBytes, encoding: Encoding, what: string): void {
  if (head.length === 0) throw unreadableFile(source, 'is empty', 'Export it again, or check the path.');
  const start = new TextDecoder(encoding)
    .decode(head.subarray(0, LOOKED_AT_BYTES), { stream: true })
    .trimStart();
  if (start.startsWith('PK\u0003\u0004')) {
    const hint = 'Unpack the archive; save a workbook as CSV UTF-8.';
    throw unreadableFile(source, 'is a zip archive or an Excel workbook', hint);
  }
  if (start.startsWith('%PDF')) {
    throw unreadableFile(source, 'is a PDF document', `Ask for ${what} as CSV.`);
  }
  if (/^<[\s\S]*AmazonEnvelope/.test(start)) {
    const hint = 'Download the settlement as a flat file (V2) instead.';
    throw unreadableFile(source, 'is an Amazon settlement in XML, which is not read', hint);
  }
  if (/^<(!doctype\s+html|html|\?xml)/i.test(start)) {
    const hint = `Export ${what} again: a login page may have been saved.`;
    throw unreadableFile(source, 'is an HTML or XML page', hint);
  }
}
