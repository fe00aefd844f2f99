import { describe, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';

describe('a row with more cells than headings', () => {
  it('an amount with an unquoted comma is not read as what stands before the comma', async () => {
    const text =
      'loan_id,payment_date,payment_amount\nLN-1,2026-04-02,1,250.00\nLN-2,2026-04-02,"1,250.00"\nLN-3,2026-04-02,2.00,,\n';
    const { rows, faults } = await readStatements(text);
    expect(rows.map(({ line, amount }) => [line, amount])).toEqual([
      [3, '1250.00'],
      [4, '2.00'],
    ]);
    expect(faults).toMatchObject([{ line: 2, value: '250.00', code: 'too_many_cells' }]);
  });

  it.each([
    ['Date,Debit,Credit,Details\n2026-04-02,,1,250.00,from a friend\n2026-04-03,,5.00,from a,friend\n', [3]],
    ['Date;Debit;Credit;Details\n2026-04-02;;1;250;from\n', [2]],
  ])('nor is one of a bank, whose texts may hold its delimiter: %j', async (text, lines) => {
    const { rows } = await readStatements(text);
    expect(rows.map(({ line }) => line)).toEqual(lines);
  });
});
