import { describe, expect, it } from 'vitest';
import { piastres } from '../../src/domain/money.ts';
import { quoteLoan } from '../../src/domain/quote.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { buildSchedule } from '../../src/domain/schedule.ts';
import { day, egp, paidOut, printed, scheduleOf, termsOf } from './loan-builders.ts';

describe('styles', () => {
  it('bullet: interest monthly, principal at the end; grace changes nothing', () => {
    const rows = [
      '2026-02-28 0.00 10.00 1000.00',
      '2026-03-31 0.00 10.00 1000.00',
      '2026-04-30 1000.00 10.00 0.00',
    ];
    for (const graceMonths of [0, 2]) {
      const terms = termsOf('1000', '12', 3, { repaymentStyle: 'bullet', graceMonths });
      expect(printed(scheduleOf(terms, paidOut('2026-01-31', egp('1000'))))).toEqual(rows);
    }
  });

  it('annuity with grace: interest only at first, then the rest is solved', () => {
    const terms = termsOf('1000', '12', 4, { graceMonths: 2 });
    expect(printed(scheduleOf(terms, paidOut('2026-01-01', egp('1000'))))).toEqual([
      '2026-02-01 0.00 10.00 1000.00',
      '2026-03-01 0.00 10.00 1000.00',
      '2026-04-01 497.51 10.00 502.49',
      '2026-05-01 502.49 5.02 0.00',
    ]);
  });

  it('equal principal with grace: the amount over the installments after grace, half up', () => {
    const terms = termsOf('1000', '12', 4, { graceMonths: 1, repaymentStyle: 'equal_principal' });
    expect(printed(scheduleOf(terms, paidOut('2026-01-01', egp('1000'))))).toEqual([
      '2026-02-01 0.00 10.00 1000.00',
      '2026-03-01 333.33 10.00 666.67',
      '2026-04-01 333.33 6.67 333.34',
      '2026-05-01 333.34 3.33 0.00',
    ]);
  });

  it('flat: interest on the whole amount, spread evenly, the last takes the rest', () => {
    const terms = termsOf('1000', '10', 3, { repaymentStyle: 'flat', graceMonths: 2 });
    expect(printed(scheduleOf(terms, paidOut('2026-01-01', egp('1000'))))).toEqual([
      '2026-02-01 333.33 8.33 666.67',
      '2026-03-01 333.33 8.33 333.34',
      '2026-04-01 333.34 8.34 0.00',
    ]);
  });

  it('flat with an amount smaller than its rows: nothing is owed after the principal is gone', () => {
    const terms = termsOf('0.02', '100', 4, { repaymentStyle: 'flat' });
    expect(printed(scheduleOf(terms, paidOut('2026-01-01', egp('0.02'))))).toEqual([
      '2026-02-01 0.01 0.00 0.01',
      '2026-03-01 0.01 0.01 0.00',
      '2026-04-01 0.00 0.00 0.00',
      '2026-05-01 0.00 0.00 0.00',
    ]);
  });

  it('rounds the installment up where the policy says so', () => {
    const installment = (installmentRounding: 'half_up' | 'up') =>
      quoteLoan(termsOf('1000', '12', 3, { installmentRounding }), day('2026-01-01'))
        .installmentAmountPiastres;
    // 340.0221… exactly.
    expect([installment('half_up'), installment('up')]).toEqual([34_002, 34_003]);
  });
});

