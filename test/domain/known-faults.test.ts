import { describe, expect, it } from 'vitest';
import { addMonths, parseDate } from '../../src/domain/dates.ts';
import type { DayCount } from '../../src/domain/day-count.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { owedAt } from '../../src/domain/loan-state.ts';
import { amountToNumber, foldDigits, formatAmount, parseAmount, piastres } from '../../src/domain/money.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { payoffAt } from '../../src/domain/payoff.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { day, egp, factsOf, paidOut, printed, SERVICING, scheduleOf, termsOf } from './loan-builders.ts';

/** Faults seen in other tools that ours must not have, each under its number. */

describe('schedules', () => {
  it('B01: installments to the piastre, and a last one that differs by one', () => {
    const schedule = scheduleOf(termsOf('10000', '18', 7), paidOut('2026-01-15', egp('10000')));
    expect(printed(schedule)).toEqual([
      '2026-02-15 1365.56 150.00 8634.44',
      '2026-03-15 1386.04 129.52 7248.40',
      '2026-04-15 1406.83 108.73 5841.57',
      '2026-05-15 1427.94 87.62 4413.63',
      '2026-06-15 1449.36 66.20 2964.27',
      '2026-07-15 1471.10 44.46 1493.17',
      '2026-08-15 1493.17 22.40 0.00',
    ]);
    expect(schedule.rows.map((row) => row.installmentPiastres)).toEqual([...Array(6).fill(151_556), 151_557]);
  });

  it('B03: the due day comes back after a short month', () => {
    const months = [0, 1, 2, 3, 4].map((count) => addMonths(day('2027-01-31'), count));
    expect(months).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  it('B05: interest over a leap day and a year end, under each day count', () => {
    const interest = (dayCount: DayCount, from: string, to: string) => {
      const state = foldLoan(
        termsOf('300000', '6', 12, { dayCount }),
        [paidOut(from, egp('300000'))],
        day(to),
      );
      return formatAmount(owedAt(state, day(to)).interestPiastres);
    };
    expect(interest('30/360', '2028-02-01', '2028-03-01')).toBe('1500.00');
    expect(interest('actual/365', '2028-02-01', '2028-03-01')).toBe('1430.14');
    expect(interest('actual/actual', '2028-02-01', '2028-03-01')).toBe('1426.23');
    expect(interest('actual/365', '2027-12-15', '2028-01-15')).toBe('1528.77');
    expect(interest('actual/actual', '2027-12-15', '2028-01-15')).toBe('1526.88');
  });
});

describe('accounts', () => {
  it('B06: the amounts of the schedule close the loan at exactly zero', () => {
    const facts = factsOf(termsOf('1000', '24', 3), '2026-01-15', [
      ['2026-02-15', '346.75'],
      ['2026-03-15', '346.75'],
      ['2026-04-15', '346.77'],
    ]);
    const account = loanAccountAt(facts, day('2026-04-15'), SERVICING);
    expect(formatAmount(account.outstandingPiastres)).toBe('0.00');
    expect(account).toMatchObject({
      payoffPiastres: 0,
      paymentStatus: 'paid_off',
      nextPaymentDueDate: null,
      installmentAmountPiastres: null,
      totalPaymentsMade: 3,
    });
  });

  it('B08: an overpayment is refused with the figure, before anything is booked', () => {
    // 1,000.00 at 18 % owes 15.00 after one schedule month.
    const facts = factsOf(termsOf('1000', '18', 6), '2026-01-15');
    const pay = (amount: string) =>
      decidePayment({
        facts,
        amountPiastres: egp(amount),
        paymentDate: day('2026-02-15'),
        businessDate: day('2026-02-15'),
        paymentId: 'PAY-9',
        order: 9,
        closedThrough: null,
        acceptOverpayment: false,
      });
    const refused = pay('1200');
    expect(isRefusal(refused) && refused.code).toBe('overpayment');
    expect(isRefusal(refused) && refused.message).toContain('1,015.00');
    expect(pay('1015')).toMatchObject({
      split: { interestPiastres: 1_500, principalPiastres: 100_000, remainingPiastres: 0 },
    });
  });

  it('B09: the payoff holds interest to its date only, and paying it settles the loan', () => {
    const loan = termsOf('10000', '18', 7);
    const before = factsOf(loan, '2026-01-15', [['2026-02-15', '1515.56']]);
    const payoff = payoffAt(before, day('2026-03-15'));
    expect(payoff).toMatchObject({
      asOf: '2026-03-15',
      principalPiastres: 863_444,
      interestPiastres: 12_952,
      payoffPiastres: 876_396,
    });
    expect(payoffAt(before, day('2026-03-15'))).toEqual(payoff);
    const after = factsOf(loan, '2026-01-15', [
      ['2026-02-15', '1515.56'],
      ['2026-03-15', '8763.96'],
    ]);
    const account = loanAccountAt(after, day('2026-03-15'), SERVICING);
    expect(account).toMatchObject({ paymentStatus: 'paid_off', payoffPiastres: 0 });
  });

  it('B10: arrears follow the date of the payment, not the day it became known', () => {
    const loan = termsOf('6000', '24', 6);
    const unpaid = factsOf(loan, '2026-02-01');
    const due = formatAmount(
      scheduleOf(loan, paidOut('2026-02-01', egp('6000'))).rows[0]?.installmentPiastres ?? piastres(0),
    );
    const paid = factsOf(loan, '2026-02-01', [['2026-02-28', due]]);
    expect(loanAccountAt(unpaid, day('2026-03-05'), SERVICING).paymentStatus).toBe('overdue');
    expect(loanAccountAt(paid, day('2026-03-05'), SERVICING)).toMatchObject({
      paymentStatus: 'current',
      nextPaymentDueDate: '2026-04-01',
    });
    expect(loanAccountAt(paid, day('2026-03-02'), SERVICING).paymentStatus).toBe('current');
  });

  it('B11: without its last payment a paid-off loan is exactly what it was before', () => {
    const loan = termsOf('1000', '24', 3);
    const payments: [string, string][] = [
      ['2026-02-15', '346.75'],
      ['2026-03-15', '346.75'],
      ['2026-04-15', '346.77'],
    ];
    const whole = factsOf(loan, '2026-01-15', payments);
    const reversed = { ...whole, payments: whole.payments.slice(0, -1) };
    const never = factsOf(loan, '2026-01-15', payments.slice(0, -1));
    expect(loanAccountAt(whole, day('2026-04-20'), SERVICING).paymentStatus).toBe('paid_off');
    const { state: _, ...account } = loanAccountAt(reversed, day('2026-04-20'), SERVICING);
    expect(account).toMatchObject({ paymentStatus: 'overdue', daysPastDue: 5, totalPaymentsMade: 2 });
    expect(loanAccountAt(never, day('2026-04-20'), SERVICING)).toMatchObject(account);
  });
});

describe('texts', () => {
  it('B17: number forms of statements are no amounts of ours, and never guessed', () => {
    for (const text of ['119,', '0,92', '000000000025,00', '-104,12', '104,12-', '(104.12)']) {
      expect(isRefusal(parseAmount(text, { grouping: true }))).toBe(true);
    }
    expect(parseAmount('000000000429.56')).toBe(42_956);
  });

  it('B29: a comma is a thousands separator only where it stands right', () => {
    const read = ['25,000', '1,250.50', '3,000'].map((text) => parseAmount(text, { grouping: true }));
    expect(read).toEqual([2_500_000, 125_050, 300_000]);
    for (const text of ['1.355,90', '4.711,98', '-110.7', '110,7']) {
      expect(isRefusal(parseAmount(text, { grouping: true }))).toBe(true);
    }
  });

  it('B34: Arabic-Indic and Persian digits and separators are read', () => {
    expect(parseAmount('١٤٬٥٠٠٫٥٥', { grouping: true })).toBe(1_450_055);
    expect(parseDate('٢٠٢٦-٠٤-٠٢')).toBe('2026-04-02');
    expect(foldDigits('LN-٧')).toBe('LN-7');
    expect(parseAmount('۱۲۳')).toBe(12_300);
    expect(parseAmount('١2٣')).toBe(12_300);
  });

  it('B35: a day that does not exist is an error, never the next one', () => {
    for (const text of ['2026-02-31', '31/02/2026', '2026-02-30']) {
      expect(isRefusal(parseDate(text))).toBe(true);
    }
  });

  it('B48: sums and large amounts carry no binary noise and no exponent', () => {
    const sum = (...texts: string[]) => piastres(texts.reduce((total, text) => total + egp(text), 0));
    expect(JSON.stringify(amountToNumber(sum('0.10', '0.20')))).toBe('0.3');
    expect(formatAmount(sum('0.01', '0.01', '0.01'))).toBe('0.03');
    expect(JSON.stringify(amountToNumber(egp('123456789012.45')))).toBe('123456789012.45');
    expect(JSON.stringify(amountToNumber(egp('999999999999.99')))).toBe('999999999999.99');
    expect(JSON.stringify(amountToNumber(egp('10000000.00')))).toBe('10000000');
    expect(formatAmount(egp('10000000.00'))).toBe('10000000.00');
  });

  it('B51: -10 is refused as negative', () => {
    const parsed = parseAmount('-10', { grouping: true });
    expect(isRefusal(parsed) && parsed.message).toContain('-10 is negative');
  });
});
