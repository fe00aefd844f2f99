import type { Readable } from 'node:stream';
import type { DateOrder } from '../column-dates.ts';
import type { CsvRow } from '../csv-rows.ts';
import { decodedHead, decodedText, ENCODINGS, encodingByMark } from '../decoded-text.ts';
import { type FileBytes, openFileBytes } from '../file-bytes.ts';
import { A_STATEMENT, type ContentKind, contentKind } from '../foreign-content.ts';
import { unreadableFile } from '../refused-file.ts';
import { choice } from '../user-file-options.ts';
import { ColumnsEvidence, type OpenQuestion } from './csv-evidence.ts';
import { type CsvLayout, datePlaces, type HeadRows, headRowsOf } from './csv-layout.ts';
import { delimitedRows } from './delimited-rows.ts';
import { SOURCE_COLUMNS, type SourceColumns } from './source-columns.ts';
import { sourceLayout, unsettledColumns } from './source-layout.ts';
import { encodingOfFile } from './statement-encoding.ts';

/** What a person has said of a file already. */
export interface SaidOfSource {
  readonly columns?: SourceColumns | null;
  /** As typed, one of {@link ENCODINGS}. */
  readonly encoding?: string | undefined;
  /** Which sheet of a workbook it is. */
  readonly sheet?: string | undefined;
}

/** What a file says about how its like are to be read, and what a person still has to say. */
export interface GuessedSource {
  /** A source profile in its JSON form, as far as the file settles it. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Headings of the file; null when no row looks like headings. */
  readonly headings: readonly string[] | null;
  /** Rows behind the headings, as they stand, for a person to look at. */
  readonly sample: readonly (readonly string[])[];
  /** What the whole columns leave open, each with the flag that answers it for one run. */
  readonly open: readonly OpenQuestion[];
}

const FORMATS: Readonly<Record<DateOrder, string>> = {
  DMY: 'DD/MM/YYYY',
  MDY: 'MM/DD/YYYY',
  YMD: 'YYYY-MM-DD',
};
const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
const SIGNS = { sign: 'sign', reversed: 'reversed_sign', type: 'type' } as const;
const MAX_HEADING_LINE = 50;
const SAMPLE_ROWS = 3;

/**
 * Looks through a bank's CSV for what a source profile of it would say: headings that are known, decimal mark, order
 * of dates, encoding, delimiter. Where a person has said which column is what, the rest of it. Nothing is
 * guessed that a whole column does not settle: that is in `open`. Throws the file system's errors and
 * {@link RefusedFile} for what is no text.
 */
export async function guessSource(
  path: string,
  standardInput: Readable,
  said: SaidOfSource = {},
): Promise<GuessedSource> {
  const file = await openFileBytes(path, standardInput);
  const content = await contentKind(file, encodingByMark(file.head) ?? 'windows-1252', A_STATEMENT);
  const table = content === 'text' ? textTable(file, said) : await sheetTable(file, content, said);
  const { head, encoding } = table;
  const known = sourceLayout(head, { profile: null, columns: said.columns ?? null }, file.source);
  if (known === null) {
    const what = 'has columns of its own making';
    const hint = 'Say which is which: --columns-map payment_date=Date,credit=Credit,debit=Debit.';
    const headed = likelyHeadings(head);
    return {
      document: encoding === null ? {} : { encoding },
      headings: headed?.headings ?? null,
      sample: headed?.sample ?? [],
      open: [{ flag: '--columns-map', what, hint }],
    };
  }
  const { layout, profile } = known;
  const evidence = new ColumnsEvidence(layout, profile);
  for await (const rows of table.rows(layout)) {
    for (const row of rows)
      if (row.line > layout.headingLine && row.unreadable === undefined) evidence.see(row);
  }
  const { decision, open: undecided } = evidence.decide({ decimal: null, dateOrder: null });
  const open = [...unsettledColumns(known), ...undecided];
  const settled = (flag: OpenQuestion['flag']) => open.every((question) => question.flag !== flag);
  return {
    headings: layout.headings,
    sample: (head.find(({ delimiter }) => delimiter === layout.delimiter)?.rows ?? [])
      .filter(({ line }) => line > layout.headingLine)
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => cells),
    open,
    document: {
      columns: columnsOf(layout, decision.closingRuns),
      ...(encoding === null ? {} : { delimiter: DELIMITER_NAMES[layout.delimiter], encoding }),
      ...(settled('--decimal') ? { decimal: decision.mark } : {}),
      ...(settled('--date-format') ? { date_format: FORMATS[decision.order] } : {}),
      sign: profile.sign ?? (layout.places.credit === undefined ? SIGNS[decision.amountSign] : 'columns'),
      currency: profile.currency,
      payment_method: profile.paymentMethod,
    },
  };
}

