import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import { type DisbursedLoan, disbursed, paymentInput, payOn, setPolicy } from './desk-loans.ts';

const LATE_FEE = '{"amount": 100, "after_days": 5}';
const TWELVE = { approved_amount: 12_000, interest_rate: 24, term_months: 12 };

/** A loan paid out on 10 January. */
async function paidOut(
  desk: Desk,
  terms: { readonly approved_amount: number; readonly interest_rate: number; readonly term_months: number },
): Promise<DisbursedLoan> {
  desk.today = '2026-01-10';
  return disbursed(desk, terms, { disbursement_amount: terms.approved_amount });
}

async function sound(desk: Desk): Promise<void> {
  expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
  expect((await desk.done('reports.portfolio', {})).reconciled).toBe(true);
}

async function payLate(desk: Desk, loanId: string, date: string, amount: number): Promise<string> {
  desk.today = '2026-06-09';
  const input = { ...paymentInput(desk, loanId, amount), payment_date: date };
  return (await desk.done('payments.create', input)).payment_id as string;
}

describe('late fees cover no installment', () => {
  const TERMS = { approved_amount: 3_000, interest_rate: 0, term_months: 12 };
  const LATE = ['2026-02-20', '2026-03-20', '2026-04-20'];

  async function expectFourthOpen(desk: Desk, loanId: string) {
    desk.today = '2026-06-09';
    const loan = { loan_id: loanId };
    expect(await desk.done('loans.get', loan)).toMatchObject({
      payment_status: 'overdue',
      days_past_due: 30,
      next_payment_due_date: '2026-05-10',
      fees_due: 100,
      arrears_amount: 350,
      outstanding_balance: 2_250,
    });
    const { installments, due_amount } = await desk.done('loans.schedule', loan);
    expect(due_amount).toBe(350);
    expect(installments.slice(0, 4).map(({ status, paid_amount }) => [status, paid_amount])).toEqual([
      ['paid', 250],
      ['paid', 250],
      ['paid', 250],
      ['overdue', 0],
    ]);
    const due = await desk.done('reports.due', {});
    expect(due).toMatchObject({
      installments: [
        { number: 4, due_date: '2026-05-10', days_past_due: 30, missing_amount: 250, fees_due: 100 },
      ],
      missing_amount: '250.00',
      fees_amount: '100.00',
    });
    const ageing = await desk.done('reports.ageing', {});
    expect(ageing.buckets.map(({ loans, arrears_amount }) => [loans, arrears_amount])[1]).toEqual([
      1,
      '350.00',
    ]);
    const { par } = await desk.done('reports.portfolio', {});
    expect(par[0]).toMatchObject({ days: 0, loans: 1, outstanding_balance: '2250.00' });
    const notes = (await desk.done('loans.explain', loan)).map(({ note }) => note).join('\n');
    expect(notes).toContain('late fee 100.00: installment 4 of 2026-05-10 is not covered');
    expect(notes).toContain('750.00 + fees due 100.00');
    await sound(desk);
  }

  it.each([
    ['forward', LATE],
    ['back-dated', LATE.toReversed()],
    ['mixed', [LATE[1], LATE[2], LATE[0]]],
  ])('leaves the fourth installment open, entered %s', async (_how, dates) => {
    await onDesk(async (desk) => {
      await setPolicy(desk, 'late_fee', LATE_FEE, '2026-01-01');
      const { loanId } = await paidOut(desk, TERMS);
      for (const date of dates as string[]) await payLate(desk, loanId, date, 350);
      await expectFourthOpen(desk, loanId);
    })();
  });

  it(
    'does so after a payment was reversed and booked again',
    onDesk(async (desk) => {
      await setPolicy(desk, 'late_fee', LATE_FEE, '2026-01-01');
      const { loanId } = await paidOut(desk, TERMS);
      const [first = ''] = await Promise.all([payLate(desk, loanId, LATE[0] as string, 350)]);
      for (const date of LATE.slice(1)) await payLate(desk, loanId, date, 350);
      await desk.done('payments.reverse', { payment_id: first, reason: 'returned' });
      await sound(desk);
      await payLate(desk, loanId, LATE[0] as string, 350);
      await expectFourthOpen(desk, loanId);
    }),
  );

  it(
    'and `due` is the installment and nothing less after one fee',
    onDesk(async (desk) => {
      await setPolicy(desk, 'late_fee', LATE_FEE, '2026-01-01');
      const { loanId } = await paidOut(desk, TWELVE);
      const loan = { loan_id: loanId };
      desk.today = '2026-02-20';
      expect((await desk.done('loans.schedule', loan)).due_amount).toBe(1_234.72);
      await payOn(desk, '2026-02-20', loanId, 1_234.72);
      expect((await desk.done('loans.schedule', loan)).due_amount).toBe(1_134.72);
      expect(await desk.done('loans.get', loan)).toMatchObject({
        arrears_amount: 0,
        next_payment_due_date: '2026-03-10',
      });
      await sound(desk);
    }),
  );
});