describe('rows', () => {
  it('carry interest above the installment without interest on it', () => {
    // A 31-day month under actual/360 at 100 % costs more than the level installment of a long loan.
    const terms = termsOf('1000', '100', 120, { dayCount: 'actual/360' });
    const { rows } = scheduleOf(terms, paidOut('2026-01-01', egp('1000')));
    const [first, second] = rows;
    expect(first).toMatchObject({ interestPiastres: first?.installmentPiastres, principalPiastres: 0 });
    // 86.11 of interest, the installment pays less; what it lacks is paid in February beside its own 77.78.
    const carried = 8_611 - (first?.interestPiastres ?? 0);
    expect(carried).toBeGreaterThan(0);
    expect(second?.interestPiastres).toBe(carried + 7_778);
    expect(second?.balancePiastres).toBe(100_000 - (second?.principalPiastres ?? 0));
  });

  it('with nothing to pay start no new piece: interest is counted on', () => {
    // 0.0033 a month: nothing is due before the third month, when 0.01 is.
    const terms = termsOf('1', '4', 12, { repaymentStyle: 'bullet' });
    const interests = scheduleOf(terms, paidOut('2026-01-01', egp('1'))).rows.map(
      (row) => row.interestPiastres,
    );
    expect(interests).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  });

  it('after a zero balance are 0.00', () => {
    const terms = termsOf('0.05', '0', 12, { installmentRounding: 'up' });
    const parts = scheduleOf(terms, paidOut('2026-01-01', egp('0.05'))).rows.map(
      (row) => row.installmentPiastres,
    );
    expect(parts).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('tranches', () => {
  it('between due dates: the next row bears the exact interest of both parts of its period', () => {
    const terms = termsOf('2000', '12', 4, { dayCount: 'actual/360' });
    const { rows } = scheduleOf(
      terms,
      paidOut('2026-01-01', egp('1000')),
      paidOut('2026-02-16', egp('1000'), 2),
    );
    const balance = rows[0]?.balancePiastres ?? 0;
    // 15 days on the old balance, 13 on the new one: rounded once.
    const interest = (balance * 0.12 * 15) / 360 + ((balance + 100_000) * 0.12 * 13) / 360;
    expect(rows[1]?.interestPiastres).toBe(Math.round(interest));
    expect(rows[1]?.installmentPiastres).toBe(rows[2]?.installmentPiastres);
  });

  it('leave the rows due on or before their date alone, and keep the grace left', () => {
    const terms = termsOf('2000', '12', 5, { graceMonths: 2 });
    const single = scheduleOf(terms, paidOut('2026-01-01', egp('1000')));
    const both = scheduleOf(terms, paidOut('2026-01-01', egp('1000')), paidOut('2026-02-01', egp('500'), 2));
    expect(both.rows[0]).toEqual(single.rows[0]);
    expect(both.rows.map((row) => row.dueDate)).toEqual(single.rows.map((row) => row.dueDate));
    expect(printed(both)[1]).toBe('2026-03-01 0.00 15.00 1500.00');
  });

  it('come in any order', () => {
    const terms = termsOf('3000', '12', 6);
    const events = [
      paidOut('2026-01-10', egp('1000'), 3),
      paidOut('2026-02-20', egp('1200'), 2),
      paidOut('2026-03-05', egp('800'), 1),
    ];
    expect(scheduleOf(terms, ...events.toReversed())).toEqual(scheduleOf(terms, ...events));
  });

  it('are refused on or after maturity, and for flat loans altogether', () => {
    const on = (date: string, style: 'annuity' | 'flat') => {
      const terms = termsOf('2000', '12', 3, { repaymentStyle: style });
      const built = buildSchedule(terms, [paidOut('2026-01-31', egp('1000')), paidOut(date, egp('1000'), 2)]);
      return isRefusal(built) ? built.code : 'built';
    };
    expect(on('2026-04-29', 'annuity')).toBe('built');
    expect(on('2026-04-30', 'annuity')).toBe('date_after_maturity');
    expect(on('2026-02-01', 'flat')).toBe('flat_single_disbursement');
    expect(buildSchedule(termsOf('1', '1', 1), [])).toMatchObject({ code: 'nothing_disbursed' });
  });
});

describe('quoteLoan', () => {
  it('adds up the rows and names the first installment with principal', () => {
    const quote = quoteLoan(termsOf('1000', '12', 4, { graceMonths: 2 }), day('2026-01-01'));
    expect(quote).toMatchObject({
      totalInterestPiastres: 3_502,
      totalPaymentPiastres: 103_502,
      installmentAmountPiastres: 50_751,
    });
    expect(quote.schedule.maturityDate).toBe('2026-05-01');
  });

  it('takes any amount above zero', () => {
    const quote = quoteLoan(
      { ...termsOf('1', '24.5', 12), approvedAmountPiastres: piastres(1) },
      day('2026-01-31'),
    );
    expect(quote.totalPaymentPiastres).toBe(1);
  });
});
