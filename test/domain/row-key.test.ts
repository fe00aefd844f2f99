import { describe, expect, it } from 'vitest';
import { type KeyedRow, rowContent } from '../../src/domain/row-key.ts';
import { day } from './loan-builders.ts';

const ROW: KeyedRow = {
  status: 'booked',
  direction: 'credit',
  amount: '500.00',
  currency: 'EGP',
  bookingDate: day('2026-04-02'),
  valueDate: null,
  bankReference: null,
  isReferenceReal: false,
  customerReference: null,
  endToEndId: null,
  text: 'LN-9',
  otherText: null,
  payerAccount: null,
  payerPhone: null,
  payerName: null,
};
const REFERENCE = { bankReference: 'INST-04', isReferenceReal: true };

/** How many contents some rows have between them. */
function contents(...rows: readonly Partial<KeyedRow>[]): number {
  return new Set(rows.map((row) => rowContent('ACC', { ...ROW, ...row }))).size;
}

describe('the content of a row', () => {
  it('is its account, money, date and real reference, whatever else a file tells of it', () => {
    const other = { ...REFERENCE, text: 'told differently', payerName: 'A', valueDate: day('2026-04-01') };
    expect(contents(REFERENCE, other)).toBe(1);
    expect(
      contents(
        REFERENCE,
        { ...REFERENCE, amount: '600.00' },
        { ...REFERENCE, bookingDate: day('2026-04-03') },
        { ...REFERENCE, direction: 'debit' },
        { ...REFERENCE, currency: 'USD' },
      ),
    ).toBe(5);
  });

  it('is every text of it where there is no real reference', () => {
    const rows: Partial<KeyedRow>[] = [
      {},
      { text: 'LN-8' },
      { otherText: 'Branch: 7' },
      { payerName: 'LN-9' },
      { payerPhone: '0100' },
      { payerAccount: '0100' },
      { customerReference: 'a' },
      { endToEndId: 'a' },
      { valueDate: day('2026-04-02') },
      // One that several payers have.
      { bankReference: 'BULK-7' },
    ];
    expect(contents(...rows)).toBe(rows.length);
  });

  it('leaves out surplus blanks and what only stands where there is no reference', () => {
    expect(contents({}, { text: ' LN-9  ' }, { bankReference: 'NONREF' }, { bankReference: '-' })).toBe(1);
  });

  it('is what it was in older versions, for a row that has no more than theirs', () => {
    expect(rowContent('ACC', ROW)).toBe(
      '["content","ACC","EGP","credit","500.00","2026-04-02",null,null,null,"LN-9",null,null,null]',
    );
    expect(rowContent('ACC', { ...ROW, ...REFERENCE })).toBe(
      '["reference","ACC","EGP","credit","500.00","2026-04-02","INST-04"]',
    );
  });

  it('keeps accounts apart, and what a bank announces from what it books', () => {
    expect(rowContent('A', ROW)).not.toBe(rowContent('B', ROW));
    expect(contents(REFERENCE, { ...REFERENCE, status: 'pending' })).toBe(2);
  });
});
