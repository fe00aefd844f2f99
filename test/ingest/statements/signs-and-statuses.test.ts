import { describe, expect, it } from 'vitest';
import { moved, readStatements, refusalOf } from './read-statements.ts';

describe('a row whose status says that it was taken back', () => {
  const head = 'Date,Reference,Description,Debit,Credit,Status\n';

  it.each([
    'Reversed',
    'REFUNDED',
    'Charged back',
    'chargeback',
    'Returned',
    'bounced',
    'معكوسة',
    'مستردة',
    'مُرتجعة',
  ])('is the payment told as taken back: %s', async (word) => {
    const { rows } = await readStatements(`${head}2026-04-02,FT900,LN-7 instalment,,500.00,${word}\n`);
    expect(rows).toMatchObject([
      {
        direction: 'debit',
        status: 'booked',
        amount: '500.00',
        bankReference: 'FT900',
        returned: { of: 'credit', reference: 'FT900' },
      },
    ]);
  });

  it('of money that had gone out came back', async () => {
    const { rows } = await readStatements(`${head}2026-04-02,FT901,salary,500.00,,Returned\n`);
    expect(rows).toMatchObject([{ direction: 'credit', returned: { of: 'debit', reference: 'FT901' } }]);
  });

  it('that tells of a reversal itself went out', async () => {
    const { rows } = await readStatements(`${head}2026-04-02,FT902,Reversal of FT900,500.00,,Reversed\n`);
    expect(rows).toMatchObject([{ direction: 'debit', returned: { of: 'credit', reference: 'FT902' } }]);
  });

  it('in a file in which all amounts came in, below zero or not', async () => {
    const document = {
      columns: { reference: 'Transaction ID', payment_date: 'Date', amount: 'Amount', status: 'Status' },
      sign: 'credits_only',
    };
    const { rows, faults } = await readStatements(
      'Transaction ID,Date,Amount,Status\n9101,2026-04-05,500.00,Success\n9102,2026-04-06,500.00,Refunded\n9103,2026-04-06,-20.00,Refunded\n9104,2026-04-06,-20.00,Success\n',
      { profile: { name: 'gate', document } },
    );
    expect(rows.map(({ direction, returned }) => [direction, returned])).toEqual([
      ['credit', null],
      ['debit', { of: 'credit', reference: '9102' }],
      ['debit', { of: 'credit', reference: '9103' }],
    ]);
    expect(faults).toMatchObject([{ line: 5, code: 'negative_amount' }]);
  });
});

describe('words of a column of statuses', () => {
  const read = async (words: readonly string[], options = {}) =>
    (
      await readStatements(
        ['Date,Details,Debit,Credit,Status', ...words.map((word) => `2026-04-02,a,,5.00,${word}`)].join('\n'),
        options,
      )
    ).rows.map(({ status }) => status);

  it('are known in two languages', async () => {
    expect(await read(['Succeeded', 'captured', 'SETTLED', 'تمت', 'ناجحه', 'مكتملة', ''])).toEqual(
      Array(7).fill('booked'),
    );
    expect(await read(['Declined', 'expired', 'مرفوضه', 'فاشلة', 'ملغاة'])).toEqual(Array(5).fill('failed'));
    expect(await read(['Processing', 'قيد التنفيذ', 'معلّقة'])).toEqual(Array(3).fill('pending'));
  });

  it('stop a script where nobody knows them, each named, and are said by a flag or a source', async () => {
    const text = 'Date,Details,Debit,Credit,Status\n2026-04-02,a,,5.00,Cool\n2026-04-02,b,,5.00,Odd\n';
    expect(await refusalOf(text)).toMatch(
      /statuses in "Status" that are not known: "Cool" \(line 2\), "Odd" \(line 3\)\. .*--status "posted=Cool"/,
    );
    expect(await read(['Cool', 'ODD', 'done'], { status: 'posted=cool failed=odd,done' })).toEqual([
      'booked',
      'failed',
      'failed',
    ]);
    const profile = { name: 'x', document: { status: { posted: ['Cool'], failed: 'Odd' } } };
    expect(await read(['Cool', 'odd'], { profile })).toEqual(['booked', 'failed']);
  });

  it('are no flag’s where there is no such column', async () => {
    expect(
      await refusalOf('Date,Details,Debit,Credit\n2026-04-02,a,,5.00\n', { status: 'posted=x' }),
    ).toMatch(/--status says nothing of .*: it has no column of statuses/);
  });
});

