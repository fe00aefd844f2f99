import { unreadableFile } from '../refused-file.ts';

/** Refuses what is no file of repayments at all, by its first bytes, saying what it is. */
export function refuseForeignFile(head: Uint8Array, source: string): void {
  const start = new TextDecoder('windows-1252').decode(head.subarray(0, 2_000));
  if (head.every((byte) => byte === 32 || (byte >= 9 && byte <= 13))) {
    throw unreadableFile(source, 'is empty', 'Export it again, or check the path.');
  }
  if (start.startsWith('PK\u0003\u0004')) throw zipped(head, source);
  if (start.startsWith('%PDF')) {
    throw unreadableFile(source, 'is a PDF document', 'Ask for the statement as CSV, MT940 or camt.053.');
  }
  if (head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0) {
    throw unreadableFile(source, 'is an Excel workbook', 'Save it as CSV UTF-8.');
  }
  if (
    /^[\s\u00ef\u00bb\u00bf]*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)[\s>]/i.test(start)
  ) {
    throw unreadableFile(source, 'is an HTML page', 'Export it again: a login page may have been saved.');
  }
}

function zipped(head: Uint8Array, source: string) {
  const names = namesInZip(head);
  if (names.some((name) => name === '[Content_Types].xml' || name.startsWith('xl/'))) {
    return unreadableFile(source, 'is an Excel workbook', 'Save it as CSV UTF-8.');
  }
  const held = names.length === 0 ? '' : ` that holds ${names.join(', ')}`;
  return unreadableFile(source, `is a zip archive${held}`, 'Unpack it and give the files.');
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
