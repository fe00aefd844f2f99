import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect } from 'vitest';
import { foldDigits } from '../../../src/domain/money.ts';
import { RefusedFile } from '../../../src/ingest/refused-file.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementPart, StatementRow } from '../../../src/ingest/statements/statement-part.ts';
import { balance, detail, entry, message, statement } from './camt-messages.ts';
import { BAI2, OFX_1, OFX_2, QIF } from './other-formats.ts';
import { encoded } from './read-statements.ts';

/** A whole, right file of each kind. */
export const WHOLE_FILES: Readonly<Record<string, Uint8Array>> = {
  'our columns': Buffer.from(
    'loan_id,payment_amount,payment_date,payment_reference\nLN-7,"1,250.50",13/04/2026,R1\nLN-8,500,14/04/2026,"R ""2"""\nLN-9,12.5,15/04/2026,\n',
  ),
  'JSON Lines': Buffer.from(
    '{"loan_id":"LN-7","payment_amount":"1250.50","payment_date":"2026-04-13"}\n{"loan_id":"LN-8","payment_amount":500.5,"payment_date":"2026-04-14"}\n',
  ),
  'a bank in Arabic': encoded(
    'رقم الحساب,0123,,,\nالتاريخ,البيان,مدين,دائن,الرصيد\n30/09/2026,فائدة,,"1,001,250","1,001,251"\n29/09/2026,رصيد افتتاحي,,,1\n',
    'windows-1256',
  ),
  'M-Pesa': Buffer.from(
    'Paybill,556677\nReceipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\nR2,2026-09-04 16:02:11,Charge,Completed,,-60.00,940.00\nR1,2026-09-02 11:00:00,Pay,Completed,"1,000.00",,"1,000.00"\n',
  ),
  'OFX 1': Buffer.from(OFX_1),
  'OFX 2': Buffer.from(OFX_2),
  QIF: Buffer.from(QIF),
  BAI2: Buffer.from(BAI2),
  MT940: Buffer.from(
    '{1:F01BANKEGCXXXXX0000000000}{2:O940BANKEGCXXXXXN}{4:\r\n:20:STMT\r\n:25:EG12\r\n:28C:1/1\r\n:60F:C260901EGP1000,00\r\n:61:2609020902C250,00NTRFLN-7//B1\r\n:86:?20EREF+X?32NAME\r\n:61:2609030903RC250,00NTRFLN-7\r\nmore\r\n:86:text\r\n:62F:C260903EGP1000,00\r\n-}{5:}\r\n',
  ),
  'camt.053': Buffer.from(
    message(
      statement(
        balance('OPBD', '10.00') +
          balance('CLBD', '539.56') +
          entry({ amount: '429.56', details: detail('329.56') + detail('100.00') }) +
          entry(),
      ),
    ),
  ),
};

/** Reads bytes; null when they are refused. Any other error is a fault of the reader. */
export async function readOrRefused(bytes: Uint8Array): Promise<readonly StatementPart[] | null> {
  const parts: StatementPart[] = [];
  try {
    const file = await openStatementFile('-', Readable.from([Buffer.from(bytes)]));
    for await (const batch of file.parts()) parts.push(...batch);
    return parts;
  } catch (error) {
    // Two random bytes may be the beginning of a packed file.
    if (error instanceof RefusedFile || /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** The rows of what was read. */
export function rowsOf(parts: readonly StatementPart[]): readonly StatementRow[] {
  return parts.filter((part) => part.kind === 'row');
}

/** Bytes that were changed in a few places: letters, whole pieces, lines; or cut off. */
export function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat({ max: bytes.length });
  const change = fc.oneof(
    fc.record({ at: place, remove: fc.nat({ max: 3 }), insert: fc.uint8Array({ maxLength: 3 }) }),
    fc.record({ at: place, remove: fc.nat({ max: 1 }), insert: fc.constantFrom(...PIECES) }),
    fc.record({ at: place, remove: fc.nat({ max: 40 }), insert: fc.constant(new Uint8Array()) }),
    fc.record({ at: place, remove: fc.constant(bytes.length), insert: fc.constant(new Uint8Array()) }),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<Uint8Array>(
        (now, { at, remove, insert }) =>
          Buffer.concat([now.subarray(0, at), insert, now.subarray(at + remove)]),
        bytes,
      ),
    );
}

/** What upsets readers most. */
const PIECES = [
  ',',
  '.',
  '"',
  '\n',
  '\r',
  '-',
  '+',
  ';',
  '\t',
  '<',
  '>',
  '&',
  '/',
  ':',
  '0',
  '9',
  'C',
  'D',
  'R',
  'E',
  ':61:',
  ':86:',
  '-}',
  '</Ntry>',
  '<Ntry>',
  '٣',
  '−',
  '\ufeff',
  '1e9',
  '""',
  '{',
  '}',
].map((text) => new Uint8Array(Buffer.from(text)));

/** No row has an amount that does not stand in the bytes; every row is complete. */
export function expectRightOrRefused(bytes: Uint8Array, parts: readonly StatementPart[] | null): void {
  if (parts === null) return;
  const last = parts.at(-1);
  expect(last?.kind).toBe('end');
  const written = numbersIn(bytes);
  for (const row of rowsOf(parts)) {
    expect(written.has(significant(row.amount)), `${row.amount} is not in the text`).toBe(true);
    expect(row.bookingDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(row.currency).toMatch(/^[A-Z]{3}$/);
    expect(row.amount).toMatch(/^\d+\.\d{2,5}$/);
  }
}

/** Digits that count, of every run of digits and separators in the bytes, and of their pieces between separators. */
function numbersIn(bytes: Uint8Array): ReadonlySet<string> {
  const numbers = new Set<string>();
  for (const encoding of ['utf-8', 'windows-1256', 'utf-16le', 'utf-16be']) {
    const text = foldDigits(new TextDecoder(encoding).decode(bytes)).replace(
      /[\u0000-\u0008\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      '',
    );
    for (const [run] of text.matchAll(/\d[\d.,'\u2019\u00a0\u2009\u202f ]*/g)) {
      const pieces = run.split(/([.,'\u2019\u00a0\u2009\u202f ])/);
      for (let from = 0; from < pieces.length; from++) {
        for (let to = from + 1; to <= pieces.length; to++)
          numbers.add(significant(pieces.slice(from, to).join('')));
      }
    }
    // Dates and marks stand right before the amount of a statement line.
    for (const [, amount = ''] of text.matchAll(/[CD][A-Z]?(\d+,\d*)/g)) numbers.add(significant(amount));
  }
  return numbers;
}

function significant(number: string): string {
  return number.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}
