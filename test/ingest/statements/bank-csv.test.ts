import { describe, expect, it } from 'vitest';
import { encoded, moved, readStatements, refusalOf, summed } from './read-statements.ts';

describe('a bank layout with credit and debit', () => {
  const french = [
    'Bank code : 1001,Agency Code : 10,From : 01/04/2020,To : 02/04/2020,,',
    'Account Number : 08088804068,Account Name : Owner,: EUR,,,',
    ',,,,,',
    'Balance at end of period,,,,"+31070,11",',
    'Date,Operation Number,Label,Debit,Credit,Detail',
    '01/04/20,OP 1,LABEL 1,"-50,00",,DETAILS',
    '02/04/20,OP 2,LABEL 2,"-180,68",,DETAILS',
    '02/04/20,OP 3,LABEL 3,,"1300,00",DETAILS',
    'Balance at start of period,,,,"+30000,77",',
  ].join('\r\n');

  it('has balances around its rows, commas for decimals and its currency in the preamble', async () => {
    const { rows, ends, begins, warnings } = await readStatements(french, { dateFormat: 'DD/MM/YY' });
    expect(begins).toMatchObject([{ account: '08088804068', currency: 'EUR' }]);
    expect(moved(rows)).toEqual(['-50.00 2020-04-01', '-180.68 2020-04-02', '1300.00 2020-04-02']);
    expect(rows[0]).toMatchObject({ line: 6, bankReference: 'OP 1', text: 'LABEL 1 DETAILS' });
    expect(summed(ends)).toEqual([
      '30000.77 to 31070.11, 3 entries, in 1300.00 (1), out 230.68 (2), ties false',
    ]);
    expect(warnings).toMatchObject([
      { code: 'balances_do_not_tie', message: expect.stringContaining('off by 0.02') },
    ]);
  });

  it('stops where days and months could change places', async () => {
    expect(await refusalOf(french)).toMatch(/like 01\/04\/20 \(line 6, "Date"\).*--date-format/);
  });

  it('in Arabic, newest first, without decimals, in windows-1256', async () => {
    const text = [
      'كشف حساب,,,,',
      'رقم الحساب,0123-456,,,',
      'التاريخ,البيان,مدين,دائن,الرصيد',
      '30/09/2026,فائدة,,"1,250","1,241,985"',
      '29/09/2026,ورق,"98,765",,"1,240,735"',
      '28/09/2026,إيداع,,"1,339,500","1,339,500"',
      '26/09/2026,رصيد افتتاحي,,,0',
    ].join('\n');
    const { profile, ends, begins, rows } = await readStatements(encoded(text, 'windows-1256'));
    expect(profile).toBe('bank-arabic');
    expect(begins).toMatchObject([{ account: '0123-456', currency: 'EGP' }]);
    expect(moved(rows)).toEqual(['1250.00 2026-09-30', '-98765.00 2026-09-29', '1339500.00 2026-09-28']);
    expect(summed(ends)).toEqual([
      '0.00 to 1241985.00, 3 entries, in 1340750.00 (2), out 98765.00 (1), ties true',
    ]);
  });

  it('of one day tells by its balances which row was first', async () => {
    const read = async (rows: readonly string[]) =>
      summed((await readStatements(`Date,Details,Debit,Credit,Balance\n${rows.join('\n')}`)).ends);
    const rows = ['2026-09-01,a,,5.00,15.00', '2026-09-01,b,3.00,,12.00', '2026-09-01,c,,1.00,13.00'];
    const right = ['10.00 to 13.00, 3 entries, in 6.00 (2), out 3.00 (1), ties true'];
    expect(await read(rows)).toEqual(right);
    expect(await read(rows.toReversed())).toEqual(right);
  });

  it('a row with both sides or without a date is a fault; a credit below zero went out, a debit came back', async () => {
    const { faults, rows } = await readStatements(
      'Date,Debit,Credit\n2026-09-01,1.00,2.00\n2026-09-01,,-2.00\n,,5.00\n2026-09-01,-1.00,\n2026-09-01,1.00,\n',
    );
    expect(faults.map(({ line, column, code }) => `${line} ${column} ${code}`)).toEqual([
      '2 Debit two_directions',
      '4 Date required',
    ]);
    expect(moved(rows)).toEqual(['-2.00 2026-09-01', '1.00 2026-09-01', '-1.00 2026-09-01']);
  });

  it('a line of one cell is no row, in whatever column; a lone amount is one without a date', async () => {
    const { rows, faults } = await readStatements(
      'Date,Details,Debit,Credit\n2026-09-01,a,,1.00\n6 rows,,,\n"printed on 1/2/2026",,,\n,,,5.00\n',
    );
    expect(rows.map(({ line }) => line)).toEqual([2]);
    expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual(['5 required']);
  });

  it('is found by its headings though its cells are parted otherwise than its source says', async () => {
    const profile = {
      name: 'delta',
      document: {
        columns: { payment_date: 'Tag', credit: 'Ein', debit: 'Aus' },
        delimiter: 'comma',
        sign: 'columns',
      },
    };
    const { rows } = await readStatements('Tag;Ein;Aus\n2026-09-01;1,50;\n', { profile, decimal: 'comma' });
    expect(rows.map(({ amount }) => amount)).toEqual(['1.50']);
  });

  it('totals, repeated headings and lines of text are no rows', async () => {
    const { rows, faults } = await readStatements(
      'Date,Details,Debit,Credit\n2026-09-01,a,,1.00\nDate,Details,Debit,Credit\n2026-09-02,b,,2.00\nTotal,,,3.00\n,printed by the bank,,\n',
    );
    expect(moved(rows)).toEqual(['1.00 2026-09-01', '2.00 2026-09-02']);
    expect(faults).toEqual([]);
  });
});