describe('signs', () => {
  const amounts = async (cells: readonly string[], options = {}) =>
    moved(
      (
        await readStatements(
          ['Date;Amount', ...cells.map((cell) => `2026-05-17;${cell}`)].join('\n'),
          options,
        )
      ).rows,
    ).map((one) => one.split(' ')[0]);

  it('stand before or behind, in brackets, or are the side of the account', async () => {
    const cells = ['1,000.00 Cr', '10.00 Dr', 'DR 5.00', '1.00 د', '2.00 م', '(3.00)', '4.00-', 'CR. 6.00'];
    expect(await amounts(cells)).toEqual([
      '1000.00',
      '-10.00',
      '-5.00',
      '1.00',
      '-2.00',
      '-3.00',
      '-4.00',
      '6.00',
    ]);
  });

  it('beside some amounts only are a question', async () => {
    const text = 'Date,Amount\n2026-05-17,10.00\n2026-05-17,500.00 CR\n';
    expect(await refusalOf(text)).toMatch(
      /Cr or Dr beside them and others without.*--sign: credits-positive/,
    );
    expect(await amounts(['10.00', '500.00 CR'], { sign: 'debits-positive' })).toEqual(['-10.00', '500.00']);
  });

  it('nowhere are a question, and the flag answers it', async () => {
    expect(await amounts(['29.00', '110.00'], { sign: 'credits-only' })).toEqual(['29.00', '110.00']);
    expect(await amounts(['29.00', '-60.00'], { sign: 'debits-positive' })).toEqual(['-29.00', '60.00']);
    expect(await amounts(['29.00', '-60.00'], { sign: 'credits-positive' })).toEqual(['29.00', '-60.00']);
    expect(await amounts(['29.00', '-60.00'])).toEqual(['29.00', '-60.00']);
    expect(await refusalOf('Date,Amount\n2026-05-17,5.00\n', { sign: 'up' })).toMatch(
      /--sign cannot be "up"/,
    );
  });

  it('are told by the balances beside them, never assumed', async () => {
    const read = (rows: readonly string[]) =>
      readStatements(['Date,Details,Amount,Balance', ...rows].join('\n'));
    const owed = await read([
      '2026-05-01,a,29.00,-29.00',
      '2026-05-02,b,110.00,-139.00',
      '2026-05-03,c,-60.00,-79.00',
    ]);
    expect(moved(owed.rows)).toEqual(['-29.00 2026-05-01', '-110.00 2026-05-02', '60.00 2026-05-03']);
    expect(owed.warnings).toMatchObject([{ code: 'signs_by_balances' }]);
    const plain = await read(['2026-05-01,a,29.00,129.00', '2026-05-02,b,110.00,239.00']);
    expect(moved(plain.rows)).toEqual(['29.00 2026-05-01', '110.00 2026-05-02']);
    expect(plain.warnings).toEqual([]);
    await expect(read(['2026-05-01,a,29.00,129.00', '2026-05-01,b,1.00,5.00'])).rejects.toThrow('has a sign');
  });

  it('of a card’s statement without balances are a question', async () => {
    const text = 'Credit Card statement,,\nDate,Details,Amount\n2026-05-01,a,29.00\n2026-05-02,b,-60.00\n';
    expect(await refusalOf(text)).toMatch(/tells of a card.*--sign/);
    const { rows } = await readStatements(text, { sign: 'debits-positive' });
    expect(moved(rows)).toEqual(['-29.00 2026-05-01', '60.00 2026-05-02']);
  });

  it.each([
    ['Dr/Cr', 'CR', 'DR'],
    ['D/C', 'c', 'd'],
    ['Direction', 'In', 'out'],
    ['Debit or credit', 'Deposit', 'Withdrawal'],
    ['دائن/مدين', 'دائن', 'مدين'],
    ['طبيعة الحركة', 'د', 'م'],
  ])('stand in a column of their own: %s', async (heading, credit, debit) => {
    const { rows } = await readStatements(
      `Date,Details,Amount,${heading}\n2026-05-17,a,5.00,${credit}\n2026-05-17,b,6.00,${debit}\n`,
    );
    expect(moved(rows).map((one) => one.split(' ')[0])).toEqual(['5.00', '-6.00']);
    expect(rows.map(({ otherText }) => otherText)).toEqual([null, null]);
  });

  const sides = (...debits: readonly string[]) =>
    ['Date,Debit,Credit', ...debits.map((cell) => `2026-05-17,${cell},`)].join('\n');

  it('below zero in a column of debits are its habit, or money that came back', async () => {
    expect(moved((await readStatements(sides('-5.00', '-6.00'))).rows)).toEqual([
      '-5.00 2026-05-17',
      '-6.00 2026-05-17',
    ]);
    expect(moved((await readStatements(sides('5.00', '-6.00'))).rows)).toEqual([
      '-5.00 2026-05-17',
      '6.00 2026-05-17',
    ]);
  });

  it('of which most are below zero are a question', async () => {
    const text = sides('-5.00', '-6.00', '7.00');
    expect(await refusalOf(text)).toMatch(/below zero and above it in "Debit".*--sign credits-positive/);
    const read = async (sign: string) => moved((await readStatements(text, { sign })).rows).map(parseFloat);
    expect(await read('credits-positive')).toEqual([-5, -6, 7]);
    expect(await read('debits-positive')).toEqual([5, 6, -7]);
  });

  it('are no flag’s in our own columns', async () => {
    const text = 'loan_id,payment_amount,payment_date\nLN-1,1.00,2026-04-02\n';
    expect(await refusalOf(text, { sign: 'debits-positive' })).toMatch(/--sign says nothing of/);
  });
});

it('flags of tables are refused where cells say themselves how they are read', async () => {
  const line = '{"loan_id":"LN-1","payment_amount":"1.00","payment_date":"2026-04-02"}\n';
  for (const [option, value] of Object.entries({
    decimal: 'comma',
    dateFormat: 'DD/MM/YYYY',
    columnsMap: 'amount=x',
    sign: 'credits-only',
    status: 'posted=x',
  })) {
    expect(await refusalOf(line, { [option]: value })).toMatch(/says nothing of standard input: it is jsonl/);
  }
});
