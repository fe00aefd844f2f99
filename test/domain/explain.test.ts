import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { explainLoan, explainSchedule } from '../../src/domain/explain.ts';
import type { ExplainLine } from '../../src/domain/explain-line.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { REPAYMENT_STYLES } from '../../src/domain/loan-terms.ts';
import { piastres } from '../../src/domain/money.ts';
import { NO_RULES } from '../../src/domain/servicing-rules.ts';
import { day, disbursementFact, egp, factsOf, SERVICING, termsOf } from './loan-builders.ts';
import { lineFault, postingFault } from './pocket-calculator.ts';

function explained(facts: LoanFacts, date: string, servicing = SERVICING): ExplainLine[] {
  return explainLoan(facts, loanAccountAt(facts, day(date), servicing), servicing);
}

function notes(facts: LoanFacts, date: string, servicing = SERVICING): string {
  return explained(facts, date, servicing)
    .map(({ note }) => note)
    .join('\n');
}

/** The lines that count interest, or say why none is counted. */
function arithmetic(lines: readonly ExplainLine[]): ExplainLine[] {
  return lines.filter(
    ({ note }) => !/^(not counted|outstanding|payoff|maturity|arrears|next due|days past|status)/.test(note),
  );
}

describe('explainLoan', () => {
  const published = factsOf(termsOf('26205.33', '17.25', 12), '2026-03-10', [['2026-04-10', '5200']]);

  it('tells the published split line by line', () => {
    expect(arithmetic(explained(published, '2026-04-20'))).toMatchObject([
      { from: '2026-03-10', to: '2026-03-10', days: 0, basis: null, interest: '0.00' },
      {
        from: '2026-03-10',
        to: '2026-04-10',
        balancePiastres: 2_620_533,
        annualRateE4: 172_500,
        days: 31,
        basis: 372,
        interest: '376.70161875',
        carriedPiastres: 0,
        rounding: '-0.00161875',
        note: expect.stringContaining('interest 376.70, principal 4,823.30, principal left 21,382.03'),
      },
      {
        from: '2026-04-10',
        to: '2026-04-20',
        balancePiastres: 2_138_203,
        days: 10,
        basis: 360,
        note: expect.stringContaining('not posted: interest due on 2026-04-20 102.46'),
      },
    ]);
  });

  it('tells a late fee on its day, between the interest before it and after it', () => {
    const lateFees = {
      fees: [{ from: null, value: { amountPiastres: egp('50'), afterDays: 5 } }],
      tolerances: [],
    };
    const late = factsOf(termsOf('12000', '24', 3), '2026-01-02', [['2026-02-20', '3000']], {
      rules: { ...NO_RULES, ...lateFees },
    });
    const lines = explained(late, '2026-03-10');
    expect(lines.map(({ to }) => to)).toEqual(lines.map(({ to }) => to).sort());
    const told = lines.slice(0, 7).map(({ to, note }) => `${to} ${note.slice(0, 8)}`);
    expect(told).toEqual([
      '2026-01-02 disburse',
      '2026-02-02 basis 12',
      '2026-02-07 late fee',
      '2026-02-20 payment ',
      '2026-03-02 basis 12',
      '2026-03-07 late fee',
      '2026-03-10 not post',
    ]);
  });

  it('ends with the sums behind the figures of the account', () => {
    expect(
      explained(published, '2026-05-20')
        .slice(-7)
        .map(({ note }) => note),
    ).toEqual([
      'outstanding balance 21,382.03 = paid out 26,205.33 - principal repaid 4,823.30',
      'payoff 21,788.55 = principal 21,382.03 + interest due 406.52',
      'maturity 2027-03-10: 12 months after 2026-03-10',
      'arrears 0.00: 2 installments due by 2026-05-20 of 4,786.32 - principal and interest paid 5,200.00 is below zero',
      'next due 2026-06-10: installment 3 of 2,393.16 is the first not covered: installments up to it add up to 7,179.48 and 5,200.00 of principal and interest is paid',
      'days past due 0: from 2026-06-10 to 2026-05-20, at least 0',
      'status current: 0 days past due, not above grace_days 0',
    ]);
    expect(notes(published, '2026-06-20')).toContain(
      'arrears 1,979.48 = 3 installments due by 2026-06-20 of 7,179.48 - principal and interest paid 5,200.00',
    );
    expect(notes(published, '2026-06-20')).toContain('days past due 10: from 2026-06-10 to 2026-06-20');
    expect(notes(published, '2027-04-01')).toContain(': the payoff, since 2027-03-10 is the maturity');
    const patient = { defaultDays: 30, graceDays: 15, arrearsTolerancePiastres: egp('10') };
    expect(notes(published, '2026-06-20', patient)).toContain('not above grace_days 15');
    expect(notes(published, '2026-08-20', patient)).toContain('days past due, default_days is 30');
    expect(notes(published, '2026-08-20', patient)).toContain('and arrears_tolerance is 10.00');
  });

  it('cuts actual/actual at the year end and shows what is carried', () => {
    const facts = factsOf(termsOf('300000', '6', 12, { dayCount: 'actual/actual' }), '2027-12-15', [
      ['2028-01-15', '1000'],
      ['2028-01-16', '100'],
    ]);
    const lines = arithmetic(explained(facts, '2028-01-16'));
    expect(lines.map((line) => [line.days, line.basis])).toEqual([
      [0, null],
      [17, 365],
      [14, 366],
      [1, 366],
    ]);
    expect(lines.map((line) => line.carriedPiastres)).toEqual([0, 0, 0, 52_688]);
    expect(lines[2]?.note).toContain('interest left unpaid 526.88');
    expect(lines[2]?.note).toContain(
      '(due: 1,526.88, the 2 lines since the last rounding being 1526.88075455)',
    );
    expect(lines[3]?.note).toContain('(due: carried 526.88 + 49.18)');
  });

  it('says how the interest of a flat loan was fixed', () => {
    const flat = (dayCount: 'monthly' | 'actual/actual') =>
      factsOf(termsOf('1000', '12', 3, { dayCount, repaymentStyle: 'flat' }), '2027-12-15');
    expect(notes(flat('monthly'), '2027-12-20')).toContain(
      'flat: interest to 2028-03-15 is 1,000.00 × 12 % × 3 ÷ 12 = 30.00, rounded 30.00, spread over 3 installments',
    );
    expect(notes(flat('actual/actual'), '2027-12-20')).toContain(
      '× (17 ÷ 365 + 74 ÷ 366) = 29.85133618, rounded 29.85',
    );
    expect(notes(flat('monthly'), '2027-12-20')).toContain(
      'flat: 10.00 of installment 1 accrue evenly over its 31 days',
    );
  });

  it('names what is booked and does not count', () => {
    const facts = factsOf(termsOf('1000', '12', 6), '2026-02-01', [['2026-03-01', '100']]);
    const outcome = { outcome: 'failed' as const, date: day('2026-02-12') };
    const told = notes(
      {
        ...facts,
        disbursements: [
          disbursementFact('2026-02-01', egp('500'), 1),
          disbursementFact('2026-02-10', egp('200'), 8, { outcome }),
          disbursementFact('2026-04-01', egp('300'), 9),
        ],
        payments: facts.payments.map((one) => ({ ...one, reversal: { reversedOn: day('2026-03-05') } })),
      },
      '2026-03-10',
    );
    expect(told).toContain('not counted: disbursement DSB-8 of 200.00 failed on 2026-02-12');
    expect(told).toContain('not counted: disbursement DSB-9 of 300.00 is pending for 2026-04-01');
    expect(told).toContain('not counted: payment PAY-2 of 100.00 on 2026-03-01 was reversed on 2026-03-05');
    expect(told).not.toContain('payment PAY-2 of 100.00:');
  });

  it('says that a payment is divided otherwise than it was booked', () => {
    const first = { interestPiastres: egp('10'), principalPiastres: egp('90') };
    const facts = factsOf(termsOf('1000', '12', 6), '2026-02-01', [
      ['2026-02-15', '100'],
      ['2026-03-01', '100'],
    ]);
    const told = (payments: LoanFacts['payments']) => notes({ ...facts, payments }, '2026-03-01');
    expect(told(facts.payments.map((one) => ({ ...one, ...first })))).toContain(
      'corrected: payment PAY-3 was booked as interest 10.00, principal 90.00, and is divided anew by what was entered since',
    );
    expect(told(facts.payments)).not.toContain('corrected');
    const [early, late] = facts.payments;
    const asBooked = { interestPiastres: egp('5'), principalPiastres: egp('95') };
    expect(told([{ ...early!, ...asBooked }, late!])).not.toContain('corrected: payment PAY-2');
  });

  it('of a loan not yet paid out is empty, and of a settled one says that nothing is owed', () => {
    const loan = termsOf('1000', '12', 6);
    expect(explained(factsOf(loan, '2026-02-01'), '2026-01-31')).toEqual([]);
    const settled = factsOf(loan, '2026-02-01', [['2026-03-01', '1010']]);
    const lines = explained(settled, '2026-06-01');
    expect(arithmetic(lines).at(-1)?.to).toBe('2026-03-01');
    expect(lines.at(-1)?.note).toBe('status paid_off: nothing is owed and nothing is pending');
  });
});

