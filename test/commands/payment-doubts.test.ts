import { expect, it } from 'vitest';
import { command } from '../../src/commands/pay/review/match.ts';
import { command as pay } from '../../src/commands/pay.ts';
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

const PAID = {
  ...{ loan_id: 'LN-7K3QX9B23', payment_amount: 900, payment_date: '2026-04-10' },
  ...{ payment_method: 'manual_transfer', payment_id: 'PAY-2C7D9F1KA', payment_reference: 'FT-1' },
  ...{ interest_amount: 0, principal_amount: 900, fee_amount: 0, credit_amount: 0, recovered_amount: 0 },
  ...{ remaining_balance: 11_100, replayed: false, corrections: [], account: null, equal_payment_id: null },
  reference_on_other_loan: {
    payment_id: 'PAY-7K3QX9B23',
    loan_id: 'LN-2C7D9F1KA',
    payment_date: '2026-04-01',
  },
};
const DOUBT =
  'the same reference and amount stand on another loan already: payment PAY-7K3QX9B23 of 2026-04-01 on LN-2C7D9F1KA';

/** What `pay` says and asks when the reference stands on another loan. */
async function paid(how: { readonly assumeYes: boolean; readonly dryRun?: boolean }, value: object = PAID) {
  const asked: unknown[] = [];
  const deps = {
    dryRun: false,
    ...how,
    today: () => '2026-04-10',
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
    confirm: async (summary: readonly string[], question: string, options: unknown) => {
      asked.push(summary.at(-1), question, options);
      return { code: 'declined', detail: 'no' };
    },
  } as unknown as Deps;
  const options = { amount: '900', method: 'manual_transfer', reference: 'FT-1' };
  const result = await pay.run({ args: ['LN-7K3QX9B23'], options }, deps);
  return { asked, notices: result.ok ? result.notices : null };
}

it('asks about a reference that stands on another loan, and Enter means no', async () => {
  expect(await paid({ assumeYes: false })).toEqual({
    asked: [`But ${DOUBT}.`, 'Book it a second time?', { defaultYes: false }],
    notices: null,
  });
  const unknown = { ...PAID, reference_on_other_loan: null };
  expect((await paid({ assumeYes: false }, unknown)).asked.slice(1)).toEqual([
    'Book this payment?',
    { defaultYes: true },
  ]);
});

it('warns of it and names it where nobody is asked', async () => {
  expect((await paid({ assumeYes: true })).notices).toEqual([`warning: ${DOUBT}`]);
  expect((await paid({ assumeYes: true, dryRun: true })).notices).toEqual([`warning: ${DOUBT}`]);
});