describe('a small rest', () => {
  const TERMS = { approved_amount: 5_000, interest_rate: 24, term_months: 3 };
  const PAYMENTS: readonly (readonly [string, number])[] = [
    ['2026-02-10', 1_733.77],
    ['2026-03-10', 1_733.77],
    ['2026-04-10', 1_733.38],
  ];

  async function withLimit(desk: Desk, amount: string, order = PAYMENTS) {
    await setPolicy(desk, 'late_fee', LATE_FEE, '2026-01-01');
    await setPolicy(desk, 'small_balance', `{"amount": ${amount}}`, '2026-01-01');
    await setPolicy(desk, 'arrears_tolerance', '5.00', '2026-01-01');
    const { loanId } = await paidOut(desk, TERMS);
    const ids: string[] = [];
    for (const [date, paid] of order) ids.push(await payLate(desk, loanId, date, paid));
    return { loanId, ids };
  }

  it.each([
    ['forward', PAYMENTS],
    ['back-dated', PAYMENTS.toReversed()],
  ])('not above the limit is released, entered %s', async (_how, order) => {
    await onDesk(async (desk) => {
      const { loanId } = await withLimit(desk, '5.00', order);
      const loan = { loan_id: loanId };
      expect(await desk.done('loans.get', { ...loan, as_of: '2026-04-10' })).toMatchObject({
        payment_status: 'paid_off',
        outstanding_balance: 0,
        released_amount: 0.4,
        written_off_on: null,
      });
      expect(await desk.done('loans.get', loan)).toMatchObject({
        payment_status: 'paid_off',
        fees_due: 0,
        payoff_amount: 0,
      });
      const { accounts } = await desk.done('reports.trial_balance', {});
      expect(accounts.find(({ account }) => account === 'small balances')).toMatchObject({ debit: '0.40' });
      expect((await desk.done('loans.statement', loan)).at(-1)).toMatchObject({
        kind: 'small_balance',
        value_date: '2026-04-10',
        credit: 0.4,
        balance: 0,
      });
      const notes = (await desk.done('loans.explain', loan)).map(({ note }) => note).join('\n');
      expect(notes).toContain('small rest released: principal 0.40');
      await sound(desk);
    })();
  });

  it(
    'above the limit stays owed, current within the tolerance and without a fee',
    onDesk(async (desk) => {
      const { loanId } = await withLimit(desk, '0.39');
      desk.today = '2026-04-20';
      expect(await desk.done('loans.get', { loan_id: loanId, as_of: '2026-04-20' })).toMatchObject({
        payment_status: 'current',
        outstanding_balance: 0.4,
        days_past_due: 0,
        fees_due: 0,
        arrears_amount: 0.4,
        released_amount: null,
      });
      await sound(desk);
    }),
  );

  it(
    'is owed again when the payment is reversed, and when a payment before it is',
    onDesk(async (desk) => {
      const { loanId, ids } = await withLimit(desk, '5.00');
      const loan = { loan_id: loanId };
      await desk.done('payments.reverse', { payment_id: ids[2] as string, reason: 'returned' });
      expect(await desk.done('loans.get', { ...loan, as_of: '2026-04-10' })).toMatchObject({
        outstanding_balance: 1_699.78,
        released_amount: null,
      });
      await sound(desk);
      await payLate(desk, loanId, '2026-04-10', 1_733.38);
      await desk.done('payments.reverse', { payment_id: ids[0] as string, reason: 'returned' });
      expect((await desk.done('loans.get', loan)).released_amount).toBeNull();
      await sound(desk);
    }),
  );

  it(
    'is released before the last due date when the payoff was asked for',
    onDesk(async (desk) => {
      await setPolicy(desk, 'small_balance', '{"amount": 5}', '2026-01-01');
      const { loanId } = await paidOut(desk, TERMS);
      desk.today = '2026-02-10';
      const input = { ...paymentInput(desk, loanId, 5_099.5), as_payoff: true };
      const paid = await desk.done('payments.create', input);
      expect(paid).toMatchObject({ principal_amount: 4_999.5, released_amount: 0.5, remaining_balance: 0 });
      expect((await desk.done('loans.get', { loan_id: loanId })).payment_status).toBe('paid_off');
      expect((await desk.done('reports.portfolio', {})).loans).toBe(0);
      await sound(desk);
    }),
  );
});
