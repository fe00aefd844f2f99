import { describe, expect, it } from 'vitest';
import { readUserDataLine, type TransactionLine } from '../../src/domain/user-data.ts';
import { userFeatures, type WindowCounts, windowsBefore } from '../../src/domain/user-features.ts';
import { mpesaType } from '../../src/ingest/mpesa-types.ts';
import { linesOf, refusalOf, transactionsOf } from './read-user-text.ts';

const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const mpesa = (...rows: readonly string[]) => `${HEADINGS}\r\n${rows.join('\r\n')}\r\n`;
/** Nothing but the user is told: the format knows the rest. */
const USER_ONLY = { institution: undefined, accountType: undefined } as unknown as object;

describe('an M-Pesa statement', () => {
  it('is known by its headings and read in Nairobi’s time', async () => {
    const text = mpesa(
      'AAA1,2024-03-28 21:21:52,OverDraft of Credit Party,Completed,69.83,,140.00',
      'AAA2,2024-01-01 00:30:00,"Customer Transfer to -\n2547******1 SOMEONE",Completed,,"-1,180.00",0.00',
    );
    const lines = await linesOf(text, USER_ONLY);
    expect(lines.map(({ line }) => line)).toEqual([2, 3]);
    expect(lines.map(({ value }) => value)).toMatchObject([
      {
        institution_name: 'M-PESA',
        account_type: 'ewallet',
        amount_currency: 'KES',
        balance: '140.00',
        balance_currency: 'KES',
        event: 'cash_in',
        amount: '69.83',
        transaction_type: 'settlement',
        timestamp: Date.parse('2024-03-28T18:21:52Z') / 1000,
      },
      { event: 'cash_out', amount: '1180.00', timestamp: Date.parse('2023-12-31T21:30:00Z') / 1000 },
    ]);
  });

  it('takes what it is told instead of what it assumes', async () => {
    const text = mpesa('AAA1,2024-03-28 21:21:52,x,Completed,5,,5');
    const told = { institution: 'M-PESA Kenya', accountType: 'telecom', currency: 'TZS' };
    expect(await transactionsOf(text, told)).toMatchObject([
      { institution_name: 'M-PESA Kenya', account_type: 'telecom', amount_currency: 'TZS' },
    ]);
  });

  it('leaves out what was not completed, and says so', async () => {
    const text = mpesa(
      'AAA1,2024-03-28 21:21:52,Pay Bill to 1,Failed,,-50.00,100.00',
      'AAA2,2024-03-28 21:20:00,Pay Bill to 1,Completed,,-50.00,100.00',
    );
    const lines = await linesOf(text, USER_ONLY);
    expect(lines[0]).toMatchObject({ line: 2, value: 'AAA1', leftOut: 'status Failed' });
    expect(lines[1]!.leftOut).toBeUndefined();
  });

  it('takes rows with one receipt for as many transactions, the same in every export', async () => {
    const rows = [
      'AAA1,2024-03-28 21:21:52,Pay Bill to 1,Completed,,-50.00,0.00',
      'AAA1,2024-03-28 21:21:52,OverDraft of Credit Party,Completed,50.00,,50.00',
      'AAA1,2024-03-28 21:21:52,Pay Bill Charge,Completed,,-10.00,40.00',
      'AAA1,2024-03-28 21:21:52,Pay Bill Charge,Completed,,-10.00,30.00',
    ];
    const newestFirst = await transactionsOf(mpesa(...rows), USER_ONLY);
    const oldestFirst = await transactionsOf(mpesa(...[...rows].reverse()), USER_ONLY);
    const ids = new Set(newestFirst.map(({ id }) => id));
    expect(ids.size).toBe(4);
    expect(new Set(oldestFirst.map(({ id }) => id))).toEqual(ids);
  });

  it('answers rows it cannot read with their line and column', async () => {
    const text = mpesa(
      'AAA1,28/03/24,x,Completed,5,,5',
      'AAA2,2024-03-28 21:21:52,x,Completed,five,,5',
      'AAA4,2024-03-28 21:21:52,x,Completed,5,-6,5',
      ',2024-03-28 21:21:52,x,Completed,5,,5',
      'AAA6,2024-03-28 21:21:52,x,,5,,5',
    );
    const lines = await linesOf(text, { ...USER_ONLY, dateFormat: 'DD/MM/YY' });
    expect(lines.map(({ line, field, unreadable }) => [line, field, unreadable])).toEqual([
      [2, 'Completion Time', 'the time of day is missing'],
      [3, 'Paid In', '"five" is not a number'],
      [4, 'Withdrawn', 'the row has a credit and a debit'],
      [5, 'Receipt No.', 'the row has no receipt number'],
      [6, 'Transaction Status', 'the row has no status'],
    ]);
  });

  it('must have its headings when it is said to be one', async () => {
    expect(await refusalOf('a,b\n1,2\n', { inputFormat: 'mpesa' })).toContain(
      'no headings of an M-Pesa statement',
    );
  });
});