describe('a bank layout with one amount column', () => {
  it('signs say which way money went; totals and balances on every row are checked', async () => {
    const head =
      'branch_code,account_number,currency,initial_balance,final_balance,income,expenses,income_entries,expenses_entries,branch_code,reference1,transaction_date,value_date,amount';
    const row = (amount: string, incomeEntries: string) =>
      `5678,1234567890,EUR,000.00,1000.00,1500.00,500.0,${incomeEntries},1,1234,456789012345,2019-11-02,2019-11-03,${amount}`;
    const read = (entries: string) =>
      readStatements([head, row('1500.00', entries), row('-500.00', entries)].join('\n'));
    const { ends, rows, faults, begins } = await read('1');
    expect(begins).toMatchObject([{ account: '1234567890', currency: 'EUR' }]);
    expect(rows[0]).toMatchObject({ bankReference: '456789012345', valueDate: '2019-11-03' });
    expect(summed(ends)).toEqual(['0.00 to 1000.00, 2 entries, in 1500.00 (1), out 500.00 (1), ties true']);
    expect(faults).toEqual([]);
    expect((await read('2')).faults).toMatchObject([
      { scope: 'file', code: 'control_total', column: 'income_entries', value: '2' },
    ]);
  });

  it.each(['Account Number', 'Account No', 'account_number'])(
    'the account stands in the column %s',
    async (heading) => {
      const { begins } = await readStatements(
        `Date,Details,Debit,Credit,${heading}\n2026-09-01,rent,,1.00,ACC1\n2026-09-01,rent,,1.00,ACC2\n`,
      );
      expect(begins.map(({ account }) => account)).toEqual(['ACC1', 'ACC2']);
    },
  );

  it('B30: parentheses, trailing minus, currency text and signs of all kinds', async () => {
    const cells = ['(900.23)', '900.23-', 'E£ 1500.00', '1500.00 ج.م', 'EGP -45.00', '−12.00', '+ 70.00'];
    const { rows } = await readStatements(
      ['Date;Amount', ...cells.map((cell) => `2026-09-01;${cell}`)].join('\n'),
    );
    expect(rows.map(({ direction, amount, currency }) => `${direction} ${amount} ${currency}`)).toEqual([
      'debit 900.23 EGP',
      'debit 900.23 EGP',
      'credit 1500.00 EGP',
      'credit 1500.00 EGP',
      'debit 45.00 EGP',
      'debit 12.00 EGP',
      'credit 70.00 EGP',
    ]);
  });

  it('B30: a type column says it, without case; another word, or a sign against it, is a fault', async () => {
    const { rows, faults } = await readStatements(
      'Date,Amount,Type\n2026-09-01,5.00,Credit\n2026-09-01,6.00,DEBIT\n2026-09-01,7.00,Transfer\n2026-09-01,-8.00,credit\n2026-09-01,x,credit\n',
      { columnsMap: 'payment_date=Date,amount=Amount,type=Type' },
    );
    expect(moved(rows)).toEqual(['5.00 2026-09-01', '-6.00 2026-09-01']);
    expect(faults.map(({ line, column, value, code }) => `${line} ${column} ${value} ${code}`)).toEqual([
      '4 Type Transfer unknown_direction',
      '5 Amount -8.00 sign_contradicts',
      '6 Amount x invalid_amount',
    ]);
  });

  it('without any sign or type stops and names the flag', async () => {
    expect(await refusalOf('Date,Amount\n2026-09-01,5.00\n')).toMatch(
      /none in "Amount" has a sign.*--columns-map/,
    );
  });

  it('a row in another currency than its amount says is a fault', async () => {
    const { faults } = await readStatements('Date,Debit,Credit,Currency\n2026-09-01,,$ 5.00,EGP\n');
    expect(faults).toMatchObject([{ line: 2, column: 'Credit', code: 'currency_contradicts' }]);
  });

  it('a reference that a spreadsheet changed is not used, and this is said', async () => {
    const { rows, warnings } = await readStatements(
      'Date,Debit,Credit,Reference\n2026-09-01,,5.00,4.20926E+29\n',
    );
    expect(rows).toMatchObject([{ bankReference: null }]);
    expect(warnings).toMatchObject([{ code: 'reference_damaged', line: 2 }]);
  });
});

