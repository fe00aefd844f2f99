import { expect, it } from 'vitest';
import { command } from '../../src/commands/pay/review/match.ts';
import type { Deps } from '../../src/shell/command-definition.ts';

/** What a match says where nobody is asked and a payment may be booked already. */
async function said(twin: string | null) {
  const payment = {
    loan_id: 'LN-7K3QX9B23',
    payment_id: 'PAY-2C7D9F1KA',
    payment_amount: 900,
    payment_date: '2026-04-10',
    interest_amount: 0,
    principal_amount: 900,
    fee_amount: 0,
    credit_amount: 0,
    recovered_amount: 0,
    remaining_balance: 11_100,
    equal_payment_id: twin,
    corrections: [],
    account: null,
  };
  const value = {
    held_id: 'HLD-7K3QX9B23',
    state: 'settled',
    waiting_amount: 0,
    payments: [payment],
    reversed: null,
    approvals: null,
  };
  const deps = {
    assumeYes: true,
    dryRun: false,
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
  } as unknown as Deps;
  const result = await command.run({ args: ['HLD-7K3QX9B23', 'LN-7K3QX9B23'], options: {} }, deps);
  return result.ok ? result.notices : result;
}

it('warns of a payment that may be booked already where nobody was asked', async () => {
  expect(await said('PAY-7K3QX9B23')).toEqual([
    'warning: 900.00 for LN-7K3QX9B23 may be booked already: PAY-7K3QX9B23',
  ]);
  expect(await said(null)).toEqual([]);
});
