import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/domain/identifiers.ts';
import { foldAlias } from '../../src/domain/loan-alias.ts';
import {
  askedNames,
  type LoanNames,
  type MatchedLoan,
  matchLoan,
  payerKeys,
  type RowNames,
} from '../../src/domain/matched-loan.ts';

const FIRST = makeId('loan', Uint8Array.of(1, 2, 3, 4, 5));
const SECOND = makeId('loan', Uint8Array.of(9, 8, 7, 6, 5));
const STRANGER = makeId('loan', Uint8Array.of(7, 7, 1, 9, 30));

const NOTHING: RowNames = {
  loan: null,
  customerReference: null,
  endToEndId: null,
  text: null,
  otherText: null,
  payerAccount: null,
  payerPhone: null,
  payerName: null,
};

const KNOWN: LoanNames = {
  loanOfName: new Map([
    [foldAlias(FIRST), FIRST],
    [foldAlias(SECOND), SECOND],
    [foldAlias('Maadi Shop 12'), FIRST],
    [foldAlias('1814'), SECOND],
  ]),
  activeLoansOfPayer: new Map([
    ['phone:201001234567', [FIRST]],
    ['account:eg380019000500000000263180002', [SECOND]],
    ['account:crowded', [FIRST, SECOND]],
  ]),
  activeLoansOfBusiness: new Map([['nile books', [SECOND]]]),
};

function match(row: Partial<RowNames>): MatchedLoan {
  return matchLoan({ ...NOTHING, ...row }, KNOWN);
}

const bare = (id: string) => id.slice(3);
const inArabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

describe('matchLoan by reference', () => {
  it.each([
    FIRST,
    FIRST.toLowerCase(),
    ` ${FIRST} `,
    `LN ${bare(FIRST)}`,
    `LN\u2013${bare(FIRST)}`,
    `ln${bare(FIRST)}`,
    inArabicDigits(FIRST),
    'maadi  SHOP-١٢',
  ])('finds %j', (reference) => {
    for (const field of ['loan', 'customerReference', 'endToEndId'] as const) {
      expect(match({ [field]: reference })).toMatchObject({ loanId: FIRST, rule: 'reference' });
    }
  });

  it('takes an alias of digits as a whole reference only', () => {
    expect(match({ customerReference: '18-14' })).toMatchObject({ loanId: SECOND });
    expect(match({ customerReference: '01814' })).toMatchObject({ loanId: null, code: 'no_match' });
  });

  it('leaves a part of a longer reference alone', () => {
    expect(match({ customerReference: `${FIRST}9` })).toMatchObject({ loanId: null });
    expect(match({ endToEndId: `INV${FIRST}` })).toMatchObject({ loanId: null });
  });

  it('holds a row whose references are of two loans, though its text names one', () => {
    const row = { customerReference: FIRST, endToEndId: SECOND, text: FIRST };
    expect(match(row)).toMatchObject({ code: 'ambiguous', suggestions: [FIRST, SECOND].sort() });
  });

  it('goes before what the text says', () => {
    expect(match({ customerReference: FIRST, text: SECOND })).toMatchObject({ loanId: FIRST });
  });

  it('takes no row that quotes an id of no loan for the loan of its payer', () => {
    const payer = { payerPhone: '+20 100 123 4567' };
    expect(match({ ...payer, customerReference: STRANGER })).toMatchObject({ code: 'unknown_loan' });
    expect(match({ ...payer, text: `loan ${STRANGER}` })).toMatchObject({ code: 'unknown_loan' });
    const mistyped = FIRST.slice(0, -1) + (FIRST.endsWith('A') ? 'B' : 'A');
    expect(match({ ...payer, loan: mistyped })).toMatchObject({ code: 'unknown_loan' });
    // Words that only begin like an id are none.
    expect(match({ ...payer, text: 'LN statement' })).toMatchObject({ loanId: FIRST, rule: 'payer' });
    expect(match({ ...payer, customerReference: 'LNOVEMBER12' })).toMatchObject({ rule: 'payer' });
  });
});

