import { describe, expect, it } from 'vitest';
import { piastres } from '../../src/domain/money.ts';
import { type SortedRow, sortReceipt } from '../../src/domain/receipt-sort.ts';

const ROW: SortedRow = {
  direction: 'credit',
  status: 'booked',
  returned: null,
  amountPiastres: piastres(25_000),
  currency: 'EGP',
};

function sorted(more: Partial<SortedRow>) {
  return sortReceipt({ ...ROW, ...more });
}

describe('sortReceipt', () => {
  it('takes booked money in for a receipt', () => {
    expect(sorted({})).toEqual({ sort: 'receipt', amountPiastres: 25_000 });
  });

  it.each([
    { direction: 'debit' },
    { status: 'pending' },
    { status: 'failed' },
    { status: 'info' },
    { amountPiastres: piastres(0) },
    { direction: 'debit', currency: 'USD', amountPiastres: null },
    // A return the bank has not booked has returned nothing yet.
    { status: 'pending', returned: { of: 'credit', reference: null } },
  ] as const)('counts %j as no repayment', (more) => {
    expect(sorted(more)).toMatchObject({ sort: 'not_a_repayment' });
  });

  it('says of a line without an amount that none stands in it', () => {
    expect(sorted({ status: 'info', amountPiastres: piastres(0) })).toHaveProperty(
      'reason',
      'no money moved: no amount stands in it, or 0.00',
    );
    expect(sorted({ status: 'info' })).toHaveProperty('reason', 'no money moved');
  });

  it('holds other currencies and says which it is', () => {
    const held = sorted({ currency: 'USD', amountPiastres: null });
    expect(held).toMatchObject({ sort: 'held', code: 'other_currency' });
    expect(held).toHaveProperty('reason', 'loans are kept in EGP, not in USD');
  });

  it('holds what was taken back, either way', () => {
    const payment = sorted({ direction: 'debit', returned: { of: 'credit', reference: 'LN-7' } });
    expect(payment).toMatchObject({ sort: 'held', code: 'returned_payment' });
    expect(payment).toHaveProperty('reason', expect.stringContaining('LN-7'));
    expect(sorted({ returned: { of: 'debit', reference: null } })).toMatchObject({ code: 'returned_debit' });
  });

  it('does not take an amount in EGP that is not in piastres', () => {
    expect(() => sorted({ amountPiastres: null })).toThrow();
  });
});
