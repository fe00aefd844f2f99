import { decodedText, ENCODINGS } from '../decoded-text.ts';
import type { FileBytes } from '../file-bytes.ts';
import { type ContentKind, type Expected, pageWithoutTable } from '../foreign-content.ts';
import { unreadableFile } from '../refused-file.ts';
import { encodingOfFile, type SaidEncodings } from '../statements/statement-encoding.ts';
import { openOds } from './ods.ts';
import type { Workbook } from './sheet.ts';
import { openXlsx } from './xlsx.ts';
import { ZipArchive } from './zip-archive.ts';

const NAMED_PARTS = 10;

/** What is said of a workbook besides its bytes. */
export interface SaidOfWorkbook {
  readonly encodings: SaidEncodings;
  /** What `--input-format` says it is; null: told by the content. */
  readonly format: string | null;
}

/**
 * Opens a zip archive as the workbook it is, or an HTML page by its tables; what is none of these is refused for what
 * it is. A stream is held first, since its sheets are read after their headings were looked at.
 */
export async function openWorkbook(
  file: FileBytes,
  content: ContentKind,
  said: SaidOfWorkbook,
  expected: Expected,
): Promise<Workbook> {
  if (file.plainPath === null) await file.holdForReadingTwice();
  const book = await opened(file, content, said, expected);
  if (said.format === null || said.format === book.format) return book;
  const what = `is a workbook (${book.format.toUpperCase()}), not ${said.format}`;
  throw unreadableFile(file.source, what, 'Leave --input-format out: it is told by the content.');
}

async function opened(
  file: FileBytes,
  content: ContentKind,
  said: SaidOfWorkbook,
  expected: Expected,
): Promise<Workbook> {
  if (content === 'html' || (content === 'text' && said.format === 'html')) return page(file, said, expected);
  if (content === 'text') {
    const hint = 'Leave --sheet and --input-format out: what a file is, is told by its content.';
    throw unreadableFile(file.source, 'is no workbook, and has no sheets', hint);
  }
  const archive = await ZipArchive.open(file);
  if (archive.has('xl/workbook.xml') || hasPart(archive, /^xl\/.*\.xml$/i)) return openXlsx(archive);
  if (archive.has('content.xml') && (await mimeType(archive)).includes('spreadsheet'))
    return openOds(archive);
  throw otherArchive(archive, expected);
}

async function page(file: FileBytes, said: SaidOfWorkbook, expected: Expected): Promise<Workbook> {
  const { openHtml } = await import('./html-tables.ts');
  const start = new TextDecoder('windows-1252').decode(file.head.subarray(0, 4_096));
  const declared = /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]?.toLowerCase();
  const profile = said.encodings.profile ?? ENCODINGS.find((encoding) => encoding === declared) ?? null;
  const { encoding } = encodingOfFile(file.head, { ...said.encodings, profile }, file.source);
  const book = await openHtml(file.source, () => decodedText(file.read(), encoding, file.source));
  if (book.sheets.length === 0) throw pageWithoutTable(file.source, expected);
  return book;
}

function hasPart(archive: ZipArchive, name: RegExp): boolean {
  return archive.names.some((part) => name.test(part)) && archive.has('[Content_Types].xml');
}

async function mimeType(archive: ZipArchive): Promise<string> {
  if (!archive.has('mimetype')) return 'spreadsheet';
  let type = '';
  for await (const text of archive.text('mimetype')) {
    type += text;
    if (type.length > 200) break;
  }
  return type;
}

function otherArchive(archive: ZipArchive, { what, as }: Expected) {
  const { source, names } = archive;
  const saved = 'Save it as XLSX, or as CSV UTF-8.';
  const is = (part: RegExp) => names.some((name) => part.test(name));
  if (is(/^xl\/workbook\.bin$/i)) return unreadableFile(source, 'is a binary Excel workbook (XLSB)', saved);
  if (is(/^Index\/.*\.iwa$|^Index\.zip$/i))
    return unreadableFile(source, 'is a document of Apple Numbers', saved);
  if (is(/^word\//i)) return unreadableFile(source, 'is a Word document', `Ask for ${what} as ${as}.`);
  if (is(/^ppt\//i)) return unreadableFile(source, 'is a PowerPoint document', `Ask for ${what} as ${as}.`);
  const shown = names.filter((name) => !name.endsWith('/')).slice(0, NAMED_PARTS);
  const held = shown.length === 0 ? ' that holds nothing' : ` that holds ${shown.join(', ')}`;
  return unreadableFile(source, `is a zip archive${held}`, 'Unpack the archive and give the files.');
}
