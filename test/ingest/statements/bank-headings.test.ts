import { describe, expect, it } from 'vitest';
import { looksLike, looksLikeDetails } from '../../../src/ingest/statements/unmapped-columns.ts';
import { moved, readStatements, refusalOf } from './read-statements.ts';

const CELLS: Readonly<Record<string, string>> = {
  date: '2026-04-02',
  ref: 'FT0001',
  text: 'for LN-7',
  in: '500.00',
  balance: '1500.00',
};

/** One row of 500.00 in under these headings: date, reference, text, out, in, balance. */
async function readUnder(headings: string) {
  const { rows, faults, warnings } = await readStatements(
    `${headings}\n${[CELLS.date, CELLS.ref, CELLS.text, '', CELLS.in, CELLS.balance].join(',')}\n`,
  );
  expect([faults, warnings]).toEqual([[], []]);
  return rows.map((row) => ({ ...row, moved: moved([row])[0] }));
}

describe('headings of banks', () => {
  it.each([
    'Transaction Date,Transaction Ref,Transaction Details,Debit,Credit,Ledger Balance',
    'POSTING_DATE,Reference No.,NARRATION,Withdrawal(s),Deposit(s),Running Balance',
    'Entry Date,FT No,Narrative,Paid Out,Paid In,Closing Balance',
    'Value Date,Txn ID,Particulars,Money Out,Money In,Available Balance',
    'Date,Ref #,Remarks,Withdrawals,Deposits,Balance (EGP)',
    'TransactionDate,Cheque No.,Memo,DebitAmount,CreditAmount,BookBalance',
    'Tran Date,Instrument No.,Particulars,Withdrawals,Deposits,Balance',
    'Txn Date,Chq./Ref.No.,Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    'Date / التاريخ,Reference - المرجع,Details البيان,Debit مدين,Credit دائن,Balance الرصيد',
    'تاريخ الحركة,رقم المرجع,بيان الحركة,مدين,دائن,الرصيد',
    'تَارِيخ القَيد,رقم العمليه,تفاصيل,سحب,إيداع,رصيد',
    'تاريخ الحق,المرجع,الوصف,السحوبات,الايداعات,الرصيد بعد العملية',
    'التاريخ,Reference,البيان,مدين,دائن,Balance',
    'Date,الرقم المرجعي,Description,مدين,دائن,الرصيد',
  ])('are known: %s', async (headings) => {
    expect(await readUnder(headings)).toMatchObject([
      { moved: '500.00 2026-04-02', bankReference: 'FT0001', text: 'for LN-7' },
    ]);
  });

  it('of a pipe between cells', async () => {
    const { rows } = await readStatements('Date|Ref|Details|Debit|Credit\n2026-04-02|FT1|a,b;c||5.00\n');
    expect(rows).toMatchObject([{ bankReference: 'FT1', text: 'a,b;c', amount: '5.00' }]);
  });

  it('say the currency of their amounts', async () => {
    const { rows } = await readStatements(
      'Date,Details,Amount (USD)\n2026-04-02,a,500.00\n2026-04-02,b,-1.00\n',
    );
    expect(rows.map(({ currency }) => currency)).toEqual(['USD', 'USD']);
  });

  it('of the numbers of rows in their file say nothing of them', async () => {
    const { rows } = await readStatements('S.No,Date,Details,Debit,Credit\n17,2026-04-02,a,,5.00\n');
    expect(rows).toMatchObject([{ otherText: null, bankReference: null }]);
  });

  it('posting dates go before transaction dates, the bank’s reference before a cheque’s number', async () => {
    const { rows } = await readStatements(
      'Transaction Date,Posting Date,Cheque No,Reference,Debit,Credit\n2026-04-01,2026-04-02,77,FT1,,5.00\n',
    );
    expect(rows).toMatchObject([{ bookingDate: '2026-04-02', bankReference: 'FT1' }]);
  });

  it('that say text in other words are read together', async () => {
    const { rows } = await readStatements(
      'Date,Narration 1,Narration 2,Extra details,Debit,Credit\n2026-04-02,a,b,c,,5.00\n',
    );
    expect(rows).toMatchObject([{ text: 'a b c' }]);
  });
});

