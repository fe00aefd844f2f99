import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusedFile } from '../../../src/ingest/refused-file.ts';
import { guessSource } from '../../../src/ingest/statements/guess-source.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../../../src/ingest/statements/statement-options.ts';
import type { StatementPart, StatementRow } from '../../../src/ingest/statements/statement-part.ts';
import { type MadeCell, type MadeSheet, ods, serialOf, xlsx } from './made-workbooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'loandesk-workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(bytes: Uint8Array | string, options: StatementFileOptions = {}) {
  const file = await openStatementFile('-', Readable.from([Buffer.from(bytes)]), options);
  const parts: StatementPart[] = [];
  for await (const batch of file.parts()) parts.push(...batch);
  return { file, parts };
}

async function refusalOf(bytes: Uint8Array | string, options: StatementFileOptions = {}): Promise<string> {
  try {
    await read(bytes, options);
  } catch (error) {
    if (error instanceof RefusedFile) return `${error.message} ${error.refusal.hint}`;
    throw error;
  }
  return 'was read';
}

/** Rows, statements and balances without what a format writes its own way: the cells as they stand. */
function canonical(parts: readonly StatementPart[]) {
  const told = parts.filter(({ kind }) => kind !== 'end' && kind !== 'warning');
  return told.map((part) => ({ ...part, original: null }));
}

function rowsOf(parts: readonly StatementPart[]): readonly StatementRow[] {
  return parts.filter((part) => part.kind === 'row');
}

function warnings(parts: readonly StatementPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'warning' ? [`${part.code}: ${part.message}`] : []));
}

const HEADINGS = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Balance'];
const TITLE: readonly MadeCell[] = ['Account Number', '0123456789'];
const day = (text: string) => ({ day: text });

const CSV = [
  'Account Number,0123456789',
  HEADINGS.join(','),
  '13/04/2026,"Transfer from Nile, LN-000007",TRX1,,"1,250.50","11,250.50"',
  '14/04/2026,Fee,TRX2,12.25,,"11,238.25"',
  '15/04/2026,Transfer LN-000008,0012345,,500.00,"11,738.25"',
  'Total,,,12.25,"1,750.50",',
  '',
].join('\n');

const MONTH: MadeSheet = {
  name: 'April',
  rows: [
    TITLE,
    HEADINGS,
    [day('2026-04-13'), 'Transfer from Nile, LN-000007', 'TRX1', null, 1250.5, 11250.5],
    [day('2026-04-14'), 'Fee', 'TRX2', 12.25, null, { formula: 'F3-D4', gives: 11238.250000000002 }],
    [day('2026-04-15'), 'Transfer LN-000008', '0012345', null, 500, { formula: 'F4+E5', gives: 11738.25 }],
    ['Total', null, null, { formula: 'SUM(D3:D5)', gives: 12.25 }, { formula: 'SUM(E3:E5)', gives: 1750.5 }],
  ],
};

describe('a month as workbook', () => {
  it.each([
    ['XLSX', xlsx([MONTH])],
    ['XLSX that counts days from 1904', xlsx([MONTH], { date1904: true })],
    ['ODS', ods([MONTH])],
    ['XLSX, packed once more', gzipSync(xlsx([MONTH]))],
  ])('%s gives the rows and balances of the CSV, field by field', async (_name, bytes) => {
    const csv = await read(CSV);
    const book = await read(bytes);
    expect(rowsOf(csv.parts)).toHaveLength(3);
    expect(canonical(book.parts)).toEqual(canonical(csv.parts));
    expect(warnings(book.parts)).toEqual([]);
    expect(book.file.headings).toEqual(csv.file.headings);
  });

  it('is read from a file, piece by piece, as from a stream', async () => {
    const path = join(folder, 'april.xlsx');
    writeFileSync(path, xlsx([MONTH]));
    const file = await openStatementFile(path, Readable.from([]));
    const parts: StatementPart[] = [];
    for await (const batch of file.parts()) parts.push(...batch);
    expect(canonical(parts)).toEqual(canonical((await read(CSV)).parts));
    expect(file.format).toBe('xlsx');
  });

  it.each([
    ['days as text', (text: string) => text.split('-').toReversed().join('/')],
    ['serial numbers without a form of dates', (text: string) => serialOf(text)],
  ])('%s', async (_name, written) => {
    const rows = MONTH.rows.map((row) =>
      row.map((cell) =>
        typeof cell === 'object' && cell !== null && 'day' in cell ? written(cell.day) : cell,
      ),
    );
    const { parts } = await read(xlsx([{ name: 'April', rows }]));
    expect(canonical(parts)).toEqual(canonical((await read(CSV)).parts));
  });

  it('amounts as text with Arabic digits', async () => {
    const arabic = (number: number) =>
      number.toLocaleString('ar-EG-u-nu-arab', { minimumFractionDigits: 2, useGrouping: true });
    const rows = MONTH.rows.map((row) => row.map((cell) => (typeof cell === 'number' ? arabic(cell) : cell)));
    expect(rows[2]?.[4]).toBe('١٬٢٥٠٫٥٠');
    for (const bytes of [xlsx([{ name: 'April', rows }]), ods([{ name: 'April', rows }])]) {
      expect(canonical((await read(bytes)).parts)).toEqual(canonical((await read(CSV)).parts));
    }
  });

  it('a column of numbers beside one of texts with a comma for decimals', async () => {
    const rows: MadeSheet['rows'] = [
      ['Date', 'Details', 'Debit', 'Credit'],
      [day('2026-04-13'), 'LN-7', null, 1250.5],
      [day('2026-04-14'), 'LN-8', '1.300,25', null],
      [day('2026-04-15'), 'LN-9', '1.300', 2.125],
    ];
    const { parts } = await read(xlsx([{ name: 'A', rows: rows.slice(0, 3) }]));
    expect(rowsOf(parts).map(({ amount }) => amount)).toEqual(['1250.50', '1300.25']);
    const open = [rows[0], rows[1], [day('2026-04-15'), 'LN-9', '1.300', null]] as MadeSheet['rows'];
    expect(await refusalOf(xlsx([{ name: 'A', rows: open }]))).toContain('--decimal');
  });
});