describe('matchLoan by text', () => {
  it.each([
    `repay ${FIRST} June`,
    `(${FIRST})`,
    `ref:${FIRST},thanks`,
    `ln ${bare(FIRST)}`,
    `سداد قرض ${inArabicDigits(FIRST)}`,
    'for maadi shop 12 june',
  ])('finds whole words in %j', (text) => {
    expect(match({ text })).toMatchObject({ loanId: FIRST, rule: 'text' });
  });

  it.each([`x${FIRST}`, `${FIRST}9`, 'REPAY 1814 JUNE', 'inv 2026-1814', 'maadi, shop 12', bare(FIRST), ''])(
    'finds nothing in %j',
    (text) => {
      expect(match({ text })).toMatchObject({ loanId: null, code: 'no_match' });
    },
  );

  it('holds a text of two loans, and one of a loan and a stranger', () => {
    expect(match({ text: `${FIRST}/${SECOND}` })).toMatchObject({ code: 'ambiguous' });
    expect(match({ text: `${FIRST} and ${STRANGER}` })).toMatchObject({
      code: 'unknown_loan',
      suggestions: [FIRST],
    });
  });

  it('finds a loan in cells and elements that have no place of their own', () => {
    expect(match({ otherText: `InstrId: pay ${FIRST}` })).toMatchObject({ loanId: FIRST, rule: 'text' });
    expect(match({ text: FIRST, otherText: `Note: ${SECOND}` })).toMatchObject({ code: 'ambiguous' });
  });

  it('takes one loan named twice for one', () => {
    expect(match({ text: `${FIRST} Maadi Shop 12` })).toMatchObject({ loanId: FIRST });
  });
});

describe('matchLoan by payer', () => {
  it('finds the one active loan of the merchant behind a phone or an account', () => {
    expect(match({ payerPhone: '+20 (100) 123-4567' })).toMatchObject({ loanId: FIRST, rule: 'payer' });
    expect(match({ payerAccount: 'EG38 0019 0005 0000 0000 2631 8000 2' })).toMatchObject({ loanId: SECOND });
  });

  it('holds a payer of two loans', () => {
    expect(match({ payerAccount: 'crowded' })).toMatchObject({ code: 'ambiguous' });
    expect(
      match({ payerAccount: 'EG380019000500000000263180002', payerPhone: '201001234567' }),
    ).toMatchObject({ code: 'ambiguous' });
  });

  it('only suggests by name', () => {
    expect(match({ payerName: ' NILE Books ' })).toMatchObject({
      loanId: null,
      code: 'no_match',
      suggestions: [SECOND],
    });
    expect(match({ payerName: 'Nile' })).toMatchObject({ suggestions: [] });
  });
});

describe('askedNames', () => {
  it('asks for everything a match can come from', () => {
    const row: RowNames = {
      ...NOTHING,
      loan: FIRST,
      text: `Maadi Shop 12 paid 1814 for ${SECOND}`,
      payerPhone: '0100 123',
      payerAccount: 'ACC-1',
      payerName: 'Nile Books',
    };
    const { names, payers, businesses } = askedNames([row]);
    expect(names).toContain(foldAlias(FIRST));
    expect(names).toContain(foldAlias(SECOND));
    expect(names).toContain('maadishop12');
    expect(names).not.toContain('1814');
    expect([...payers]).toEqual([...payerKeys(row)]);
    expect([...businesses]).toEqual(['nile books']);
  });

  it('asks for nothing on behalf of rows that say nothing', () => {
    const { names, payers, businesses } = askedNames([NOTHING, { ...NOTHING, customerReference: ' - ' }]);
    expect([names.size, payers.size, businesses.size]).toEqual([0, 0, 0]);
  });
});