describe('an M-Pesa organisation statement', () => {
  const head =
    'Organisation Name,EXAMPLE\nPaybill,556677\n\nReceipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,Linked Transaction ID,A/C No.\n';

  it('newest first, with a failed row whose balance did not move', async () => {
    const { profile, rows, ends, begins } = await readStatements(
      `${head}R4,2026-09-04 16:02:11,Charge,Completed,,-60.00,"1,131,340.00",,,\n` +
        `R3,2026-09-04 16:02:10,Stipend — batch,Completed,,"-120,000.00","1,131,400.00",,,\n` +
        `R2,2026-09-03 09:15:00,Stipend,Failed,,"-50,000.00","1,251,400.00",,,\n` +
        `R1,2026-09-02 11:00:00,Pay Bill,Completed,"600,000.00",,"1,251,400.00",254712345678 - NOUR TRADING,,LN-7\n`,
    );
    expect(profile).toBe('mpesa-organisation');
    expect(begins).toMatchObject([{ account: '556677', currency: 'KES' }]);
    expect(rows.map(({ status }) => status)).toEqual(['booked', 'booked', 'failed', 'booked']);
    expect(rows[3]).toMatchObject({
      bankReference: 'R1',
      customerReference: 'LN-7',
      payerPhone: '254712345678',
      payerName: 'NOUR TRADING',
      bookingDate: '2026-09-02',
    });
    expect(summed(ends)).toEqual([
      '651400.00 to 1131340.00, 4 entries, in 600000.00 (1), out 120060.00 (2), ties true',
    ]);
  });

  it('a reversed row names the receipt it takes back', async () => {
    const { rows } = await readStatements(`${head}R5,2026-09-05 10:00:00,Reversal,Reversed,,-5.00,,,R1,\n`);
    expect(rows).toMatchObject([{ status: 'booked', returned: { of: 'credit', reference: 'R1' } }]);
  });

  it('a completed reversal that names a receipt takes it back; its charge and other links do not', async () => {
    const { rows } = await readStatements(
      [
        `${head}R5,2026-09-05 10:00:00,Pay Bill Reversal,Completed,,-5.00,,,R1,`,
        'R6,2026-09-05 10:00:01,Pay Bill Reversal Charge,Completed,,-1.00,,,R1,',
        'R7,2026-09-05 10:00:02,Pay merchant Charge,Completed,,-1.00,,,R1,',
        'R8,2026-09-05 10:00:03,Pay Bill Reversal,Completed,,-5.00,,,,',
        'R9,2026-09-05 10:00:04,Reversal,Failed,,-5.00,,,R1,',
        'R10,2026-09-05 10:00:05,Reversal,Completed,,-5.00,,,R10,',
      ].join('\n'),
    );
    expect(rows.map(({ returned }) => returned)).toEqual([
      { of: 'credit', reference: 'R1' },
      ...[null, null, null, null, null],
    ]);
  });

  it('a status nobody knows stops, and the flag says what it means', async () => {
    const text = `${head}R5,2026-09-05 10:00:00,Pay,Perhaps,5.00,,,,,\n`;
    expect(await refusalOf(text)).toMatch(/"Perhaps" \(line 5\)\. .*--status "posted=Perhaps"/);
    const { rows } = await readStatements(text, { status: 'pending=perhaps' });
    expect(rows).toMatchObject([{ status: 'pending' }]);
  });
});

