import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { RefusedFile } from '../../../src/ingest/refused-file.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import { type MadeSheet, xlsx, zipped } from './made-workbooks.ts';

async function refusalOf(bytes: Uint8Array | string): Promise<string> {
  try {
    const file = await openStatementFile('-', Readable.from([Buffer.from(bytes)]));
    for await (const _ of file.parts());
  } catch (error) {
    if (error instanceof RefusedFile) return `${error.message} ${error.refusal.hint}`;
    throw error;
  }
  return 'was read';
}

const MONTH: MadeSheet = {
  name: 'April',
  rows: [
    ['Date', 'Description', 'Reference', 'Debit', 'Credit'],
    [{ day: '2026-04-13' }, 'Transfer', 'TRX1', null, 1250.5],
  ],
};

describe('what cannot be read is refused for what it is', () => {
  const ole = (name: string) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(70_000),
      Buffer.from(name, 'utf16le'),
    ]);
  it.each([
    ['%PDF-1.7\n', 'is a PDF document. Ask for the statement as CSV, XLSX, MT940 or camt.053'],
    [Buffer.from('89504e470d0a1a0a00', 'hex'), 'is a picture (PNG)'],
    [Buffer.from('ffd8ffe000104a4649', 'hex'), 'is a picture (JPEG)'],
    [
      ole('Workbook'),
      'is a workbook of Excel 97-2003 (XLS), which is not read. Save it as XLSX or CSV UTF-8',
    ],
    [ole('EncryptedPackage'), 'is a workbook protected by a password. Open it with the password'],
    [ole('WordDocument'), 'is a Word document'],
    [zipped({ 'statement.pdf': 'x' }), 'is a zip archive that holds statement.pdf. Unpack'],
    [zipped({ '[Content_Types].xml': '', 'word/document.xml': '' }), 'is a Word document'],
    [zipped({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), 'is a binary Excel workbook (XLSB)'],
    [zipped({ 'Index/Document.iwa': '' }), 'is a document of Apple Numbers'],
    [
      zipped({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': 'x',
        'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>',
      }),
      'is a workbook protected by a password',
    ],
    [
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'in XML of Excel 2003',
    ],
  ])('%#', async (bytes, said) => {
    expect(await refusalOf(bytes)).toContain(said);
  });

  it.each([
    ['cut short', xlsx([MONTH]).subarray(0, -30)],
    ['without its texts', xlsx([MONTH], { more: { 'xl/sharedStrings.xml': '<sst/>' } })],
    [
      'rows out of order',
      xlsx([MONTH], { more: { 'xl/worksheets/sheet1.xml': '<s><row r="5"/><row r="5"/></s>' } }),
    ],
    [
      'a cell too far',
      xlsx([MONTH], {
        more: { 'xl/worksheets/sheet1.xml': '<s><row r="5"><c r="XFD5"><v>1</v></c></row></s>' },
      }),
    ],
    [
      'a sheet cut short',
      xlsx([MONTH], { more: { 'xl/worksheets/sheet1.xml': '<s><row r="5"><c r="A5"><v>1</v>' } }),
    ],
    [
      'entities',
      xlsx([MONTH], { more: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE s [<!ENTITY a "aaa">]><s>&a;</s>' } }),
    ],
  ])('a damaged workbook: %s', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/is a damaged workbook|is no well-formed XML/);
  });

  it('a part that is not what it was when it was packed', async () => {
    const book = xlsx([MONTH]);
    const name = book.lastIndexOf('xl/worksheets/sheet1.xml');
    const changed = Buffer.from(book);
    changed.writeUInt32LE(1, name - 46 + 16);
    expect(await refusalOf(changed)).toContain('not what it was when it was written');
  });

  it('a part that unpacks to more than it says ends there', async () => {
    const bomb = xlsx([MONTH], { more: { 'xl/worksheets/sheet1.xml': `<s>${' '.repeat(3_000_000)}</s>` } });
    const changed = Buffer.from(bomb);
    changed.writeUInt32LE(1_000, changed.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24);
    expect(await refusalOf(changed)).toMatch(/not what it was|too long/);
  });
});
