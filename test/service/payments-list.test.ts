import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../src/contract/operation-types.ts';
import type { Desk } from './desk.ts';
import { onDesk } from './desk.ts';
import { disbursed, payOn } from './desk-loans.ts';

/** Three payments on two loans, one of them entered a day late. */
async function threePayments(desk: Desk) {
  const first = await disbursed(desk);
  const second = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
  await payOn(desk, '2026-03-10', first.loanId, 100, { payment_reference: 'FT-1' });
  await payOn(desk, '2026-03-11', second.loanId, 250.5, { payment_method: 'auto_debit' });
  desk.today = '2026-03-12';
  await desk.done('payments.create', {
    loan_id: first.loanId,
    payment_amount: 75,
    payment_date: '2026-03-11',
    payment_method: 'manual_transfer',
  });
  return { first, second };
}

async function amounts(desk: Desk, filter: OperationInput<'payments.list'>): Promise<number[]> {
  return (await desk.done('payments.list', filter)).map((payment) => payment.payment_amount);
}

describe('pay ls', () => {
  it(
    'lists payments of all loans, the latest first, by the day they were paid or booked',
    onDesk(async (desk) => {
      await threePayments(desk);
      expect(await amounts(desk, {})).toEqual([75, 250.5, 100]);
      expect(await amounts(desk, { on: '2026-03-11' })).toEqual([75, 250.5]);
      expect(await amounts(desk, { on: '2026-03-11', by: 'booked' })).toEqual([250.5]);
      expect(await amounts(desk, { on: '2026-03-12', by: 'booked' })).toEqual([75]);
      expect(await amounts(desk, { to: '2026-03-11', from: '0001-01-01', by: 'booked' })).toEqual(
        await amounts(desk, { to: '2026-03-11', by: 'booked' }),
      );
      expect(await amounts(desk, { from: '2026-03-11' })).toEqual([75, 250.5]);
      expect(await amounts(desk, { to: '2026-03-10' })).toEqual([100]);
      expect(await amounts(desk, { amount: '250.50' })).toEqual([250.5]);
      expect(await amounts(desk, { reference: 'FT-1' })).toEqual([100]);
      expect(await amounts(desk, { method: 'manual_transfer' })).toEqual([75, 100]);
      expect(await amounts(desk, { q: 'ft-' })).toEqual([100]);
      expect(await amounts(desk, { batch: 'BAT-AAAAAAAAA' })).toEqual([]);
      expect(await amounts(desk, { page: 2, size: 2 })).toEqual([100]);
    }),
  );

  it(
    'adds them up by method, posted and reversed apart',
    onDesk(async (desk) => {
      await threePayments(desk);
      const [late] = await desk.done('payments.list', { amount: 75 });
      await desk.done('payments.reverse', { payment_id: late?.payment_id ?? '', reason: 'other customer' });
      expect(await desk.done('payments.totals', {})).toEqual([
        { payment_method: 'auto_debit', status: 'posted', payments: 1, payment_amount: '250.50' },
        { payment_method: 'manual_transfer', status: 'posted', payments: 1, payment_amount: '100.00' },
        { payment_method: 'manual_transfer', status: 'reversed', payments: 1, payment_amount: '75.00' },
      ]);
      const [reversed] = await desk.done('payments.list', { on: '2026-03-11', method: 'manual_transfer' });
      expect(reversed).toMatchObject({ status: 'reversed', payment_amount: 75 });
    }),
  );

  it.each([
    { on: '2026-03-11', from: '2026-03-01' },
    { from: '2026-03-12', to: '2026-03-11' },
    { on: '2026-02-30' },
    { by: 'entered' },
    { amount: '1,5' },
    { method: 'cash' },
    { size: '501' },
  ])('refuses %o', (filter) =>
    onDesk(async (desk) => {
      expect(await desk.refused('payments.list', filter)).toMatchObject({ code: 'invalid_query' });
    })(),
  );
});
