import { describe, expect, it } from 'vitest';
import { readUserDataLine } from '../../src/domain/user-data.ts';
import { linesOf, refusalOf, transactionsOf } from './read-user-text.ts';

const SIGNED = {
  columnsMap: 'timestamp=Date,amount=Amount,details=Text',
  currency: 'EGP',
};
const signed = (...rows: readonly string[]) => `Date,Text,Amount\n${rows.join('\n')}\n`;
const pick = (transactions: readonly Readonly<Record<string, unknown>>[], field: string) =>
  transactions.map((transaction) => transaction[field]);
const seconds = (text: string) => Date.parse(text) / 1000;

describe('a CSV history through a column map', () => {
  it('becomes transactions in our own form', async () => {
    const text = [
      'Account,1001,,,',
      '',
      'Date,Text,Amount,Balance',
      '2026-04-02 10:00,"Shop, Giza",-50.25,100.00',
      '2026-04-03,Pay,"1,000.50","1,100.50"',
    ].join('\r\n');
    const map = { columnsMap: 'timestamp=date,amount=AMOUNT,details=Text,balance=Balance', currency: 'EGP' };
    const lines = await linesOf(text, map);
    expect(lines.map(({ line, source }) => ({ line, source }))).toEqual([
      { line: 4, source: 'standard input' },
      { line: 5, source: 'standard input' },
    ]);
    expect(lines[0]!.value).toEqual({
      kind: 'transaction',
      user_id: 'u-1',
      id: expect.any(Number),
      account_type: 'debit',
      amount: '50.25',
      timestamp: seconds('2026-04-02T10:00:00Z'),
      event: 'cash_out',
      transaction_type: 'unknown',
      amount_currency: 'EGP',
      balance: '100.00',
      balance_currency: 'EGP',
      institution_name: 'Delta Bank',
      id_is_of_content: true,
    });
    expect(lines[1]!.value).toMatchObject({ amount: '1000.50', event: 'cash_in', balance: '1100.50' });
    for (const { value } of lines) expect(readUserDataLine(value)).not.toHaveProperty('fault');
  });

  it('needs no map when the columns have our names', async () => {
    const text = 'timestamp;amount;event;transaction_type;currency\n1767225599;5,50;cash_in;Salary;EGP\n';
    expect(await transactionsOf(text)).toMatchObject([
      { timestamp: 1_767_225_599, amount: '5.50', event: 'cash_in', transaction_type: 'salary' },
    ]);
  });

  it('reads credits and debits, and leaves out a row in which no money moves', async () => {
    const text =
      'التاريخ,البيان,مدين,دائن\n26/09/2026,رصيد,,\n27/09/2026,سحب,"2,750",\n28/09/2026,إيداع,,"1,234,500"\n';
    const lines = await linesOf(text, {
      columnsMap: 'timestamp=التاريخ,details=البيان,debit=مدين,credit=دائن',
      currency: 'EGP',
    });
    expect(lines[0]).toMatchObject({ line: 2, leftOut: 'no money in or out' });
    expect(lines.slice(1).map(({ value }) => value)).toMatchObject([
      { amount: '2750.00', event: 'cash_out' },
      { amount: '1234500.00', event: 'cash_in' },
    ]);
  });

  it('reads rows of a quoted cell with line breaks, and knows their lines', async () => {
    const lines = await linesOf(signed('2026-04-02,"a\nb\nc",-1', '2026-04-03,d,x'), SIGNED);
    expect(lines.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('takes times without an offset in the zone it is told, dates always in UTC', async () => {
    const text = signed('2026-04-02 12:00,a,-1', '2026-07-02T12:00:00+01:00,b,-1', '2026-04-02,c,-1');
    expect(pick(await transactionsOf(text, { ...SIGNED, timeZone: 'Africa/Cairo' }), 'timestamp')).toEqual([
      seconds('2026-04-02T10:00:00Z'),
      seconds('2026-07-02T11:00:00Z'),
      seconds('2026-04-02T00:00:00Z'),
    ]);
  });

  it('B38: answers every bad row with line, column, value and reason, and keeps the good ones', async () => {
    const text = signed(
      '2026-04-02,a,-1',
      '2026-04-03,b,abc',
      '31/02/2026,c,5',
      '2026-04-04,d,',
      '2026-04-05,e,7',
    );
    const lines = await linesOf(text, SIGNED);
    expect(lines.filter((line) => line.unreadable !== undefined)).toEqual([
      {
        source: 'standard input',
        line: 3,
        field: 'Amount',
        value: 'abc',
        unreadable: '"abc" is not a number',
      },
      {
        source: 'standard input',
        line: 4,
        field: 'Date',
        value: '31/02/2026',
        unreadable: '"31/02/2026" is no day of the calendar, read as DD/MM/YYYY',
      },
    ]);
    expect(lines.filter((line) => line.unreadable === undefined)).toHaveLength(3);
    expect(lines[3]).toMatchObject({ line: 5, leftOut: 'no money in or out' });
  });
});

describe('the direction of a CSV history', () => {
  it('is never guessed from amounts without a sign', async () => {
    const refusal = await refusalOf(signed('2026-04-02,a,50.00', '2026-04-03,b,20.00'), SIGNED);
    expect(refusal).toContain('does not say which amounts came in and which went out');
    expect(refusal).toContain('--columns-map');
  });

  it('B30: is the type column’s, blind to case', async () => {
    const text = 'Date,Type,Amount\n2026-04-02,Credit,5\n2026-04-03,DEBIT,6\n2026-04-04,debit,-7\n';
    const map = { columnsMap: 'timestamp=Date,amount=Amount,event=Type', currency: 'EGP' };
    expect(pick(await transactionsOf(text, map), 'event')).toEqual(['cash_in', 'cash_out', 'cash_out']);
  });

  it('is refused when word and sign contradict, or the word is not known', async () => {
    const text = 'Date,Type,Amount\n2026-04-02,Credit,-5\n2026-04-03,Debit,+6\n2026-04-04,Move,7\n';
    const map = { columnsMap: 'timestamp=Date,amount=Amount,event=Type', currency: 'EGP' };
    expect((await linesOf(text, map)).map(({ unreadable }) => unreadable)).toEqual([
      'its sign and "Credit" contradict',
      'its sign and "Debit" contradict',
      '"Move" does not say whether money came in or went out',
    ]);
  });

  it('is refused when a row has a credit and a debit; a credit below zero went out', async () => {
    const text = 'Date,In,Out\n2026-04-02,5,6\n2026-04-03,-5,\n2026-04-04,0.00,-3.10\n';
    const lines = await linesOf(text, { columnsMap: 'timestamp=Date,credit=In,debit=Out', currency: 'EGP' });
    expect(lines.map(({ unreadable }) => unreadable)).toEqual([
      'the row has a credit and a debit',
      undefined,
      undefined,
    ]);
    expect(lines[1]!.value).toMatchObject({ event: 'cash_out', amount: '5.00' });
    expect(lines[2]!.value).toMatchObject({ event: 'cash_out', amount: '3.10' });
  });
});

describe('what only whole columns can say', () => {
  it('B29: the decimal mark, or a stop that names --decimal', async () => {
    const text = 'Date;Text;Amount\n2026-04-02;a;-1.355,90\n2026-04-03;b;1.000\n';
    expect(pick(await transactionsOf(text, SIGNED), 'amount')).toEqual(['1355.90', '1000.00']);
    const open = 'Date;Text;Amount\n2026-04-02;a;-1,234\n2026-04-03;b;5,678\n';
    expect(await refusalOf(open, SIGNED)).toContain('--decimal comma or --decimal point');
    expect(pick(await transactionsOf(open, { ...SIGNED, decimal: 'point' }), 'amount')).toEqual([
      '1234.00',
      '5678.00',
    ]);
  });

  it('B30: signs of all kinds', async () => {
    const text = signed(
      '2026-04-01,a,(900.23)',
      '2026-04-02,b,900.23-',
      '2026-04-03,c,"E£ 1,500.00"',
      '2026-04-04,d,"1,500.00 ج.م"',
      '2026-04-05,e,EGP -45.00',
      '2026-04-06,f,−12.00',
      '2026-04-07,g,+ 70.00',
    );
    const transactions = await transactionsOf(text, SIGNED);
    expect(transactions.map(({ event, amount }) => `${event} ${amount}`)).toEqual([
      'cash_out 900.23',
      'cash_out 900.23',
      'cash_in 1500.00',
      'cash_in 1500.00',
      'cash_out 45.00',
      'cash_out 12.00',
      'cash_in 70.00',
    ]);
  });

  it('B35: day and month, or a stop that names --date-format', async () => {
    const settled = signed('03/04/2026,a,-1', '13/04/2026,b,-1');
    expect(pick(await transactionsOf(settled, SIGNED), 'timestamp')).toEqual([
      seconds('2026-04-03'),
      seconds('2026-04-13'),
    ]);
    const open = signed('03/04/2026,a,-1', '05/06/2026,b,-1');
    expect(await refusalOf(open, SIGNED)).toContain('--date-format DD/MM/YYYY');
    expect(pick(await transactionsOf(open, { ...SIGNED, dateFormat: 'MM/DD/YYYY' }), 'timestamp')).toEqual([
      seconds('2026-03-04'),
      seconds('2026-05-06'),
    ]);
    expect(await refusalOf(open, { ...SIGNED, dateFormat: '%d' })).toContain('--date-format cannot be "%d"');
  });

  it('B22: a currency that is not the file’s refuses its row', async () => {
    const text = signed('2026-04-02,a,EGP -500.00', '2026-04-03,b,USD -500.00');
    expect((await linesOf(text, SIGNED)).map(({ unreadable }) => unreadable)).toEqual([
      undefined,
      '"USD -500.00" is not in EGP',
    ]);
    const byColumn = 'Date,Amount,Cur\n2026-04-02,-5,egp\n2026-04-03,-5,USD\n';
    const map = { columnsMap: 'timestamp=Date,amount=Amount,currency=Cur' };
    expect(pick(await transactionsOf(byColumn, map), 'amount_currency')).toEqual(['EGP', 'USD']);
    expect(await refusalOf(signed('2026-04-02,a,-5'), { columnsMap: SIGNED.columnsMap })).toContain(
      '--currency',
    );
  });
});

describe('the columns map', () => {
  it.each([
    ['details=Foo', 'does not show the rest of its columns: timestamp is missing'],
    ['timestamp=Date,credit=In', 'does not show the rest of its columns: amount is missing, or credit and'],
    ['timestamp=Date,amount=A,debit=B', 'amount goes without credit and debit'],
    ['timestamp=Date,ammount=A', 'did you mean amount?'],
    ['timestamp=Date,timestamp=D,amount=A', 'timestamp is given twice'],
    ['Date', '"Date" is not column=heading'],
  ])('"%s" is refused', async (columnsMap, why) => {
    const refusal = await refusalOf(signed('2026-04-02,a,-5'), { columnsMap, currency: 'EGP' });
    expect(refusal).toContain(why);
  });

  it('names the columns there are when one is not', async () => {
    const refusal = await refusalOf(signed('2026-04-02,a,-5'), {
      columnsMap: 'timestamp=Date,amount=Sum',
      currency: 'EGP',
    });
    expect(refusal).toContain('has no column "Sum"');
    expect(refusal).toContain('Date, Text, Amount');
  });

  it('takes no column that stands there twice, but does not mind others that do', async () => {
    const text = 'Date,Note,Amount,Note\n2026-04-02,a,-5,b\n';
    const map = { columnsMap: 'timestamp=Date,amount=Amount', currency: 'EGP' };
    expect(await transactionsOf(text, map)).toHaveLength(1);
    const twice = { columnsMap: 'timestamp=Date,amount=Amount,details=Note', currency: 'EGP' };
    expect(await refusalOf(text, twice)).toContain('has the column "Note" twice');
  });

  it('allows a comma in a heading', async () => {
    const text = 'Date;"Amount, EGP"\n2026-04-02;-5\n';
    expect(
      await transactionsOf(text, { columnsMap: 'timestamp=Date,amount=Amount, EGP', currency: 'EGP' }),
    ).toHaveLength(1);
  });
});
