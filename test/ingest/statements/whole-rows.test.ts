import { describe, expect, it } from 'vitest';
import { moved, readStatements, summed } from './read-statements.ts';

const coded = (warnings: readonly { code: string; message: string }[]) =>
  warnings.map(({ code, message }) => `${code}: ${message}`);

describe('columns that nobody mapped', () => {
  it('are text of their rows, and named once', async () => {
    const { rows, warnings } = await readStatements(
      [
        'Date,Details,Branch,Teller,Empty,Debit,Credit',
        '2026-04-02,a,Maadi  12,  Mona ,,,5.00',
        '2026-04-03,b,,,,,6.00',
        '2026-04-04,c,Giza,,,,7.00,LN-7',
      ].join('\n'),
    );
    expect(rows.map(({ otherText }) => otherText)).toEqual([
      'Branch: Maadi 12; Teller: Mona',
      null,
      'Branch: Giza; LN-7',
    ]);
    expect(coded(warnings)).toEqual([
      'columns_as_text: Nobody said what these columns are: "Branch", "Teller". They are kept as text of their rows (--columns-map).',
    ]);
  });

  it('are text in our own columns too, but for those that a reject file adds', async () => {
    const head = 'loan_id,payment_amount,payment_date,branch';
    const { rows } = await readStatements(`${head}\nLN-1,1.00,2026-04-02,Giza\n`);
    expect(rows).toMatchObject([{ otherText: 'branch: Giza' }]);
    const rejected = await readStatements(
      `${head},line,code,reason\nLN-1,1.00,2026-04-02,Giza,3,invalid_amount,x\n`,
    );
    expect(rejected.rows).toMatchObject([{ otherText: 'branch: Giza' }]);
  });

  it('have a type among them that says nothing of the direction', async () => {
    const { rows } = await readStatements(
      'Date,Transaction type,Details,Debit,Credit\n2026-04-02,IPN,a,,5.00\n2026-04-03,ATM,b,6.00,\n',
    );
    expect(rows.map(({ otherText }) => otherText)).toEqual([
      'Transaction type: IPN',
      'Transaction type: ATM',
    ]);
  });

  it('of a file without headings are told by their numbers', async () => {
    const { rows } = await readStatements('2026-04-02,Giza,5.00\n', {
      columnsMap: 'payment_date=1,amount=3',
      profile: { name: 'x', document: { sign: 'credits_only' } },
    });
    expect(rows).toMatchObject([{ otherText: 'column 2: Giza', amount: '5.00' }]);
  });
});

describe('the balance after a row', () => {
  it('is decimal text, below zero when overdrawn, and null in a blank cell', async () => {
    const { rows } = await readStatements(
      [
        'Date,Details,Debit,Credit,Balance',
        '2026-04-02,a,,500.00,"1,500.00"',
        '2026-04-02,b,1700,,-200',
        '2026-04-02,c,,1.00,199.00 Dr',
        '2026-04-02,d,,1.00,-',
        '2026-04-02,e,,1.00,n/a',
        '2026-04-02,f,,1.00,(196.00)',
      ].join('\n'),
    );
    expect(rows.map(({ balance, otherText }) => [balance, otherText])).toEqual([
      ['1500.00', null],
      ['-200.00', null],
      ['-199.00', null],
      [null, null],
      [null, 'Balance: n/a'],
      ['-196.00', null],
    ]);
  });

  it('is told of a closing balance that differs from row to row, and of none that is the statement’s', async () => {
    const read = async (two: string) =>
      (
        await readStatements(
          `Date,Details,Debit,Credit,Closing balance\n2026-04-02,a,,5.00,15.00\n2026-04-03,b,,1.00,${two}\n`,
        )
      ).rows.map(({ balance }) => balance);
    expect(await read('16.00')).toEqual(['15.00', '16.00']);
    expect(await read('15.00')).toEqual([null, null]);
  });
});

it('a placeholder in a column of references is no reference, and stays as text', async () => {
  const { rows } = await readStatements(
    [
      'Date,Reference,Debit,Credit',
      '2026-04-02,-,,5.00',
      '2026-04-02,InstaPay,,5.00',
      '2026-04-02,0000,,5.00',
      '2026-04-02,FT1,,5.00',
    ].join('\n'),
  );
  expect(rows.map(({ bankReference, otherText }) => [bankReference, otherText])).toEqual([
    [null, null],
    [null, 'Reference: InstaPay'],
    [null, null],
    ['FT1', null],
  ]);
});