describe('a pocket calculator', () => {
  const cases = fc.record({
    dayCount: fc.constantFrom(...DAY_COUNTS),
    repaymentStyle: fc.constantFrom(...REPAYMENT_STYLES),
    rate: fc.integer({ min: 0, max: 100_000 }).map((n) => String(n / 1000)),
    term: fc.integer({ min: 1, max: 14 }),
    grace: fc.nat({ max: 13 }),
    startDays: fc.nat({ max: 800 }),
    payments: fc.array(
      fc.record({ days: fc.nat({ max: 500 }), amount: fc.integer({ min: 1, max: 90_000 }) }),
      {
        maxLength: 5,
      },
    ),
    drawDays: fc.nat({ max: 420 }),
    asOfDays: fc.nat({ max: 560 }),
  });

  it('gets every line, every posting and every installment from the printed numbers alone', () => {
    const told = { lines: 0, postings: 0 };
    fc.assert(
      fc.property(cases, (c) => {
        const start = addDays(day('2027-01-28'), c.startDays);
        const { dayCount, repaymentStyle } = c;
        const graceMonths = Math.min(c.grace, c.term - 1);
        const loan = termsOf('5700', c.rate, c.term, { dayCount, repaymentStyle, graceMonths });
        const drawn = disbursementFact(addDays(start, Math.min(c.drawDays, c.term * 28 - 1)), egp('700'), 2);
        const first = disbursementFact(start, egp('5000'), 1);
        const facts = {
          ...factsOf(loan, start),
          disbursements: repaymentStyle === 'flat' ? [first] : [first, drawn],
          payments: c.payments.map(({ days, amount }, index) => ({
            paymentId: `PAY-${index}`,
            amountPiastres: piastres(amount),
            paymentDate: addDays(start, days),
            order: 10 + index,
            reversal: null,
          })),
        };
        const asOf = addDays(start, c.asOfDays);
        const account = loanAccountAt(facts, asOf, SERVICING);
        fc.pre(account.state.fault === null);
        for (const lines of [explainLoan(facts, account, SERVICING), explainSchedule(facts, account)]) {
          for (const line of lines) expect(lineFault(line)).toBeNull();
          const checked = postingFault(lines);
          expect(checked.fault).toBeNull();
          told.lines += lines.length;
          told.postings += checked.postings;
        }
        const interest = account.state.splits.reduce((sum, split) => sum + split.interestPiastres, 0);
        const posted = explainLoan(facts, account, SERVICING)
          .filter(({ note }) => note.startsWith('payment'))
          .reduce((sum, { note }) => sum + Number(egp(/interest ([\d,]+\.\d\d)/.exec(note)![1]!)), 0);
        expect(posted).toBe(interest);
      }),
      { numRuns: 400 },
    );
    expect(told.lines).toBeGreaterThan(4_000);
    expect(told.postings).toBeGreaterThan(1_500);
  });

  it('sees a line that is wrong by a hundred-millionth, and a posting that is wrong by a piastre', () => {
    const facts = factsOf(termsOf('1000', '12', 6), '2026-02-01', [['2026-02-20', '100']]);
    const lines = arithmetic(explained(facts, '2026-02-25'));
    expect(postingFault(lines)).toEqual({ fault: null, postings: 2 });
    const wrongly = lines.map((line) => ({
      ...line,
      interest: line.interest === '0.00' ? '0.00' : '6.78571428',
    }));
    expect(lineFault(wrongly[1]!)).not.toBeNull();
    const misposted = lines.map((line) => ({
      ...line,
      note: line.note.replace('interest 6.79', 'interest 6.78'),
    }));
    expect(postingFault(misposted).fault).not.toBeNull();
  });
});
