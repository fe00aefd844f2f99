import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MadeSheet, ods, xlsx } from '../ingest/workbooks/made-workbooks.ts';
import { inFreshFolder, runProgram } from './run-program.ts';

const day = (text: string) => ({ day: text });
const MONTH: MadeSheet = {
  name: 'April',
  rows: [
    ['Account Number', '0123456789'],
    ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Balance'],
    [day('2026-04-13'), 'Transfer from Nile', 'TRX000001', null, 1250.5, 11250.5],
    [day('2026-04-14'), 'Fee', 'TRX000002', 12.25, null, 11238.25],
    [day('2026-04-15'), 'Transfer from Delta', 'TRX000003', null, 500, 11738.25],
    ['Total', null, null, 12.25, { formula: 'SUM(E3:E5)', gives: 1750.5 }, null],
  ],
  hiddenRows: [4],
};
const CSV = [
  'Account Number,0123456789',
  'Date,Description,Reference,Debit,Credit,Balance',
  '13/04/2026,Transfer from Nile,TRX000001,,"1,250.50","11,250.50"',
  '14/04/2026,Fee,TRX000002,12.25,,"11,238.25"',
  '15/04/2026,Transfer from Delta,TRX000003,,500.00,"11,738.25"',
  '',
].join('\n');

describe('workbooks', () => {
  it('a month as CSV, XLSX and ODS, one after the other, is imported once', async () => {
    await inFreshFolder(async (folder) => {
      const file = async (name: string, bytes: string | Uint8Array) => {
        await writeFile(join(folder, name), bytes);
        return join(folder, name);
      };
      const where = ['--ledger', join(folder, 'ledger.db'), '--business-date', '2026-05-01'];
      await runProgram(['ledger', 'init', ...where]);
      const take = async (path: string, ...more: string[]) => {
        const { out, exitCode, error } = await runProgram([
          'pay',
          'import',
          path,
          '--yes',
          '--json',
          ...where,
          ...more,
        ]);
        if (out === '') throw new Error(error);
        const batch = JSON.parse(out) as { readonly warnings: unknown };
        return { ...batch, exitCode };
      };
      expect(await take(await file('april.csv', CSV))).toMatchObject({ exitCode: 8, new_rows: 3 });
      const book = await take(await file('april.xlsx', xlsx([MONTH])));
      expect(book).toMatchObject({ exitCode: 0, source_format: 'xlsx', new_rows: 0, known_rows: 3 });
      expect(JSON.stringify(book.warnings)).toContain('hidden_rows');
      expect(await take(await file('april.ods', ods([MONTH])))).toMatchObject({
        exitCode: 0,
        source_format: 'ods',
        new_rows: 0,
        known_rows: 3,
      });
      const both = await file('both.xlsx', xlsx([MONTH, { ...MONTH, name: 'May' }]));
      const asked = await runProgram(['pay', 'import', both, '--yes', ...where]);
      expect(asked).toMatchObject({ exitCode: 2, out: '' });
      expect(asked.error).toContain('hint: Say which one, --sheet "April"');
      expect(await take(both, '--sheet', 'May')).toMatchObject({ exitCode: 0, known_rows: 3 });
    });
  });

  it('what is no workbook is refused by what it is, for histories and orders too', async () => {
    await inFreshFolder(async (folder) => {
      const path = join(folder, 'statement.xls');
      await writeFile(path, Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]));
      const ledger = ['--ledger', join(folder, 'ledger.db')];
      await runProgram(['ledger', 'init', ...ledger]);
      for (const words of [
        ['pay', 'import', path],
        ['users', 'import', path, '--user', 'u'],
        ['merchants', 'import', path],
      ]) {
        const { exitCode, error } = await runProgram([...words, '--yes', ...ledger]);
        expect(error).toContain('is a workbook of Excel 97-2003 (XLS), which is not read');
        expect(exitCode).toBe(2);
      }
    });
  });

  it('refused rows of a workbook are written as CSV, with its headings', async () => {
    await inFreshFolder(async (folder) => {
      const path = join(folder, 'april.xlsx');
      const rows = [...MONTH.rows.slice(0, 4), [day('2026-04-16'), 'Transfer', 'TRX4', null, '12x', 5]];
      await writeFile(path, xlsx([{ name: 'April', rows }]));
      const where = ['--ledger', join(folder, 'ledger.db'), '--business-date', '2026-05-01'];
      await runProgram(['ledger', 'init', ...where]);
      await runProgram(['pay', 'import', path, '--yes', '--on-error', 'reject', ...where]);
      const rejects = await readFile(join(folder, 'april.rejects.csv'), 'utf8');
      expect(rejects).toContain('Date,Description,Reference,Debit,Credit,Balance,line,code,reason');
      expect(rejects).toContain('2026-04-16,Transfer,TRX4,,12x,5,');
    });
  });
});