/** What is looked through: its beginning, its encoding if it is text, and its rows. */
interface LookedThrough {
  readonly head: readonly HeadRows[];
  readonly encoding: string | null;
  rows(layout: CsvLayout): AsyncIterable<readonly CsvRow[]>;
}

function textTable(file: FileBytes, said: SaidOfSource): LookedThrough {
  const flag = choice('--encoding', said.encoding, ENCODINGS);
  const { encoding } = encodingOfFile(file.head, { flag, profile: null }, file.source);
  return {
    head: headRowsOf(decodedHead(file.head, encoding, file.source)),
    encoding,
    rows: ({ delimiter }) => delimitedRows(decodedText(file.read(), encoding, file.source), delimiter),
  };
}

async function sheetTable(file: FileBytes, content: ContentKind, said: SaidOfSource): Promise<LookedThrough> {
  const { openSheet } = await import('../workbooks/open-sheet.ts');
  const encodings = { flag: choice('--encoding', said.encoding, ENCODINGS), profile: null };
  const saidOfBook = { encodings, format: null, sheet: said.sheet ?? null };
  const sheet = await openSheet(file, content, saidOfBook, A_STATEMENT, (rows) => {
    const head: readonly HeadRows[] = [{ delimiter: '\t', rows }];
    const columns = said.columns ?? null;
    if (sourceLayout(head, { profile: null, columns }, file.source) === null && likelyHeadings(head) === null)
      throw unreadableFile(file.source, 'has no row that looks like headings', 'Check the file.');
    return head;
  });
  return { head: sheet.found, encoding: null, rows: ({ places }) => sheet.rows(datePlaces(places)) };
}

/** The columns that were found, under the headings of this file. */
function columnsOf({ places, headings }: CsvLayout, closingRuns: boolean): Readonly<Record<string, unknown>> {
  const found = SOURCE_COLUMNS.flatMap((column): [string, unknown][] => {
    if (column === 'details') {
      return places.details.length === 0 ? [] : [[column, places.details.map((place) => headings[place])]];
    }
    const place = places[column];
    const name = closingRuns && column === 'closing_balance' ? 'balance' : column;
    return place === undefined ? [] : [[name, headings[place]]];
  });
  return Object.fromEntries(found);
}

/** The first row with the most cells that are words: what a person will want to choose from; and rows behind it. */
function likelyHeadings(
  head: readonly HeadRows[],
): (Pick<GuessedSource, 'sample'> & { headings: readonly string[] }) | null {
  const words = (row: readonly string[]) => row.filter((cell) => /^\s*\p{L}/u.test(cell)).length;
  let best: { readonly headings: readonly string[]; readonly sample: readonly (readonly string[])[] } | null =
    null;
  for (const { rows: all } of head) {
    const rows = all.slice(0, MAX_HEADING_LINE);
    for (const [at, { cells }] of rows.entries()) {
      if (words(cells) < 2 || (best !== null && words(cells) <= words(best.headings))) continue;
      const behind = rows.slice(at + 1, at + 1 + SAMPLE_ROWS);
      best = { headings: cells, sample: behind.map((row) => row.cells) };
    }
  }
  return best;
}