describe('which sheet', () => {
  const summary: MadeSheet = { name: 'Summary', rows: [['Bank of the Nile'], ['Credits', 1750.5]] };
  const may: MadeSheet = { ...MONTH, name: 'May' };

  it('is the one with the headings, and the others are named', async () => {
    const { parts } = await read(xlsx([summary, MONTH, { name: 'Empty', rows: [] }]));
    expect(rowsOf(parts)).toHaveLength(3);
    expect(warnings(parts)).toEqual([
      'other_sheets: Only the sheet "April" is read, not "Summary" (--sheet names one).',
    ]);
  });

  it('is asked about where several have headings, and said by --sheet', async () => {
    for (const bytes of [xlsx([MONTH, may]), ods([MONTH, may])]) {
      expect(await refusalOf(bytes)).toMatch(
        /several sheets with such headings: "April", "May".*--sheet "April"/,
      );
      const { parts } = await read(bytes, { sheet: 'may' });
      expect(rowsOf(parts)).toHaveLength(3);
      expect(await refusalOf(bytes, { sheet: 'June' })).toMatch(/no sheet "June".*April, May/);
    }
  });

  it('is a hidden one only where no other has headings', async () => {
    const hidden = { ...may, isHidden: true };
    for (const made of [xlsx, ods]) {
      expect(warnings((await read(made([hidden, MONTH]))).parts)[0]).toContain('"April" is read, not "May"');
      expect(rowsOf((await read(made([summary, hidden]))).parts)).toHaveLength(3);
    }
  });

  it('belongs to a workbook only', async () => {
    expect(await refusalOf(CSV, { sheet: 'April' })).toContain('is no workbook, and has no sheets');
    expect(await refusalOf(CSV, { inputFormat: 'xlsx' })).toContain('is no workbook');
    expect(await refusalOf(xlsx([MONTH]), { inputFormat: 'ods' })).toContain('is a workbook (XLSX), not ods');
    expect(rowsOf((await read(xlsx([MONTH]), { inputFormat: 'xlsx' })).parts)).toHaveLength(3);
  });
});

describe('what a person should know of a sheet', () => {
  it('hidden rows and merged cells are said, and the rows read', async () => {
    const sheet = { ...MONTH, hiddenRows: [1, 4], merged: ['A1:F1', 'A3:A4'] };
    const { parts } = await read(xlsx([sheet]));
    expect(rowsOf(parts)).toHaveLength(3);
    expect(warnings(parts).toSorted()).toEqual([
      'hidden_rows: Sheet "April" has hidden rows (4): read like the others.',
      'merged_cells: Sheet "April" has merged cells (A3:A4): each counts in its first row and column only.',
    ]);
    expect(warnings((await read(ods([sheet]))).parts)[0]).toContain('hidden rows (4)');
  });

  it('a formula whose value was not kept is never nothing: its row is refused', async () => {
    const rows = [
      ...MONTH.rows.slice(0, 2),
      [day('2026-04-16'), 'Text', 'TRX9', null, { formula: 'A1*2' }, 5],
    ];
    for (const made of [xlsx, ods]) {
      const { parts } = await read(made([{ name: 'April', rows }]));
      expect(parts.filter(({ kind }) => kind === 'fault')).toHaveLength(1);
      expect(warnings(parts).join()).toContain('formulas_without_value: Sheet "April" has formulas');
    }
  });
});

describe('HTML named .xls', () => {
  const row = (cells: readonly string[]) =>
    `<TR>${cells.map((cell) => `<td nowrap>${cell}`).join('</td>')}</TR>`;
  const page = (rows: readonly string[]) =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset=utf-8><style>td{}</style></head><body><table><tr><td>Logo</td></tr></table><table border=1>${rows.join('\n')}</table></body></html>`;
  const rows = CSV.trim()
    .split('\n')
    .map((line) =>
      (line.match(/("[^"]*"|[^,]*)(?:,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '').replaceAll('"', '')),
    )
    .map((cells) =>
      row(cells.slice(0, 6).map((cell) => (cell === '' ? '&nbsp;' : cell.replaceAll('&', '&amp;')))),
    );

  it('is read by its table', async () => {
    const { file, parts } = await read(page(rows));
    expect(file.format).toBe('html');
    expect(canonical(parts)).toEqual(canonical((await read(CSV)).parts));
  });

  it('is refused as a page where it has none', async () => {
    const login =
      '<!doctype html><form><table><tr><td>User<td><input></tr><tr><td>Password<td><input></table></form>';
    expect(await refusalOf(login)).toMatch(/is an HTML page.*login page/);
  });
});

it('a source is guessed of a workbook too', async () => {
  const guessed = await guessSource('-', Readable.from([xlsx([MONTH])]));
  expect(guessed.open).toEqual([]);
  expect(guessed.headings).toEqual(HEADINGS);
  expect(guessed.document).toMatchObject({ columns: { payment_date: 'Date', credit: 'Credit' } });
  expect(guessed.document).not.toHaveProperty('encoding');
});