it('a dash in an amount cell is nothing', async () => {
  const { rows, faults, ends } = await readStatements(
    [
      'Date,Description,Debit,Credit,Balance',
      '2026-04-02,a, -   ,500.00,1500.00',
      '2026-04-03,fee,5.00, – ,1495.00',
      '2026-04-03,b,--,—,1495.00',
    ].join('\n'),
  );
  expect(faults).toEqual([]);
  expect(moved(rows)).toEqual(['500.00 2026-04-02', '-5.00 2026-04-03', '0.00 2026-04-03']);
  expect(summed(ends)).toEqual(['1000.00 to 1495.00, 3 entries, in 500.00 (1), out 5.00 (1), ties true']);
});

describe('a text over several lines', () => {
  const text = [
    'Date,Details,Branch,Debit,Credit,Balance',
    '2026-04-02,TRANSFER FROM,,,500.00,1500.00',
    ',MONA ALI FOR,Giza,,,',
    ',LN-7,,,,',
    '2026-04-03,x,,oops,,1.00',
    ',rest of it,,,,',
    '2026-04-04,fee,,5.00,,1495.00',
    ',End of statement,,,,',
    ',thank you,,,,',
  ].join('\n');

  it('is one row, wherever chunks cut it', async () => {
    for (const chunk of [7, 64, 100_000]) {
      const { rows, faults, warnings } = await readStatements(text, {}, chunk);
      expect(rows.map((row) => [row.line, row.text, row.otherText])).toEqual([
        [2, 'TRANSFER FROM MONA ALI FOR LN-7', 'Branch: Giza'],
        [7, 'fee', null],
      ]);
      expect(rows[0]?.original).toEqual([
        '2026-04-02',
        'TRANSFER FROM MONA ALI FOR LN-7',
        'Giza',
        '',
        '500.00',
        '1500.00',
      ]);
      expect(faults.map(({ line, original }) => [line, original[1]])).toEqual([[5, 'x rest of it']]);
      expect(coded(warnings)).toContain(
        'rows_joined: 3 lines of text were joined to the row above, the first being line 3.',
      );
    }
  });

  it('has its reference found in all of it', async () => {
    const document = {
      columns: { payment_date: 'Date', details: 'Details', credit: 'Credit', debit: 'Debit' },
      reference_pattern: 'for (\\w+)',
    };
    const { rows } = await readStatements('Date,Details,Debit,Credit\n2026-04-02,FOR,,5.00\n,AB7,,\n', {
      profile: { name: 'x', document },
    });
    expect(rows).toMatchObject([{ text: 'FOR AB7', customerReference: 'AB7' }]);
  });
});

describe('a balance or a total in an amount column', () => {
  it('is information of the statement, with or without a date', async () => {
    const { rows, faults, ends, warnings } = await readStatements(
      [
        'Date,Details,Reference,Debit,Credit',
        '2026-04-01,Opening balance,,,1000.00',
        '2026-04-02,a,FT1,,500.00',
        '2026-04-03,b,FT2,5.00,',
        ',Total,,5.00,500.00',
        '2026-04-03,Closing Balance as of 03/04/2026,,,1495.00',
      ].join('\n'),
    );
    expect([faults, moved(rows)]).toEqual([[], ['500.00 2026-04-02', '-5.00 2026-04-03']]);
    expect(summed(ends)).toEqual(['1000.00 to 1495.00, 2 entries, in 500.00 (1), out 5.00 (1), ties true']);
    expect(coded(warnings)).toEqual([
      'balance_as_amount: Line 2: "Opening balance" 1000.00 is read as the opening balance, not as money that moved.',
      'balance_as_amount: Line 6: "Closing Balance as of 03/04/2026" 1495.00 is read as the closing balance, not as money that moved.',
    ]);
  });

  it('in Arabic', async () => {
    const { rows, ends } = await readStatements(
      [
        'التاريخ,البيان,مدين,دائن',
        '2026-04-01,رصيد افتتاحى,,1000.00',
        '2026-04-02,ايداع,,500.00',
        '2026-04-02,الاجمالي,,500.00',
        '2026-04-03,رصيد مرحّل,,1500.00',
      ].join('\n'),
    );
    expect(moved(rows)).toEqual(['500.00 2026-04-02']);
    expect(summed(ends)).toEqual(['1000.00 to 1500.00, 1 entries, in 500.00 (1), out 0.00 (0), ties true']);
  });

  it('is a movement where it has a reference, or the balances show that it moved them', async () => {
    const { rows } = await readStatements(
      [
        'Date,Details,Reference,Debit,Credit,Balance',
        '2026-04-02,a,FT1,,500.00,1500.00',
        '2026-04-03,Total,FT2,,10.00,1510.00',
        '2026-04-03,Total,,,10.00,1520.00',
        '2026-04-03,Total,,,520.00,1520.00',
      ].join('\n'),
    );
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  });
});
