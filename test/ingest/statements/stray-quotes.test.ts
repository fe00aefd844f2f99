import { describe, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';

const OWN = 'loan_id,payment_amount,payment_date,payment_reference,details';
const BANK = 'Date,Description,Reference,Credit,Debit';

/** The lines that became rows, and those that are told to be wrong. */
async function linesOf(...lines: readonly string[]) {
  const { rows, faults } = await readStatements(`${lines.join('\n')}\n`);
  return {
    read: rows.map(({ line }) => line),
    wrong: faults.map(({ line, code }) => `${line} ${code}`),
    faults,
  };
}

describe('a stray quotation mark hides no row', () => {
  it('when another one stands in the middle of a later cell', async () => {
    const { read, wrong, faults } = await linesOf(
      OWN,
      'LN-1,100,2026-04-03,R1,"from shop',
      'LN-2,200,2026-04-03,R2,x',
      'LN-3,300,2026-04-03,R3,"from other',
      'LN-4,400,2026-04-03,R4,x',
    );
    expect(read).toEqual([3, 5]);
    expect(wrong).toEqual(['2 unreadable_row', '4 unreadable_row']);
    expect(faults[0]?.original).toEqual(['LN-1,100,2026-04-03,R1,"from shop']);
  });

  it.each([
    [
      'the reference',
      [OWN, 'LN-1,100,2026-04-03,"R1,', 'LN-2,200,2026-04-03,R2,', 'LN-3,300,2026-04-03,R3",'],
    ],
    [
      'a text, a row in between',
      [BANK, '2026-04-01,"a,R1,5.00,', '2026-04-02,b,R2,6.00,', '2026-04-03,c",R3,7.00,'],
    ],
    ['a text', [BANK, '2026-04-01,"a,R1,5.00,', '2026-04-02,b",R2,6.00,']],
  ])('when another one closes the cell on a later row: %s', async (_where, lines) => {
    const { read, wrong, faults } = await linesOf(...lines);
    expect(read).toEqual([]);
    expect(wrong).toEqual(['2 unreadable_row']);
    expect(faults[0]?.message).toMatch(/^a quoted cell runs on to line 3, which looks like a row/);
  });

  it.each([
    ['2026-03-01', 'R1,"Nour,,5.00,', '2026-03-02,R2,b",6.00,'],
    ['20260301', 'R1,"Nour,5.00,', '20260302,R2,b",6.00,'],
    ['1 Mar 2026', 'R1,"Nour,5.00,', '2 Mar 2026,R2,b",6.00,'],
    ['01-March-2026', 'R1,"Nour,5.00,', '02-March-2026,R2,b",6.00,'],
  ])('whatever dates look like: %s', async (date, first, second) => {
    const { read, wrong } = await linesOf(
      'Date,Reference,Description,Credit,Debit',
      `${date},${first}`,
      second,
    );
    expect({ read, wrong }).toEqual({ read: [], wrong: ['2 unreadable_row'] });
  });

  it('when the date stands behind the text', async () => {
    const { read, wrong } = await linesOf(
      'payment_reference,loan_id,payment_amount,payment_date',
      '"R1,LN-1,100.00,2026-03-01',
      'TV 42",LN-2,200.00,2026-03-02',
    );
    expect({ read, wrong }).toEqual({ read: [], wrong: ['2 unreadable_row'] });
  });

  it('when it is opened above the headings', async () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => `2026-04-01,pay ${at},R${at},5.00,`);
    const { read, wrong } = await linesOf('"Nile Bank', BANK, ...rows, '2026-04-01,TV 42",R,5.00,');
    expect(read).toEqual([]);
    expect(wrong).toEqual(['1 unreadable_row']);
  });

  it('and a text of several lines is one', async () => {
    const { read, wrong } = await linesOf(
      BANK,
      '2026-04-01,"12 Nile St, Cairo',
      'on 2026-04-01, thanks',
      '2026-03-01, 10:00, branch, Cairo',
      'paid",R1,5.00,',
      '2026-04-02,b,R2,6.00,',
    );
    expect({ read, wrong }).toEqual({ read: [2, 6], wrong: [] });
  });
});

describe('a row whose text begins as a label does', () => {
  const VALUED = 'Booking date,Value date,Description,Reference,Credit,Debit';

  it('is a row by its value date', async () => {
    const { read, wrong } = await linesOf(
      VALUED,
      ',2026-04-03,Account 12345 pay,Z2,110.00,',
      ',2026-04-03,Total: pay,Z3,120.00,',
      ',2026-04-03,pay,Z6,150.00,',
    );
    expect({ read, wrong }).toEqual({ read: [2, 3, 4], wrong: [] });
  });

  it('and without any date is a fault, where a total or a balance is none', async () => {
    const { read, wrong } = await linesOf(
      BANK,
      ',Account 5 x,R2,100.00,',
      ',Total: pay,R3,100.00,',
      '2026-04-03,pay,R4,100.00,',
      ',Total,2 rows,300.00,',
      ',Total: ,,300.00,',
      ',Closing balance,,300.00,',
      'Account number,5,,,',
      ',Total: 1 item,-,300.00,',
      '"2026-03-02,pay,R2,200.00,"',
      '2026-03-03;pay;R3;300.00;',
    );
    expect(read).toEqual([4]);
    expect(wrong).toEqual(['2 required', '3 required', '10 invalid_date', '11 invalid_date']);
  });

  it('and the line below the rows that names the account is none, wherever its number stands', async () => {
    const { read, wrong } = await linesOf(
      'Date,Credit,Debit,Reference,Description',
      '2026-03-01,100.00,,R1,pay',
      'Account number,0123456',
    );
    expect({ read, wrong }).toEqual({ read: [2], wrong: [] });
  });
});
