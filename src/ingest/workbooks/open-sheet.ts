import type { CsvRow } from '../csv-rows.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { ContentKind, Expected } from '../foreign-content.ts';
import { flagNeeded, RefusedFile, unreadableFile } from '../refused-file.ts';
import { openWorkbook, type SaidOfWorkbook } from './open-workbook.ts';
import { type Sheet, SheetNotes, type Workbook } from './sheet.ts';

/** Rows among which headings are looked for. */
const HEAD_ROWS = 200;
const NO_DATES: ReadonlySet<number> = new Set();

/** The sheet of a workbook that is read, and what was found by its first rows. */
export interface OpenSheet<Found> {
  readonly format: Workbook['format'];
  readonly found: Found;
  /** Its rows as often as wanted; numbers in columns of `dates` are days. */
  rows(dates: ReadonlySet<number>, notes?: SheetNotes): AsyncGenerator<readonly CsvRow[]>;
  /** What will be noted while rows below the headings are read. */
  newNotes(headingLine: number): SheetNotes;
  /** What a person should know of it once it was read. */
  warnings(notes: SheetNotes): readonly { readonly code: string; readonly message: string }[];
}

/**
 * Opens the sheet of a workbook that was named, else the only one whose first rows `find` knows; hidden ones count
 * where no other is known. Throws a {@link RefusedFile}: that of `find` where no sheet is known, one that names
 * `--sheet` where several are.
 */
export async function openSheet<Found>(
  file: FileBytes,
  content: ContentKind,
  said: SaidOfWorkbook & { readonly sheet: string | null },
  expected: Expected,
  find: (rows: readonly CsvRow[]) => Found | Promise<Found>,
): Promise<OpenSheet<Found>> {
  const book = await openWorkbook(file, content, said, expected);
  const { sheet, found, notRead } = await chosen(book, said.sheet, find);
  const others = notRead.map((name) => `"${name}"`).join(', ');
  const message = `Only the sheet "${sheet.name}" is read, not ${others} (--sheet names one).`;
  return {
    format: book.format,
    found,
    rows: (dates, notes = new SheetNotes()) => book.rows(sheet, dates, notes),
    newNotes: (headingLine) => new SheetNotes(headingLine),
    warnings: (notes) => [
      ...(notRead.length === 0 ? [] : [{ code: 'other_sheets', message }]),
      ...notes.warnings(sheet.name),
    ],
  };
}

interface Chosen<Found> {
  readonly sheet: Sheet;
  readonly found: Found;
  /** Other sheets in which something stands, by name. */
  readonly notRead: readonly string[];
}

async function chosen<Found>(
  book: Workbook,
  name: string | null,
  find: (rows: readonly CsvRow[]) => Found | Promise<Found>,
): Promise<Chosen<Found>> {
  if (name !== null) {
    const sheet = sheetNamed(book, name);
    return { sheet, found: await find(await headRows(book, sheet)), notRead: [] };
  }
  const known: Omit<Chosen<Found>, 'notRead'>[] = [];
  const filled: Sheet[] = [];
  let refused: RefusedFile | null = null;
  for (const sheet of book.sheets) {
    const rows = await headRows(book, sheet);
    if (rows.length === 0) continue;
    filled.push(sheet);
    try {
      known.push({ sheet, found: await find(rows) });
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      refused ??= error;
    }
  }
  const shown = known.filter(({ sheet }) => !sheet.isHidden);
  const candidates = shown.length > 0 ? shown : known;
  const [only, second] = candidates;
  if (only === undefined) {
    const nothing = unreadableFile(book.source, 'has no sheet in which anything stands', 'Export it again.');
    throw refused ?? nothing;
  }
  if (second !== undefined) {
    const names = candidates.map(({ sheet }) => `"${sheet.name}"`).join(', ');
    const hint = `Say which one, --sheet ${JSON.stringify(only.sheet.name)}, and import the others after it.`;
    throw flagNeeded(book.source, `has several sheets with such headings: ${names}`, hint);
  }
  return { ...only, notRead: filled.filter((sheet) => sheet !== only.sheet).map((sheet) => sheet.name) };
}

function sheetNamed(book: Workbook, name: string): Sheet {
  const wanted = name.trim().toLowerCase();
  const sheet =
    book.sheets.find((one) => one.name === name) ??
    book.sheets.find((one) => one.name.trim().toLowerCase() === wanted);
  if (sheet !== undefined) return sheet;
  const hint = `Its sheets are: ${book.sheets.map((one) => one.name).join(', ')}.`;
  throw flagNeeded(book.source, `has no sheet "${name}"`, hint);
}

async function headRows(book: Workbook, sheet: Sheet): Promise<readonly CsvRow[]> {
  const head: CsvRow[] = [];
  for await (const rows of book.rows(sheet, NO_DATES, new SheetNotes())) {
    head.push(...rows.filter(({ line }) => line <= HEAD_ROWS));
    if ((rows.at(-1)?.line ?? 0) >= HEAD_ROWS) break;
  }
  return head;
}
