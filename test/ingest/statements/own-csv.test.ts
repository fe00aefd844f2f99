import { describe, expect, it } from 'vitest';
import { moved, readStatements, refusalOf } from './read-statements.ts';

const HEAD = 'loan_id,payment_amount,payment_date,payment_method,payment_reference';

function own(...rows: readonly string[]): string {
  return [HEAD, ...rows, ''].join('\n');
}

describe('our own columns', () => {
  it('stand in any order, with other columns beside them, comma, semicolon or tab between them', async () => {
    for (const mark of [',', ';', '\t']) {
      const text = ['note,payment_date,loan_id,payment_amount', 'a,2026-04-02,LN-9,500.00']
        .join('\n')
        .replaceAll(',', mark);
      const { profile, rows, faults } = await readStatements(text);
      expect(profile).toBe('loandesk');
      expect(faults).toEqual([]);
      expect(rows).toMatchObject([
        {
          line: 2,
          direction: 'credit',
          loan: 'LN-9',
          amount: '500.00',
          amountPiastres: 50_000,
          currency: 'EGP',
          bookingDate: '2026-04-02',
          method: null,
          bankReference: null,
          original: ['a', '2026-04-02', 'LN-9', '500.00'],
        },
      ]);
    }
  });

  it('may be headed as people write them', async () => {
    const { rows } = await readStatements(
      'Loan ID,Payment Amount,Payment Date,Notes\nLN-1,1.00,2026-04-02,x\n',
    );
    expect(rows).toMatchObject([{ loan: 'LN-1', amount: '1.00', text: 'x' }]);
  });

  it('equal rows are all there', async () => {
    const { rows } = await readStatements(own('LN-9,500.00,2026-04-02,,', 'LN-9,500.00,2026-04-02,,'));
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('every fault of the file is told, with line, column, value, code and reason', async () => {
    const { rows, faults, ends } = await readStatements(
      own(
        'LN-1,abc,2026-04-02,,',
        ',10.00,2026-02-31,,',
        'LN-1,10.00,2026-04-02,cash,',
        'LN-1,-10,2026-04-02,,',
        'LN-1,,,,',
        'LN-1,1e5,2026-04-02,,',
        'LN-1,0.00,2026-04-02,,',
        'LN-1,10.001,2026-04-02,,',
        'LN-1,10.00,2026-04-02,,',
      ),
    );
    expect(rows).toHaveLength(1);
    expect(faults.map(({ line, column, value, code }) => `${line} ${column} [${value}] ${code}`)).toEqual([
      '2 payment_amount [abc] invalid_amount',
      '3 payment_date [2026-02-31] invalid_date',
      '3 loan_id [] required',
      '4 payment_method [cash] invalid_choice',
      '5 payment_amount [-10] negative_amount',
      '6 payment_amount [] required',
      '6 payment_date [] required',
      '7 payment_amount [1e5] invalid_amount',
      '8 payment_amount [0.00] invalid_amount',
      '9 payment_amount [10.001] invalid_amount',
    ]);
    expect(
      faults.every(
        ({ message, scope, original }) => message !== '' && scope === 'row' && original.length === 5,
      ),
    ).toBe(true);
    expect(ends).toMatchObject([{ entries: 9, credits: { count: 1, sum: '10.00' } }]);
  });

  it('references stay letter by letter; one that a spreadsheet changed is a fault', async () => {
    const references = ['420926189200190257681175017717', '000123', '0E68', '1e5', '9007199254740993'];
    const { rows, faults } = await readStatements(
      own(...[...references, '4.20926E+29'].map((reference) => `LN-1,1.00,2026-04-02,,${reference}`)),
    );
    expect(rows.map(({ bankReference }) => bankReference)).toEqual(references);
    expect(faults).toMatchObject([
      {
        line: 7,
        code: 'reference_damaged',
        value: '4.20926E+29',
        message: expect.stringContaining('changed by a spreadsheet'),
      },
    ]);
  });

  it('Arabic-Indic digits and separators are read as theirs', async () => {
    const { rows } = await readStatements(
      own('LN-٧,١٤٬٥٠٠٫٥٥,٢٠٢٦-٠٤-٠٢,,', 'LN-7,۱۲۳,2026-04-02,,', 'LN-7,١2٣,2026-04-02,,'),
    );
    expect(moved(rows)).toEqual(['14500.55 2026-04-02', '123.00 2026-04-02', '123.00 2026-04-02']);
    expect(rows[0]?.loan).toBe('LN-٧');
  });

  it('digits with a tab or a line between them are no amount', async () => {
    const { faults } = await readStatements(
      own('LN-1,"1\t250.50",2026-04-02,,', 'LN-1,"1\n250",2026-04-02,,'),
    );
    expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '2 invalid_amount',
      '3 invalid_amount',
    ]);
  });

  it('a row in another currency is read in it', async () => {
    const { rows, ends } = await readStatements(
      'loan_id,payment_amount,currency,payment_date\nLN-1,500.00,EGP,2026-04-02\nLN-1,500.00,USD,2026-04-02\n',
    );
    expect(rows.map(({ currency }) => currency)).toEqual(['EGP', 'USD']);
    expect(ends).toMatchObject([
      {
        currency: 'EGP',
        credits: { count: 1, sum: '500.00' },
        others: [{ currency: 'USD', credits: { sum: '500.00' } }],
      },
    ]);
  });

  it('a heading of ours is read however it is written, and nothing is said of it', async () => {
    const { rows, warnings } = await readStatements(
      'Loan ID,Payment Amount,Payment Date,PAYMENT REFERENCE\nLN-1,1.00,2026-04-02,X1\n',
    );
    expect(rows).toMatchObject([{ loan: 'LN-1', amount: '1.00', bankReference: 'X1' }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['loan_id,amount,payment_date', /has no column payment_amount, for which "amount" may be meant\. /],
    ['loan_id;payment_amount;date', /has no column payment_date, for which "date" may be meant\. /],
    ['loan_no,payment_amount,payment_date', /has no column loan_id, for which "loan_no" may be meant\. /],
    ['loan_id,payment_amount,when', /has no column payment_date\. Our headings are/],
    ['one,two,payment_date', /no format that is known/],
    ['Payment date,Payment amount,Sender ID', /no format that is known/],
  ])('the column that is missing is named: %s', async (headings, said) => {
    expect(await refusalOf(`${headings}\nLN-1,1.00,2026-04-02\n`)).toMatch(said);
  });

  it('a heading that is nearly one of ours is told of', async () => {
    const { warnings } = await readStatements(
      'loan_id,payment_amount,payment_date,payment_methd\nLN-1,1.00,2026-04-02,X1\n',
    );
    expect(warnings).toMatchObject([
      { code: 'unknown_column', message: expect.stringContaining('payment_method') },
    ]);
  });

  it('a heading that may be the reference is a question, answered by a flag for one run', async () => {
    const text = 'loan_id,payment_amount,payment_date,bank_ref\nLN-1,1.00,2026-04-02,X1\n';
    expect(await refusalOf(text)).toMatch(/"bank_ref" that looks like.*--columns-map "reference=bank_ref"/);
    const { rows, profile } = await readStatements(text, { columnsMap: 'reference=bank_ref' });
    expect(profile).toBe('loandesk');
    expect(rows).toMatchObject([{ loan: 'LN-1', bankReference: 'X1' }]);
  });

  it('a reject file is read as it was', async () => {
    const { rows, warnings } = await readStatements(
      `${HEAD},line,code,reason\nLN-1,1.00,2026-04-02,,X,3,invalid_amount,"was ""abc"""\n`,
    );
    expect(rows).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('a quotation mark that is never closed is a fault of its line; quoted cells may hold lines', async () => {
    const text =
      'loan_id,payment_amount,payment_date,details\nLN-1,1.00,2026-04-02,"two\nlines, one ""cell"""\nLN-2,"2.00,2026-04-02,x\nLN-3,3.00,2026-04-02,last';
    const { rows, faults } = await readStatements(text);
    expect(rows.map(({ line, loan, text: details }) => [line, loan, details])).toEqual([
      [2, 'LN-1', 'two lines, one "cell"'],
      [5, 'LN-3', 'last'],
    ]);
    expect(faults).toMatchObject([{ line: 4, code: 'unreadable_row' }]);
  });
});

describe('B29: the decimal mark of the column', () => {
  const amounts = (cells: readonly string[]) =>
    ['loan_id;payment_amount;payment_date', ...cells.map((cell) => `LN-1;${cell};2026-04-02`)].join('\n');
  it.each([
    [
      ['25,000', '1,250.50', '3,000'],
      ['25000.00', '1250.50', '3000.00'],
    ],
    [
      ['1.355,90', '4.711,98', '1.000'],
      ['1355.90', '4711.98', '1000.00'],
    ],
    [
      ['1,250', '7,650', '1,234,500'],
      ['1250.00', '7650.00', '1234500.00'],
    ],
    [
      ['100', '12,5'],
      ['100.00', '12.50'],
    ],
  ])('%j are %j', async (cells, read) => {
    const { rows } = await readStatements(amounts(cells));
    expect(rows.map(({ amount }) => amount)).toEqual(read);
  });

  it.each([[['1,234', '5,678']], [['1.000']], [['1,250.50', '1.250,50']]])(
    '%j stops and names the flag',
    async (cells) => {
      expect(await refusalOf(amounts(cells))).toMatch(/--decimal comma or --decimal point/);
    },
  );

  it('the flag decides', async () => {
    const read = async (decimal: string) =>
      (await readStatements(amounts(['1,234']), { decimal })).rows.map(({ amount }) => amount);
    expect(await read('point')).toEqual(['1234.00']);
    const { faults } = await readStatements(amounts(['1,234']), { decimal: 'comma' });
    expect(faults).toMatchObject([
      { code: 'invalid_amount', message: expect.stringContaining('more than two decimals') },
    ]);
  });

  it('a plain cell before the column was asked reads as one behind it', async () => {
    const { rows } = await readStatements(amounts(['7', '1.355,90', '8']));
    expect(rows.map(({ amount }) => amount)).toEqual(['7.00', '1355.90', '8.00']);
  });
});

describe('B35: day and month of the column', () => {
  const dates = (cells: readonly string[]) =>
    ['loan_id,payment_amount,payment_date', ...cells.map((cell) => `LN-1,1.00,${cell}`)].join('\n');
  it('one day above twelve settles all', async () => {
    const { rows } = await readStatements(dates(['03/04/2026', '13/04/2026']));
    expect(rows.map(({ bookingDate }) => bookingDate)).toEqual(['2026-04-03', '2026-04-13']);
  });

  it('nothing above twelve stops and names the flag, which decides', async () => {
    expect(await refusalOf(dates(['03/04/2026', '05/06/2026']))).toMatch(/--date-format DD\/MM\/YYYY/);
    const { rows } = await readStatements(dates(['03/04/2026', '05/06/2026']), { dateFormat: 'MM/DD/YYYY' });
    expect(rows.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-04', '2026-05-06']);
  });

  it('a day that does not exist is a fault, never the next', async () => {
    const { faults, rows } = await readStatements(dates(['31/02/2026']));
    expect(rows).toEqual([]);
    expect(faults).toMatchObject([
      { line: 2, column: 'payment_date', value: '31/02/2026', code: 'invalid_date' },
    ]);
  });
});

describe('what is no repayment file', () => {
  it.each([
    ['a,b,c\n1,2,3\n', /--columns-map.*--source/],
    ['[{"loan_id":"LN-1"}]', /JSON array/],
    ['%PDF-1.7', /PDF/],
    ['loan_id,payment_date\nLN-1,2026-04-02\n', /--columns-map/],
    ['loan_id,payment_amount,payment_amount,payment_date\n', /"payment_amount" twice/],
  ])('%j is refused', async (text, reason) => {
    expect(await refusalOf(text)).toMatch(reason);
  });

  it('options that cannot be understood are refused by their flag', async () => {
    expect(await refusalOf(own(), { decimal: 'dot' })).toMatch(/--decimal/);
    expect(await refusalOf(own(), { dateFormat: 'd/m/y' })).toMatch(/--date-format/);
    expect(await refusalOf(own(), { encoding: 'latin' })).toMatch(/--encoding/);
    expect(await refusalOf(own(), { inputFormat: 'xls' })).toMatch(/--input-format/);
    expect(await refusalOf(own(), { columnsMap: 'paymentdate=Date' })).toMatch(/did you mean payment_date/);
  });
});
