import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { type MovedRow, runningBalances, type StatementBounds } from '../../src/domain/running-balances.ts';

const BOUNDS: StatementBounds = {
  opening: '1000.00',
  closing: '1350.00',
  currency: 'EGP',
  order: 'oldest_first',
};

/** `+500.00 2`: money in on the 2nd. */
function row(text: string, more: Partial<MovedRow> = {}): MovedRow {
  const [amount = '', day = ''] = text.split(' ');
  return {
    direction: amount.startsWith('-') ? 'debit' : 'credit',
    status: 'booked',
    amount: amount.slice(1),
    currency: 'EGP',
    bookingDate: `2026-09-${day.padStart(2, '0')}` as CalendarDate,
    ofSeveral: false,
    ...more,
  };
}

function balances(rows: readonly MovedRow[], bounds: Partial<StatementBounds> = {}) {
  return [...runningBalances({ ...BOUNDS, ...bounds }, () => rows)];
}

const DAYS = [row('+500.00 1'), row('-50.00 2'), row('-100.00 2')];

describe('balances derived from a statement', () => {
  it('follow from its opening balance, oldest or newest first', () => {
    expect(balances(DAYS)).toEqual(['1500.00', '1450.00', '1350.00']);
    expect(balances(DAYS.toReversed(), { order: 'newest_first' })).toEqual(['1350.00', '1450.00', '1500.00']);
    expect(balances(DAYS, { order: null })).toEqual(['1500.00', '1450.00', '1350.00']);
    expect(balances(DAYS.toReversed(), { order: null })).toEqual(['1350.00', '1450.00', '1500.00']);
  });

  it('are below zero where the account is overdrawn', () => {
    expect(balances([row('-30.00 1'), row('+5.5 2')], { opening: '-10', closing: '-34.50' })).toEqual([
      '-40.00',
      '-34.50',
    ]);
  });

  it.each<[string, Partial<StatementBounds>]>([
    ['no opening', { opening: null }],
    ['no closing', { closing: null }],
    ['balances that do not tie', { closing: '1350.01' }],
    ['another currency', { currency: 'USD' }],
    ['no currency', { currency: null }],
    ['rows that run against what is said of them', { order: 'newest_first' }],
  ])('are none with %s', (_what, bounds) => {
    expect(balances(DAYS, bounds)).toEqual([null, null, null]);
  });

  it('are none of rows whose dates go to and fro', () => {
    expect(balances([row('+500.00 2'), row('-50.00 1'), row('-100.00 2')])).toEqual([null, null, null]);
  });

  it('are none of rows of one day whose order nobody says, unless it is one row', () => {
    const day = [row('+500.00 1'), row('-150.00 1')];
    expect(balances(day, { order: null })).toEqual([null, null]);
    expect(balances(day)).toEqual(['1500.00', '1350.00']);
    expect(balances([row('+350.00 1')], { order: null })).toEqual(['1350.00']);
    expect(balances([row('+350.00 1')], { order: 'newest_first' })).toEqual(['1350.00']);
    expect(balances([], { closing: '1000.00' })).toEqual([]);
  });

  it('leave out what did not move the account, and the parts of one movement', () => {
    const rows = [
      row('+500.00 1'),
      row('+7.00 1', { status: 'pending' }),
      row('-20.00 2', { ofSeveral: true }),
      row('-30.00 2', { ofSeveral: true }),
      row('+9.00 2', { currency: 'USD' }),
      row('-100.00 3'),
    ];
    expect(balances(rows)).toEqual(['1500.00', null, null, null, null, '1350.00']);
  });

  it('are the same whichever way rows stand, and end with the closing balance', () => {
    const movement = fc.record({
      cents: fc.integer({ min: -99_999, max: 99_999 }),
      step: fc.nat({ max: 1 }),
    });
    fc.assert(
      fc.property(fc.array(movement, { minLength: 2, maxLength: 20 }), (movements) => {
        let day = 1;
        let cents = 500_000;
        const rows = movements.map(({ cents: moved, step }, at) => {
          day = at === 1 ? day + 1 : day + step;
          cents += moved;
          return row(`${moved < 0 ? '-' : '+'}${(Math.abs(moved) / 100).toFixed(2)} ${day}`);
        });
        const closing = (cents / 100).toFixed(2);
        const bounds = { opening: '5000.00', closing, order: null };
        const forward = balances(rows, bounds);
        expect(forward.at(-1)).toBe(closing);
        expect(balances(rows.toReversed(), bounds).toReversed()).toEqual(forward);
      }),
    );
  });
});
