import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { RefusedFile } from '../../../src/ingest/refused-file.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../../../src/ingest/statements/statement-options.ts';
import type { StatementPart } from '../../../src/ingest/statements/statement-part.ts';
import { BAI2, OFX_1, OFX_2, QIF } from './other-formats.ts';

async function read(text: string | Uint8Array, options: StatementFileOptions = {}) {
  const file = await openStatementFile('-', Readable.from([Buffer.from(text)]), options);
  const parts: StatementPart[] = [];
  for await (const batch of file.parts()) parts.push(...batch);
  const rows = parts.filter((part) => part.kind === 'row');
  const faults = parts.filter((part) => part.kind === 'fault');
  const ends = parts.filter((part) => part.kind === 'statement-end');
  return { file, rows, faults, ends };
}

async function refusalOf(text: string, options: StatementFileOptions = {}): Promise<string> {
  try {
    await read(text, options);
  } catch (error) {
    if (error instanceof RefusedFile) return `${error.message} ${error.refusal.hint}`;
    throw error;
  }
  return 'was read';
}

describe('OFX', () => {
  it.each([
    ['1 (SGML)', OFX_1],
    ['2 (XML)', OFX_2],
  ])('%s gives its entries, account, currency and ledger balance', async (_name, text) => {
    const { file, rows, faults, ends } = await read(text);
    expect(file.format).toBe('ofx');
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      {
        direction: 'credit',
        amount: '1250.50',
        currency: 'EGP',
        bookingDate: '2026-04-13',
        bankReference: 'F20260413-1',
        customerReference: 'LN-000007',
        payerName: 'Nile & Sons',
        text: 'Nile & Sons April <rent>',
        otherText: null,
      },
      { direction: 'debit', amount: '12.25', otherText: 'Check number: 118', text: 'Fee' },
    ]);
    expect(ends).toMatchObject([
      {
        account: '0123456789',
        currency: 'EGP',
        closing: { amount: '9000.00', negative: true, date: '2026-04-30' },
        entries: 2,
      },
    ]);
  });

  it('an entry whose sign contradicts its type, or that corrects another, is refused alone', async () => {
    const { rows, faults } = await read(
      OFX_1.replace('<TRNAMT>-12.25', '<TRNAMT>12.25').replace(
        '<FITID>F20260413-1',
        '<FITID>F9<CORRECTFITID>F1',
      ),
    );
    expect(rows).toEqual([]);
    expect(faults.map(({ code }) => code)).toEqual(['correction', 'sign_contradicts_type']);
    const unreadable = OFX_1.replace('20260413120000[+2:EET]', '20261313').replace('1250.50', '1,250.50');
    expect((await read(unreadable)).faults.map(({ code }) => code)).toEqual([
      'invalid_date',
      'invalid_amount',
    ]);
  });

  it('cut short or of something else it is refused', async () => {
    expect(await refusalOf(OFX_1.slice(0, -20))).toContain('cut short');
    expect(await refusalOf('OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>')).toContain(
      'without a statement',
    );
  });

  it('is read in the encoding that its header names', async () => {
    const bytes = Buffer.concat([
      Buffer.from(
        `CHARSET:1256\n${OFX_1}`.replace(/^(CHARSET.*)\n(OFXHEADER.*)\n/, '$2\n$1\n').replace('Fee', '§'),
      ),
    ]);
    const at = bytes.indexOf(Buffer.from('§'));
    const arabic = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([0xda, 0xe3, 0xe6, 0xe1, 0xc9]),
      bytes.subarray(at + 2),
    ]);
    expect((await read(arabic)).rows[1]?.text).toBe('عمولة');
  });
});

describe('QIF', () => {
  it('gives its entries, the account before them and the opening balance', async () => {
    const { file, rows, faults, ends } = await read(QIF);
    expect(file.format).toBe('qif');
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      { direction: 'credit', amount: '1250.50', bookingDate: '2026-04-13', bankReference: null, line: 13 },
      {
        direction: 'debit',
        amount: '12.25',
        bookingDate: '2026-04-14',
        otherText: 'Number: 118; Category: Bank charges',
      },
    ]);
    expect(rows[0]).toMatchObject({ text: 'Nile Sons LN-000007', payerName: 'Nile Sons' });
    expect(ends).toMatchObject([
      { account: 'Current account', opening: { amount: '1000.00' }, currency: 'EGP' },
    ]);
  });

  it('stops where its dates or amounts leave open how they are written, and names the flag', async () => {
    const open = '!Type:Bank\nD03/04/2026\nT1,250.50\nPA\n^\n';
    expect(await refusalOf(open)).toContain('--date-format');
    expect((await read(open, { dateFormat: 'DD/MM/YYYY' })).rows[0]?.bookingDate).toBe('2026-04-03');
    expect((await read(open, { dateFormat: 'MM/DD/YYYY' })).rows[0]?.bookingDate).toBe('2026-03-04');
    expect(await refusalOf('!Type:Bank\nD13/04/2026\nT1,250\nPA\n^\n')).toContain('--decimal');
  });

  it('reads dates as Quicken writes them', async () => {
    const { rows } = await read("!Type:CCard\nD4/13'26\nT-5.00\n^\nD4/ 5' 6\nT7.00\n^\n");
    expect(rows.map(({ bookingDate }) => bookingDate)).toEqual(['2026-04-13', '2006-04-05']);
  });

  it('cut short or of something else it is refused', async () => {
    expect(await refusalOf(QIF.slice(0, -3))).toContain('does not end (^)');
    expect(await refusalOf('!Type:Cat\nNFood\n^\n')).toContain('without a list of movements');
    expect(await refusalOf('!Type:Invst\nD1/1/26\n^\n')).toContain('investment account');
    expect(await refusalOf(QIF, { columnsMap: 'payment_date=A,amount=B' })).toContain('--columns-map');
  });
});

describe('BAI2', () => {
  it('gives its movements with continued texts, balances and totals', async () => {
    const { file, rows, faults, ends } = await read(BAI2);
    expect(file.format).toBe('bai2');
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      {
        direction: 'credit',
        amount: '1250.50',
        bookingDate: '2026-04-13',
        bankReference: 'BREF1',
        customerReference: 'LN-000007',
        text: 'TRANSFER, NILE AND SONS RENT',
        otherText: 'Type: 195',
      },
      { direction: 'debit', amount: '12.25', valueDate: '2026-04-14', bankReference: 'BREF2', text: 'FEE' },
    ]);
    expect(ends).toMatchObject([
      {
        account: '0123456789',
        opening: { amount: '1000.00' },
        closing: { amount: '2238.25' },
        ties: true,
      },
    ]);
  });

  it('posts nothing where it contradicts its own totals', async () => {
    const codes = async (text: string) =>
      (await read(text)).faults.map(({ scope, code }) => `${scope} ${code}`);
    expect(await codes(BAI2.replace('49,', '49,1'))).toEqual(['file control_total']);
    expect(await codes(BAI2.replace(',6/\n98', ',7/\n98'))).toEqual(['file control_total']);
    expect(await codes(BAI2.replace('100,125050,1', '100,125050,2'))).toContain('file control_total');
  });

  it('a type code that says no direction, or an amount that is none, is refused alone', async () => {
    const { rows, faults } = await read(BAI2.replace('16,195,125050', '16,720,125050'));
    expect(rows).toHaveLength(1);
    expect(faults.map(({ scope, code }) => `${scope} ${code}`)).toContain('row unknown_type');
  });

  it('cut short is refused', async () => {
    expect(await refusalOf(BAI2.slice(0, -20))).toContain('cut short');
  });
});
