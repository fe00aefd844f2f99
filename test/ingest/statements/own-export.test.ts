import { describe, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';

const HEADINGS =
  'payment_id,loan_id,payment_date,payment_amount,payment_method,payment_reference,principal_amount,interest_amount,fee_amount,credit_amount,recovered_amount,remaining_balance,status,batch_id,held_id,booked_at,booked_by';
const BOOKED = '2026-03-20T12:00:00.000Z';

/** Rows as `pay ls` prints them: posted, reversed, held, and reversed where nobody says which payment it was. */
const ROWS = [
  {
    ...{ payment_id: 'PAY-9GD1XYK6F', loan_id: 'LN-81KKH7ZSY', status: 'posted', batch_id: 'BAT-7K3QX9B23' },
    payment_reference: 'FT9',
  },
  { payment_id: 'PAY-RFB5XRTF9', loan_id: 'LN-81KKH7ZSY', status: 'reversed' },
  { loan_id: null, status: 'held', held_id: 'HLD-7K3QX9B23' },
  { loan_id: 'LN-81KKH7ZSY', status: 'reversed', payment_reference: 'FT8' },
].map((row) => ({
  ...{ payment_id: null, payment_date: '2026-03-12', payment_amount: 900, payment_method: 'manual_transfer' },
  ...{ payment_reference: null, principal_amount: 869.15, interest_amount: 30.85, fee_amount: 0 },
  ...{ credit_amount: 0, recovered_amount: 0, remaining_balance: 46_953.43, batch_id: null },
  ...{ booked_at: BOOKED, booked_by: 'root', held_id: null },
  ...row,
}));

const asCsv = (rows: readonly object[], headings = HEADINGS) =>
  [headings, ...rows.map((row) => headings.split(',').map((name) => Reflect.get(row, name) ?? ''))].join(
    '\n',
  );
const asLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe.each([
  ['CSV', asCsv],
  ['NDJSON', asLines],
])('what pay ls prints as %s', (_format, written) => {
  it('comes back with the payments it tells of; one reversed is none any more, held money is none yet', async () => {
    const { rows, faults, warnings } = await readStatements(written(ROWS));
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      { paymentId: 'PAY-9GD1XYK6F', status: 'booked', direction: 'credit', bankReference: 'FT9' },
      { paymentId: 'PAY-RFB5XRTF9', status: 'failed', returned: null, loan: 'LN-81KKH7ZSY' },
      { status: 'pending', loan: null },
      {
        ...{ status: 'booked', direction: 'debit', bankReference: 'FT8' },
        returned: { of: 'credit', reference: 'FT8' },
      },
    ]);
    expect(rows.slice(2).some((row) => 'paymentId' in row)).toBe(false);
    // What is not read is named once, and is no text of a row.
    expect(rows.every(({ otherText }) => otherText === null)).toBe(true);
    expect(warnings.map(({ code }) => code)).toEqual(['columns_not_read']);
    for (const name of ['principal_amount', 'remaining_balance', 'batch_id', 'held_id', 'booked_by']) {
      expect(warnings[0]?.message).toContain(name);
    }
  });

  it('refuses a mistyped payment, and one without a loan', async () => {
    const [posted] = ROWS;
    const { rows, faults } = await readStatements(
      written([
        { ...posted, payment_id: 'PAY-9GD1XYK6E' },
        { ...posted, loan_id: null },
      ]),
    );
    expect(rows).toEqual([]);
    expect(faults.map(({ column, code }) => [column, code])).toEqual([
      ['payment_id', 'id_mistyped'],
      ['loan_id', 'required'],
    ]);
  });
});

it('asks about a status nobody knows: of a table what it means, of a line it is a fault', async () => {
  const rows = ROWS.slice(0, 1).map((row) => ({ ...row, status: 'perhaps' }));
  await expect(readStatements(asCsv(rows))).rejects.toMatchObject({
    message: expect.stringContaining('perhaps'),
  });
  const { faults } = await readStatements(asLines(rows));
  expect(faults).toMatchObject([{ column: 'status', code: 'unknown_status' }]);
});

it('is known by its columns in any order, beside ones of the staff', async () => {
  const [row] = ROWS;
  const { rows, warnings } = await readStatements(
    asCsv([{ ...row, Branch: 'Giza' }], 'Branch,status,payment_amount,payment_date,loan_id,payment_id'),
  );
  expect(rows).toMatchObject([{ paymentId: 'PAY-9GD1XYK6F', otherText: 'Branch: Giza' }]);
  expect(warnings.map(({ code }) => code)).toEqual(['columns_as_text']);
});
