import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../src/domain/dates.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { owedAt } from '../../src/domain/loan-state.ts';
import type { LoanTerms } from '../../src/domain/loan-terms.ts';
import type { Schedule } from '../../src/domain/schedule.ts';
import {
  day,
  disbursementFact,
  egp,
  factsOf,
  paidBack,
  paidOut,
  printed,
  SERVICING,
  scheduleOf,
  termsOf,
} from './loan-builders.ts';

/** Figures printed elsewhere; which apply and which differ is in docs/published-figures.md. */

/** One disbursement of the whole amount. */
function drawnAtOnce(
  amount: string,
  rate: string,
  months: number,
  start: string,
  more: Partial<LoanTerms> = {},
) {
  return scheduleOf(termsOf(amount, rate, months, more), paidOut(start, egp(amount)));
}

/** Sum of the interest of a schedule. */
function interestOf(schedule: Schedule): number {
  return schedule.rows.reduce((sum, row) => sum + row.interestPiastres, 0);
}

describe('apache/fineract, delinquency', () => {
  it('fin-dpd-001: days past due of each unpaid installment', () => {
    const due = ['2023-10-01', '2023-10-16', '2023-10-31', '2023-11-15'];
    expect(due.map((date) => daysBetween(day(date), day('2023-11-16')))).toEqual([46, 31, 16, 1]);
  });

  it('fin-dpd-004: 0 on the due date itself, 1 on the next day', () => {
    const facts = factsOf(termsOf('1000', '12', 6), '2024-04-10');
    const on = (date: string) => loanAccountAt(facts, day(date), SERVICING);
    expect([on('2024-05-10').daysPastDue, on('2024-05-10').paymentStatus]).toEqual([0, 'current']);
    expect([on('2024-05-11').daysPastDue, on('2024-05-11').paymentStatus]).toEqual([1, 'overdue']);
  });
});

describe('level installments', () => {
  it('frappe-009: 100,000 at 9.99 % over 36 months, to the piastre', () => {
    expect(drawnAtOnce('100000', '9.99', 36, '2024-01-01').rows[0]?.installmentPiastres).toBe(322_625);
  });

  it('fin-prog-001: 100 at 9.4822 % over 6 months, 30/360', () => {
    expect(printed(drawnAtOnce('100', '9.4822', 6, '2024-01-01', { dayCount: '30/360' }))).toEqual([
      '2024-02-01 16.34 0.79 83.66',
      '2024-03-01 16.47 0.66 67.19',
      '2024-04-01 16.60 0.53 50.59',
      '2024-05-01 16.73 0.40 33.86',
      '2024-06-01 16.86 0.27 17.00',
      '2024-07-01 17.00 0.13 0.00',
    ]);
  });

  it('fin-prog-003: 100 at 15.678 % over 6 months of a leap year, actual/365', () => {
    expect(printed(drawnAtOnce('100', '15.678', 6, '2024-01-01', { dayCount: 'actual/365' }))).toEqual([
      '2024-02-01 16.10 1.33 83.90',
      '2024-03-01 16.38 1.05 67.52',
      '2024-04-01 16.53 0.90 50.99',
      '2024-05-01 16.77 0.66 34.22',
      '2024-06-01 16.97 0.46 17.25',
      '2024-07-01 17.25 0.22 0.00',
    ]);
  });

  it('fin-prog-009: a second disbursement on a due date', () => {
    const terms = termsOf('200', '9.4822', 6, { dayCount: '30/360' });
    const schedule = scheduleOf(
      terms,
      paidOut('2024-01-01', egp('100')),
      paidOut('2024-03-01', egp('100'), 2),
    );
    expect(printed(schedule)).toEqual([
      '2024-02-01 16.34 0.79 83.66',
      '2024-03-01 16.47 0.66 67.19',
      '2024-04-01 41.31 1.32 125.88',
      '2024-05-01 41.64 0.99 84.24',
      '2024-06-01 41.96 0.67 42.28',
      '2024-07-01 42.28 0.33 0.00',
    ]);
  });

  it('fin-prog-013: the amounts of 10,000 at 12 % over 3 months from 31 January; our dates clamp', () => {
    expect(printed(drawnAtOnce('10000', '12', 3, '2025-01-31'))).toEqual([
      '2025-02-28 3300.22 100.00 6699.78',
      '2025-03-31 3333.22 67.00 3366.56',
      '2025-04-30 3366.56 33.67 0.00',
    ]);
  });

  it('fin-dates-004: due dates clamp to the month and the day comes back', () => {
    const dates = drawnAtOnce('100', '12', 3, '2025-01-31').rows.map((row) => row.dueDate);
    expect(dates).toEqual(['2025-02-28', '2025-03-31', '2025-04-30']);
  });

  it('xl-pmt-1, xl-ipmt-1, xl-ppmt-1: the spreadsheet functions', () => {
    expect(drawnAtOnce('10000', '8', 10, '2024-01-01').rows[0]?.installmentPiastres).toBe(103_703);
    expect(drawnAtOnce('8000', '10', 36, '2024-01-01').rows[0]?.interestPiastres).toBe(6_667);
    expect(drawnAtOnce('2000', '10', 24, '2024-01-01').rows[0]?.principalPiastres).toBe(7_562);
  });

  it('xl-cumipmt-1, xl-cumprinc-1: within the rounding of twelve rows', () => {
    const year = drawnAtOnce('125000', '9', 360, '2024-01-01').rows.slice(12, 24);
    const interest = year.reduce((sum, row) => sum + row.interestPiastres, 0);
    const principal = year.reduce((sum, row) => sum + row.principalPiastres, 0);
    expect([interest, principal]).toEqual([1_113_521, 93_415]);
    expect(Math.abs(interest - 1_113_523.213)).toBeLessThan(12);
    expect(Math.abs(principal - 93_410.712)).toBeLessThan(12);
  });
});