describe('the type of an M-Pesa row', () => {
  it.each([
    ['Airtime Purchase', 'airtime_purchase'],
    ['Airtime Purchase with Fuliza', 'airtime_purchase'],
    ['Pay Bill to 826915 - Safaricom Offers', 'bill_payment'],
    ['Pay Bill Reversal', 'reversal'],
    ['Send Money Reversal via API to', 'reversal'],
    ['Salary Payment from 1', 'salary'],
    ['Funds received from', 'transfer'],
    ['Customer Transfer\nof Funds Charge', 'transfer'],
    ['Customer Send Money to Micro SME', 'purchase'],
    ['Customer Send Money to 07', 'transfer'],
    ['Merchant Payment Online to 1', 'purchase'],
    ['Withdrawal Charge', 'withdrawal'],
    ['Customer Withdrawal At Agent Till', 'withdrawal'],
    ['Deposit of Funds at Agent Till', 'deposit'],
    ['OD Loan Repayment to 232323', 'settlement'],
    ['Term Loan Repayment', 'unknown'],
    ['Bought Airtime Purchase', 'unknown'],
    ['', 'unknown'],
  ])('"%s" is %s', (details, type) => {
    expect(mpesaType(details)).toBe(type);
  });
});

describe('B43: airtime from an M-Pesa statement at the edges of the windows', () => {
  const asOf = '2024-01-31T23:59:59+03:00';
  const DAY = 86_400_000;

  async function featuresOf(agesMs: readonly number[]) {
    const rows = agesMs.map((ageMs, index) => {
      const shown = new Date(Date.parse(asOf) - ageMs + 3 * 3_600_000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
      return `R${index},${shown},Airtime Purchase,Completed,,-10.00,0.00`;
    });
    const lines = (await transactionsOf(mpesa(...rows), USER_ONLY)).map(
      (value) => readUserDataLine(value) as TransactionLine,
    );
    const airtime = windowsBefore(Date.parse(asOf) / 1000).map(
      ({ after, until }) =>
        lines.filter(({ timestampSeconds: at, transactionType }) => {
          return transactionType === 'airtime_purchase' && at > after && at <= until;
        }).length,
    ) as unknown as WindowCounts;
    return userFeatures({ airtime, reminders: [0, 0, 0], warnings: [0, 0, 0] });
  }

  it.each([
    [0, [1, 0, 0]],
    [-1000, [0, 0, 0]],
    [30 * DAY - 1000, [1, 0, 0]],
    [30 * DAY, [0, 1, 0]],
    [30 * DAY + 1000, [0, 1, 0]],
    [60 * DAY - 1000, [0, 1, 0]],
    [60 * DAY, [0, 0, 1]],
    [90 * DAY - 1000, [0, 0, 1]],
    [90 * DAY, [0, 0, 0]],
  ])('an event %i ms old falls in exactly one window', async (ageMs, [upTo30, upTo60, upTo90]) => {
    expect(await featuresOf([ageMs])).toMatchObject({
      count_of_airtime_purchase_events_0_30: upTo30,
      count_of_airtime_purchase_events_30_60: upTo60,
      count_of_airtime_purchase_events_60_90: upTo90,
      count_of_airtime_purchase_events_0_60: upTo30! + upTo60!,
      count_of_airtime_purchase_events_0_90: upTo30! + upTo60! + upTo90!,
    });
  });
});
