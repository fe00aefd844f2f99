import { describe, expect, it } from 'vitest';
import { recordOfLine } from '../../../src/ingest/statements/payment-lines.ts';
import { readStatements } from './read-statements.ts';

function line(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ loan_id: 'LN-1', payment_amount: '1.00', payment_date: '2026-04-02', ...fields });
}

describe('JSON Lines', () => {
  it('are one payment a line, blank lines none', async () => {
    const { format, rows, faults } = await readStatements(
      `${line({ payment_reference: '0123', payment_method: 'auto_debit' })}\r\n\r\n${line({})}`,
    );
    expect(format).toBe('jsonl');
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      {
        line: 1,
        loan: 'LN-1',
        amount: '1.00',
        bankReference: '0123',
        method: 'auto_debit',
        bookingDate: '2026-04-02',
      },
      { line: 3, bankReference: null, method: null },
    ]);
  });

  it('the amount is that of the line, not of something within it', async () => {
    const line =
      '{"loan_id":"LN-1","payment_amount":12.50,"note":{"payment_amount":77},"payment_date":"2026-04-03"}';
    expect(recordOfLine(line)).toMatchObject({ payment_amount: '12.50' });
  });

  it('a field named twice is no answer to either', async () => {
    const { rows, faults } = await readStatements(
      '{"loan_id":"LN-1","payment_amount":"111","payment_amount":"222","payment_date":"2026-04-02"}\n',
    );
    expect(rows).toEqual([]);
    expect(faults).toMatchObject([{ line: 1, code: 'unreadable_row' }]);
    expect(faults[0]?.message).toMatch(/^the line .*"payment_amount".* twice/);
  });

  it('numbers are judged by their text', async () => {
    const text = [
      '1500.5',
      '1500.50',
      '1e3',
      '0.1',
      '12345678901234567890',
      '1500.505',
      '-5',
      '100000000000.01',
    ]
      .map((number) => `{"loan_id":"LN-1","payment_amount":${number},"payment_date":"2026-04-02"}`)
      .join('\n');
    const { rows, faults } = await readStatements(text);
    expect(rows.map(({ amount }) => amount)).toEqual(['1500.50', '1500.50', '0.10', '100000000000.01']);
    expect(faults.map(({ line: at, value }) => `${at} ${value}`)).toEqual([
      '3 1e3',
      '5 12345678901234567890',
      '6 1500.505',
      '7 -5',
    ]);
  });

  it('every fault of every line is told', async () => {
    const { faults, rows } = await readStatements(
      [
        line({ payment_amount: 'abc', payment_date: '2026-02-31' }),
        line({ loan: 'LN-2' }),
        line({ payment_method: 'cash', currency: 'egp' }),
        '{"loan_id":',
        '[1]',
        line({ payment_reference: '4.20926E+29' }),
        line({ payment_amount: '0' }),
        '{}',
      ].join('\n'),
    );
    expect(rows).toEqual([]);
    expect(faults.map(({ line: at, column, code }) => `${at} ${column} ${code}`)).toEqual([
      '1 payment_amount invalid_amount',
      '1 payment_date invalid_date',
      '2 loan unknown_field',
      '3 currency invalid_currency',
      '3 payment_method invalid_choice',
      '4 null unreadable_row',
      '5 null unreadable_row',
      '6 payment_reference reference_damaged',
      '7 payment_amount invalid_amount',
      '8 loan_id required',
      '8 payment_amount required',
      '8 payment_date required',
    ]);
  });

  it('bytes that are no UTF-8 are a fault of their line', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${line({})}\n{"loan_id":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n`),
    ]);
    const { rows, faults } = await readStatements(bytes, { encoding: 'utf-8' });
    expect(rows).toHaveLength(1);
    expect(faults).toMatchObject([{ line: 2, code: 'unreadable_row' }]);
  });
});
