import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { disbursed, IBAN, payOffOn, payOn } from './desk-loans.ts';

/** 12,000.00 at 24 % over 12 months is 1,134.72 a month. */
const INSTALLMENT = 1134.72;

describe('report due', () => {
  it(
    'lists what is due today and what is past due, with what each lacks',
    onDesk(async (desk) => {
      const value = { kind: 'merchant', external_id: 'M-1', contact_phone: '+20 100 123 4567' };
      await desk.done('merchants.import', { records: [{ line: 1, source: 'm.jsonl', value }] });
      const { loanId } = await disbursed(desk);
      const paidOff = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      await payOffOn(desk, '2026-01-20', paidOff.loanId);
      await payOn(desk, '2026-02-01', loanId, 1000);
      desk.today = '2026-03-01';
      const report = await desk.done('reports.due', {});
      expect(report).toMatchObject({
        as_of: '2026-03-01',
        from: '2026-03-01',
        to: '2026-03-01',
        loans: 1,
        missing_amount: '1269.44',
        overdue_amount: '134.72',
      });
      expect(report.installments).toMatchObject([
        {
          loan_id: loanId,
          merchant_id: 'M-1',
          business_name: 'Nile Textiles',
          phone: '+20 100 123 4567',
          merchant_bank_account: IBAN,
          number: 1,
          due_date: '2026-02-01',
          status: 'overdue',
          days_past_due: 28,
          installment_amount: INSTALLMENT,
          principal_amount: 894.72,
          interest_amount: 240,
          missing_amount: 134.72,
        },
        { number: 2, due_date: '2026-03-01', status: 'due', days_past_due: 0, missing_amount: INSTALLMENT },
      ]);
    }, '2026-01-01'),
  );

  it(
    'looks ahead and back, and keeps arrears whatever the days asked for',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.today = '2026-02-10';
      const dates = async (from?: string, to?: string) => {
        const asked = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        return (await desk.done('reports.due', asked)).installments.map((row) => row.due_date);
      };
      expect(await dates()).toEqual(['2026-02-01']);
      expect(await dates('2026-03-01', '2026-04-30')).toEqual(['2026-02-01', '2026-03-01', '2026-04-01']);
      expect(await dates('2026-01-01', '2026-01-31')).toEqual([]);
      await payOn(desk, '2026-02-10', loanId, INSTALLMENT);
      expect(await dates('2026-02-01', '2026-02-28')).toEqual([]);
      expect(await dates('2026-02-01', '2026-03-01')).toEqual(['2026-03-01']);
      expect(await desk.refused('reports.due', { from: '2026-03-01', to: '2026-02-01' })).toMatchObject({
        code: 'invalid_query',
      });
    }, '2026-01-01'),
  );

  it(
    'asks after maturity for all that is owed, interest since then included',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk, { term_months: 2 });
      desk.today = '2026-05-01';
      const { payoff_amount } = await desk.done('loans.payoff', { loan_id: loanId });
      const report = await desk.done('reports.due', {});
      expect(report.installments.map((row) => row.number)).toEqual([1, 2]);
      expect(Number(report.missing_amount)).toBe(payoff_amount);
      expect(report.overdue_amount).toBe(report.missing_amount);
    }, '2026-01-01'),
  );

  it(
    'was not due any more on a day that a payment entered later covers',
    onDesk(async (desk) => {
      // The fault B10: paid in time, entered late.
      const { loanId } = await disbursed(desk);
      desk.today = '2026-02-05';
      expect((await desk.done('reports.due', {})).installments).toHaveLength(1);
      await desk.done('payments.create', {
        loan_id: loanId,
        payment_amount: INSTALLMENT,
        payment_date: '2026-01-31',
        payment_method: 'auto_debit',
      });
      expect((await desk.done('reports.due', { as_of: '2026-02-02' })).installments).toEqual([]);
      const { data } = await desk.done('loans.list', { past_due: true, as_of: '2026-02-02' });
      expect(data).toEqual([]);
      const known = await desk.done('reports.due', { as_of: '2026-02-02', known_at: '2026-02-04' });
      expect(known.installments).toHaveLength(1);
    }, '2026-01-01'),
  );
});