describe('a heading that may be a reference or a balance', () => {
  const head = (heading: string) => `Date,Details,${heading},Debit,Credit\n2026-04-02,a,X1,,5.00\n`;

  it.each([
    ['Trx Code Ref', 'reference'],
    ['Core RRN', 'reference'],
    ['Advice No', 'reference'],
    ['مرجع التحويل الداخلي', 'reference'],
    ['Bal. after fees', 'balance'],
    ['رصيد اليوم', 'balance'],
  ])('stops, and the flag decides: %s', async (heading, role) => {
    const said = `--columns-map "${role}=${heading}"; if it is only text, --columns-map "details=${heading}"`;
    expect(await refusalOf(head(heading))).toContain(said);
    const { rows } = await readStatements(head(heading), { columnsMap: `details=${heading}` });
    expect(rows).toMatchObject([{ text: 'a X1', bankReference: null }]);
  });

  it('is taken as the flag says, the other columns by their headings', async () => {
    const { rows } = await readStatements(head('Trx Code Ref'), { columnsMap: 'reference=Trx Code Ref' });
    expect(rows).toMatchObject([{ text: 'a', bankReference: 'X1', amount: '5.00' }]);
  });

  it('is a question beside a known reference too, unless a person named that', async () => {
    const text = 'Date,Reference,Core Ref Code,Debit,Credit\n2026-04-02,A,B,,5.00\n';
    expect(await refusalOf(text)).toMatch(/"Core Ref Code"/);
    const { rows } = await readStatements(text, { columnsMap: 'reference=Reference' });
    expect(rows).toMatchObject([{ bankReference: 'A' }]);
  });

  it('is none of a source that was made', async () => {
    const document = { columns: { payment_date: 'Date', credit: 'Credit', debit: 'Debit' } };
    const { rows } = await readStatements(head('Trx Code Ref'), { profile: { name: 'delta', document } });
    expect(rows).toMatchObject([{ bankReference: null }]);
  });

  it.each([
    'Branch',
    'Payer account',
    'Account no',
    'Balance currency',
    'Reference date',
    'Teller ID',
    'الفرع',
  ])('is not %s', (heading) => {
    expect([looksLike(heading), looksLikeDetails(heading)]).toEqual([null, false]);
  });
});

describe('a file without headings', () => {
  it('has its columns by their numbers', async () => {
    const text = 'of the bank,,,,\n2026-04-02,,500.00,1500.00,for LN-7\n2026-04-03,5.00,,1495.00,fee\n';
    const { rows, faults } = await readStatements(text, {
      columnsMap: 'payment_date=1,debit=2,credit=3,balance=4,details=5',
    });
    expect(faults).toEqual([]);
    expect(moved(rows)).toEqual(['500.00 2026-04-02', '-5.00 2026-04-03']);
    expect(rows[0]).toMatchObject({ line: 2, text: 'for LN-7' });
  });

  it('a column it has not is named', async () => {
    expect(await refusalOf('2026-04-02,5.00\n', { columnsMap: 'payment_date=1,amount=9' })).toMatch(/9/);
  });
});

it('flags that name some columns leave the others to their headings', async () => {
  const { rows } = await readStatements('Date,Sum,Ref,Spent\n2026-04-02,5.00,FT1,\n', {
    columnsMap: 'credit=Sum,debit=Spent,payment_date=Date',
  });
  expect(rows).toMatchObject([{ bankReference: 'FT1' }]);
  expect(await refusalOf('When,In,Out\n2026-04-02,5.00,\n', { columnsMap: 'credit=In,debit=Out' })).toMatch(
    /payment_date is missing.*Its columns are: When, In, Out/,
  );
});