describe('apache/fineract, other styles', () => {
  it('fin-cum-004: equal principal', () => {
    const schedule = drawnAtOnce('5000', '12', 18, '2022-11-01', { repaymentStyle: 'equal_principal' });
    const rows = printed(schedule);
    expect(rows.slice(0, 5)).toEqual([
      '2022-12-01 277.78 50.00 4722.22',
      '2023-01-01 277.78 47.22 4444.44',
      '2023-02-01 277.78 44.44 4166.66',
      '2023-03-01 277.78 41.67 3888.88',
      '2023-04-01 277.78 38.89 3611.10',
    ]);
    expect(rows.slice(-2)).toEqual(['2024-04-01 277.78 5.56 277.74', '2024-05-01 277.74 2.78 0.00']);
    expect(interestOf(schedule)).toBe(47_500);
  });

  it('fin-cum-001: the interest of a flat loan; our installments are to the piastre', () => {
    const schedule = drawnAtOnce('5000', '12', 18, '2022-11-01', { repaymentStyle: 'flat' });
    expect(schedule.rows.every((row) => row.interestPiastres === 5_000)).toBe(true);
    expect(interestOf(schedule)).toBe(90_000);
    expect(printed(schedule).at(-1)).toBe('2024-05-01 277.74 50.00 0.00');
  });

  it('fin-cum-010: at 0 % the last one takes the rest; ours are to the piastre', () => {
    const parts = drawnAtOnce('1000', '0', 6, '2023-09-01').rows.map((row) => row.principalPiastres);
    expect(parts).toEqual([16_667, 16_667, 16_667, 16_667, 16_667, 16_665]);
  });
});

describe('splits and payoffs', () => {
  it('the published split: 26,205.33 at 17.25 %, one schedule month, 5,200.00', () => {
    const terms = termsOf('26205.33', '17.25', 12);
    const events = [paidOut('2026-03-10', egp('26205.33')), paidBack('2026-04-10', egp('5200'), 2)];
    expect(foldLoan(terms, events, day('2026-04-10')).splits[0]).toMatchObject({
      interestPiastres: 37_670,
      principalPiastres: 482_330,
      remainingPiastres: 2_138_203,
    });
  });

  it('fin-pay-001: the split of a payment on time under actual/365, and the interest after it', () => {
    const terms = termsOf('5000', '12', 6, { dayCount: 'actual/365' });
    const events = [paidOut('2022-11-01', egp('5000')), paidBack('2022-12-01', egp('863'), 2)];
    const state = foldLoan(terms, events, day('2023-01-01'));
    expect(state.splits[0]).toMatchObject({
      principalPiastres: 81_368,
      interestPiastres: 4_932,
      remainingPiastres: 418_632,
    });
    expect(owedAt(state, day('2023-01-01')).interestPiastres).toBe(4_267);
  });

  it('fin-payoff-001: interest only up to the pay-off day, 14 of 29 days of the month', () => {
    const terms = termsOf('100', '7', 6);
    expect(scheduleOf(terms, paidOut('2024-01-01', egp('100'))).rows[0]?.installmentPiastres).toBe(1_701);
    const events = [paidOut('2024-01-01', egp('100')), paidBack('2024-02-01', egp('17.01'), 2)];
    const state = foldLoan(terms, events, day('2024-02-15'));
    expect(state.splits[0]).toMatchObject({ principalPiastres: 1_643, interestPiastres: 58 });
    expect(owedAt(state, day('2024-02-15'))).toMatchObject({
      principalPiastres: 8_357,
      interestPiastres: 24,
      totalPiastres: 8_381,
    });
  });

  it('fin-over-001: nothing paid; ours rounds six months of interest once, 3.50, not six times 0.58', () => {
    const terms = termsOf('100', '7', 6);
    const state = foldLoan(terms, [paidOut('2024-01-01', egp('100'))], day('2024-07-01'));
    expect(owedAt(state, day('2024-07-01'))).toMatchObject({
      principalPiastres: 10_000,
      interestPiastres: 350,
    });
  });

  it('fin-rev-001: the outstanding figures, as a fold over what stands; surpluses are refused by us', () => {
    const terms = termsOf('1000', '0', 6);
    const facts = (payments: [string, string][]) =>
      loanAccountAt(
        {
          ...factsOf(terms, '2022-11-01', payments),
          disbursements: [disbursementFact('2022-11-01', egp('1000'), 1)],
        },
        day('2022-11-05'),
        SERVICING,
      ).outstandingPiastres;
    expect(
      facts([
        ['2022-11-04', '400'],
        ['2022-11-05', '390'],
      ]),
    ).toBe(21_000);
    expect(
      facts([
        ['2022-11-04', '400'],
        ['2022-11-05', '100'],
        ['2022-11-02', '500'],
      ]),
    ).toBe(0);
  });

  it('eg-civil-343: interest before principal', () => {
    // 120.00 of interest: 1,000.00 at 12 % for a whole year.
    const terms = termsOf('1000', '12', 12);
    const events = [paidOut('2025-01-01', egp('1000')), paidBack('2026-01-01', egp('290'), 2)];
    expect(foldLoan(terms, events, day('2026-01-01')).splits[0]).toMatchObject({
      interestPiastres: 12_000,
      principalPiastres: 17_000,
      remainingPiastres: 83_000,
    });
  });
});
