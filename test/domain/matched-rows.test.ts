import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/domain/identifiers.ts';
import { foldAlias } from '../../src/domain/loan-alias.ts';
import { type FileRow, type MatchedRow, matchRow } from '../../src/domain/matched-rows.ts';
import { day, egp } from './loan-builders.ts';

const LOAN = makeId('loan', Uint8Array.of(1, 2, 3, 4, 5));

const NAMES = {
  loanOfName: new Map([
    [foldAlias(LOAN), LOAN],
    ['shop12', LOAN],
  ]),
  activeLoansOfPayer: new Map([['phone:0100', [LOAN]]]),
  activeLoansOfBusiness: new Map([['nile books', [LOAN]]]),
};

const ROW: FileRow = {
  loan: null,
  customerReference: null,
  endToEndId: null,
  text: null,
  otherText: null,
  payerAccount: null,
  payerPhone: null,
  payerName: null,
  direction: 'credit',
  status: 'booked',
  returned: null,
  amount: '500.00',
  amountPiastres: egp('500'),
  currency: 'EGP',
  bookingDate: day('2026-04-02'),
  valueDate: null,
  bankReference: null,
  isReferenceReal: false,
  undivided: null,
};

/** What becomes of the rows of one file; `account` null: of our own columns. */
function file(account: string | null, ...rows: readonly Partial<FileRow>[]): MatchedRow[] {
  const digest = (content: string) => content;
  return rows.map((row) => matchRow({ ...ROW, ...row }, { account, names: NAMES, digest }));
}

const keyOf = (row: MatchedRow | undefined) => (row !== undefined && 'key' in row ? row.key : null);

describe('a row of a bank', () => {
  it('is matched by all rules', () => {
    const rows = file('ACC', { endToEndId: LOAN }, { text: `for ${LOAN}` }, { payerPhone: '01 00' });
    expect(rows).toMatchObject([
      { outcome: 'matched', loanId: LOAN, rule: 'reference', amountPiastres: 50_000 },
      { outcome: 'matched', rule: 'text' },
      { outcome: 'matched', rule: 'payer' },
    ]);
  });

  it('is held when it is several payments in one, of which one names a loan', () => {
    expect(file('ACC', { text: LOAN, undivided: 'they do not add up' })).toMatchObject([
      { outcome: 'held', code: 'ambiguous', reason: 'they do not add up', suggestions: [LOAN] },
    ]);
  });

  it('is held where no loan is found, in another currency and when it takes a payment back', () => {
    const rows = file(
      'ACC',
      { payerName: 'Nile Books' },
      { endToEndId: LOAN, currency: 'USD' },
      { direction: 'debit', returned: { of: 'credit', reference: LOAN } },
    );
    expect(rows).toMatchObject([
      { outcome: 'held', code: 'no_match', suggestions: [LOAN] },
      { outcome: 'held', code: 'other_currency' },
      { outcome: 'held', code: 'returned_payment', suggestions: [] },
    ]);
  });

  it('names the loan that money was taken back from', () => {
    const returned = { of: 'credit', reference: null } as const;
    expect(file('ACC', { direction: 'debit', returned, customerReference: LOAN })).toMatchObject([
      { outcome: 'held', code: 'returned_payment', suggestions: [LOAN] },
    ]);
  });

  it('is no repayment when money went out', () => {
    expect(file('ACC', { direction: 'debit' })).toMatchObject([{ outcome: 'not_a_repayment' }]);
  });

  it('has the same key however it is matched', () => {
    const reference = { bankReference: 'FT1', isReferenceReal: true };
    const [first, second] = file('ACC', reference, { ...reference, text: LOAN });
    expect(keyOf(second)).toBe(keyOf(first));
  });
});

describe('a row of our own columns', () => {
  it('is matched by its loan column, by id or alias, under one key', () => {
    const [byId, byAlias] = file(null, { loan: LOAN }, { loan: 'Shop 12' });
    expect([byId, byAlias]).toMatchObject([
      { loanId: LOAN, reason: `its loan_id names it: ${LOAN}` },
      { loanId: LOAN, reason: 'its loan_id names it: Shop 12' },
    ]);
    expect(keyOf(byAlias)).toBe(keyOf(byId));
  });

  it('is refused when the loan column names none, whatever else stands there', () => {
    const rows = file(null, { loan: 'Shop 13', text: LOAN, payerPhone: '0100' }, { loan: null, text: LOAN });
    expect(rows).toMatchObject([
      { outcome: 'refused', code: 'unknown_loan', reason: expect.stringContaining('Shop 13') },
      { outcome: 'refused', code: 'unknown_loan' },
    ]);
  });

  it('is held in another currency, for its loan or for none', () => {
    expect(file(null, { loan: LOAN, currency: 'USD' }, { loan: 'Shop 13', currency: 'USD' })).toMatchObject([
      { outcome: 'held', code: 'other_currency', suggestions: [LOAN] },
      { outcome: 'held', code: 'other_currency', suggestions: [] },
    ]);
  });
});
