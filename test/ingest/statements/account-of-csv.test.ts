import { expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';

it.each([
  ['كشف حساب رقم;EG380019000500000000263180002', 'EG380019000500000000263180002'],
  ['كشف حساب رقم EG380019000500000000263180002;عميل', 'EG380019000500000000263180002'],
  ['كشف حساب رقم : 0123-456', '0123-456'],
  ['كشف حساب;من 01/09/2026', null],
  ['رقم الآيبان;EG38 0019', 'EG38 0019'],
  ['رقم الحساب ٠١٢٣;الفرع الرئيسي', '٠١٢٣'],
  ['Account number 0123-456;Main branch', '0123-456'],
  ['Account (EGP);0123-456', '0123-456'],
  ['IBAN EG380019;Main branch', 'EG380019'],
])('the account stands above the rows: %s', async (line, account) => {
  const { begins } = await readStatements(`${line}\nالتاريخ;البيان;مدين;دائن\n2026-09-26;إيداع;;5.00\n`);
  expect(begins).toMatchObject([{ account }]);
});

it('the account stands under a heading of its own, in Arabic too', async () => {
  const { begins, rows } = await readStatements(
    'رقم الحساب,التاريخ,البيان,مدين,دائن\n0123,2026-09-26,إيداع,,5.00\n0456,2026-09-26,إيداع,,6.00\n',
  );
  expect(begins).toMatchObject([{ account: '0123' }, { account: '0456' }]);
  expect(rows.map(({ statement, amount }) => `${statement} ${amount}`)).toEqual(['1 5.00', '2 6.00']);
});

it('a balance is that of the next cell though a date stands behind its label', async () => {
  const { ends } = await readStatements(
    'Opening balance 01/09/2026,100.00\nDate,Details,Debit,Credit\n2026-09-26,a,,5.00\n',
  );
  expect(ends).toMatchObject([{ opening: { amount: '100.00' } }]);
});