describe('source profiles', () => {
  const text = 'Posted;What;Sum;Ref\n01.02.2026;Loan AB-12 paid;1.000,50;R1\n';
  const document = {
    columns: { payment_date: 'Posted', details: ['What'], amount: 'Sum', reference: 'Ref' },
    sign: 'credits_only',
    decimal: 'comma',
    date_format: 'DD.MM.YYYY',
    reference_pattern: 'loan (\\w+-\\d+)',
    payment_method: 'auto_debit',
    account: 'EG99',
    currency: 'EGP',
  };

  it('say what columns leave open', async () => {
    const { rows, begins, profile } = await readStatements(text, { profile: { name: 'delta', document } });
    expect(profile).toBe('delta');
    expect(begins).toMatchObject([{ account: 'EG99' }]);
    expect(rows).toMatchObject([
      {
        amount: '1000.50',
        bookingDate: '2026-02-01',
        customerReference: 'AB-12',
        bankReference: 'R1',
        direction: 'credit',
      },
    ]);
  });

  it('are refused with every fault', async () => {
    const wrong = {
      ...document,
      columns: { paymentdate: 'x', amount: 'Sum' },
      decimal: 'dot',
      reference_pattern: '(a+)+',
      sing: 'x',
    };
    const said = await refusalOf(text, { profile: { name: 'delta', document: wrong } });
    expect(said).toMatch(
      /5 fields are not right: sing, columns\.paymentdate, columns, decimal, reference_pattern/,
    );
  });

  it('a column that the file lacks is named, with those it has', async () => {
    const lacking = { ...document, columns: { ...document.columns, balance: 'Saldo' } };
    expect(await refusalOf(text, { profile: { name: 'delta', document: lacking } })).toMatch(
      /no column "Saldo".*Posted, What, Sum, Ref/,
    );
  });

  it('flags say the same for one run', async () => {
    const { rows } = await readStatements('When,In,Out,Id\n02/13/2026,5.00,,A\n', {
      columnsMap: 'payment_date=When,credit=In,debit=Out,reference=Id',
    });
    expect(rows).toMatchObject([{ amount: '5.00', bookingDate: '2026-02-13', bankReference: 'A' }]);
  });

  it('moments with an offset fall on the day of the zone, whatever zone the machine is in', async () => {
    const { rows } = await readStatements(
      'Date,Debit,Credit\n2026-09-01T23:30:00Z,,5.00\n2026-09-01 23:30:00,,5.00\n',
    );
    expect(rows.map(({ bookingDate }) => bookingDate)).toEqual(['2026-09-02', '2026-09-01']);
  });
});
