import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUserFile } from '../../src/ingest/user-files.ts';
import { linesOf, refusalOf, transactionsOf } from './read-user-text.ts';

const USER = {
  kind: 'user',
  user_id: 'u-9',
  permissions_status: 'granted',
  created_at: '2025-01-01',
  user_name: 'أحمد 李',
};
const FLAG = { kind: 'flag', user_id: 'u-9', id: 'f', flag_label: 'overdraft', timestamp: 1 };
const CSV = 'Date,Text,Amount\r\n03/04/2026,"قهوة",-5.25\r\n13/04/2026,b,"1,250.00"';
const CSV_OPTIONS = { columnsMap: 'timestamp=Date,amount=Amount,details=Text', currency: 'EGP' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loandesk-user-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of our own JSON Lines', () => {
  it('comes back as it is, with line numbers, bad lines in their place', async () => {
    const text = `\ufeff${JSON.stringify(USER)}\n\n{"kind":"flag",\n${JSON.stringify(FLAG)}`;
    const bare = { user: undefined, institution: undefined, accountType: undefined } as unknown as object;
    expect(await linesOf(text, bare)).toEqual([
      { source: 'standard input', line: 1, value: USER },
      { source: 'standard input', line: 3, value: '{"kind":"flag",', unreadable: 'the line is not JSON' },
      { source: 'standard input', line: 4, value: FLAG },
    ]);
  });

  it('is filled in with what is told, where a record leaves it out', async () => {
    const lines = await linesOf(
      [USER, FLAG, { ...FLAG, institution_name: 'Own' }, { kind: 'transaction' }]
        .map((record) => JSON.stringify(record))
        .join('\n'),
      { currency: 'EGP' },
    );
    expect(lines.map(({ value }) => value)).toEqual([
      USER,
      { ...FLAG, institution_name: 'Delta Bank', account_type: 'debit' },
      { ...FLAG, institution_name: 'Own', account_type: 'debit' },
      {
        kind: 'transaction',
        user_id: 'u-1',
        institution_name: 'Delta Bank',
        account_type: 'debit',
        amount_currency: 'EGP',
      },
    ]);
  });

  it('comes in batches of the size asked for', async () => {
    const text = `${JSON.stringify(FLAG)}\n`.repeat(7);
    const sizes: number[] = [];
    for await (const batch of readUserFile('-', Readable.from([Buffer.from(text)]), { batchSize: 3 })) {
      sizes.push(batch.length);
    }
    expect(sizes).toEqual([3, 3, 1]);
  });
});

describe('any file', () => {
  it('B31: reads the same with a byte-order mark, in UTF-16, packed, from a path or a pipe', async () => {
    const plain = await transactionsOf(CSV, CSV_OPTIONS);
    expect(plain).toMatchObject([{ amount: '5.25' }, { amount: '1250.00' }]);
    const tabbed = `\ufeff${CSV.replaceAll(/,(?!250)/g, '\t')}`;
    const utf16be = Buffer.from(tabbed, 'utf16le').swap16();
    for (const bytes of [`\ufeff${CSV}`, Buffer.from(tabbed, 'utf16le'), utf16be, gzipSync(CSV)]) {
      expect(await transactionsOf(bytes, CSV_OPTIONS)).toEqual(plain);
    }
    const path = join(folder, 'any-name.pdf');
    writeFileSync(path, gzipSync(CSV));
    const read: unknown[] = [];
    const owner = { user: 'u-1', institution: 'Delta Bank', accountType: 'debit' };
    for await (const batch of readUserFile(path, Readable.from([]), { ...owner, ...CSV_OPTIONS })) {
      read.push(...batch.map(({ value }) => value));
    }
    expect(read).toEqual(plain);
  });

  it('B32: in another encoding stops and names the flag, with which it is read', async () => {
    // "Date,Text,Amount" and the word "salfa" (advance) in windows-1256.
    const bytes = Buffer.concat([
      Buffer.from('Date,Text,Amount\n2026-04-02,'),
      Buffer.from([0xd3, 0xe1, 0xdd, 0xc9]),
      Buffer.from(',-5\n'),
    ]);
    expect(await refusalOf(bytes, CSV_OPTIONS)).toContain('--encoding');
    const [read] = await transactionsOf(bytes, { ...CSV_OPTIONS, encoding: 'windows-1256' });
    const [same] = await transactionsOf('Date,Text,Amount\n2026-04-02,سلفة,-5\n', CSV_OPTIONS);
    expect(read).toEqual(same);
  });

  it.each([
    ['', 'is empty'],
    ['PK\u0003\u0004rest', 'zip archive'],
    ['%PDF-1.7', 'PDF document'],
    ['<!DOCTYPE html><title>Sign in</title>', 'HTML'],
    ['{"orders":1, "x":\n2}', 'JSON in no form that is known'],
    ['Datum;Betrag\n1;2\n', '--columns-map'],
  ])('B24: "%s" is refused for what it is', async (text, what) => {
    expect(await refusalOf(text)).toContain(what);
  });

  it('needs to be told whose it is, and of which institution and account', async () => {
    const without = (name: string) => refusalOf(CSV, { ...CSV_OPTIONS, [name]: undefined });
    expect(await without('user')).toContain('--user');
    expect(await without('institution')).toContain('--institution');
    expect(await without('accountType')).toContain('--account-type');
  });

  it.each([
    ['inputFormat', 'xlsx', '--input-format cannot be "xlsx"'],
    ['accountType', 'savings', '--account-type cannot be "savings"'],
    ['currency', 'pounds', '--currency cannot be "pounds"'],
    ['decimal', 'dot', '--decimal cannot be "dot"'],
    ['timeZone', 'Cairo', '--time-zone cannot be "Cairo"'],
    ['encoding', 'latin-9', '--encoding cannot be "latin-9"'],
  ])('is not read with %s %s', async (name, value, message) => {
    expect(await refusalOf(CSV, { ...CSV_OPTIONS, [name]: value })).toContain(message);
  });

  it('throws what the file system says', async () => {
    const reading = readUserFile(join(folder, 'absent.csv'), Readable.from([]));
    await expect(reading.next()).rejects.toMatchObject({ code: 'ENOENT' });
    const cut = gzipSync(CSV.repeat(50)).subarray(0, -12);
    await expect(linesOf(cut, CSV_OPTIONS)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  });
});

describe('B39: a large file', () => {
  const ROWS = 30_000;

  it('is read to its last row, letters and quotes cut by chunks or not, in bounded memory', async () => {
    const path = join(folder, 'large.csv');
    const rows = Array.from({ length: ROWS }, (_, i) => {
      const day = String((i % 28) + 1).padStart(2, '0');
      return `2026-03-${day},"سطر ${i}\nline ""two""",-${i}.25`;
    });
    writeFileSync(path, `Date,Text,Amount\n${rows.join('\n')}`);
    let count = 0;
    let sumPiastres = 0;
    const owner = { user: 'u-1', institution: 'Delta Bank', accountType: 'debit' };
    for await (const batch of readUserFile(path, Readable.from([]), {
      ...owner,
      ...CSV_OPTIONS,
      batchSize: 1000,
    })) {
      expect(batch.length).toBeLessThanOrEqual(1000);
      for (const { value, unreadable } of batch) {
        expect(unreadable).toBeUndefined();
        count += 1;
        sumPiastres += Math.round(Number((value as { amount: string }).amount) * 100);
      }
    }
    expect(count).toBe(ROWS);
    expect(sumPiastres).toBe(((ROWS - 1) * ROWS * 100) / 2 + ROWS * 25);
  });
});
