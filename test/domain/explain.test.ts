import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { type ExplainLine, explainLoan } from '../../src/domain/explain.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { piastres } from '../../src/domain/money.ts';
import { day, disbursementFact, egp, factsOf, SERVICING, termsOf } from './loan-builders.ts';

/** Interest and rounding of lines, in EGP. */
function sumOf(lines: readonly ExplainLine[]): number {
  return lines.reduce((sum, line) => sum + Number(line.interest) + Number(line.rounding), 0);
}

describe('explainLoan', () => {
  it('tells the published split line by line', () => {
    const facts = factsOf(termsOf('26205.33', '17.25', 12), '2026-03-10', [['2026-04-10', '5200']]);
    expect(explainLoan(facts, day('2026-04-20'))).toMatchObject([
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

  it('cuts actual/actual at the year end and shows what is carried', () => {
    const facts = factsOf(termsOf('300000', '6', 12, { dayCount: 'actual/actual' }), '2027-12-15', [
      ['2028-01-15', '1000'],
      ['2028-01-16', '100'],
    ]);
    const lines = explainLoan(facts, day('2028-01-16'));
    expect(lines.map((line) => [line.days, line.basis])).toEqual([
      [0, null],
      [17, 365],
      [14, 366],
      [1, 366],
    ]);
    expect(lines.map((line) => line.carriedPiastres)).toEqual([0, 0, 0, 52_688]);
    expect(lines[2]?.note).toContain('interest left unpaid 526.88');
  });

  it('of a loan not yet paid out is empty, and of a settled one ends with its last payment', () => {
    const loan = termsOf('1000', '12', 6);
    expect(explainLoan(factsOf(loan, '2026-02-01'), day('2026-01-31'))).toEqual([]);
    const settled = factsOf(loan, '2026-02-01', [['2026-03-01', '1010']]);
    expect(explainLoan(settled, day('2026-06-01')).at(-1)?.to).toBe('2026-03-01');
  });

  it('every line of arithmetic comes out, and the lines add up to the interest of the account', () => {
    const cases = fc.record({
      dayCount: fc.constantFrom(...DAY_COUNTS),
      repaymentStyle: fc.constantFrom('annuity', 'flat'),
      rate: fc.integer({ min: 100, max: 10_000 }).map((n) => String(n / 100)),
      payDays: fc.nat({ max: 80 }),
      payPiastres: fc.integer({ min: 1, max: 90_000 }),
      drawDays: fc.integer({ min: 0, max: 88 }),
      asOfDays: fc.integer({ min: 90, max: 220 }),
    });
    fc.assert(
      fc.property(cases, (c) => {
        const start = day('2027-11-30');
        const loan = termsOf('5000', c.rate, 3, { dayCount: c.dayCount, repaymentStyle: c.repaymentStyle });
        const drawn = disbursementFact(addDays(start, c.drawDays), egp('700'), 3);
        const first = disbursementFact(start, egp('5000'), 1);
        const facts = {
          ...factsOf(loan, start),
          disbursements: c.repaymentStyle === 'flat' ? [first] : [first, drawn],
          payments: [
            {
              paymentId: 'PAY-2',
              amountPiastres: piastres(c.payPiastres),
              paymentDate: addDays(start, c.payDays),
              order: 2,
              reversal: null,
            },
          ],
        };
        const asOf = addDays(start, c.asOfDays);
        const account = loanAccountAt(facts, asOf, SERVICING);
        const lines = explainLoan(facts, asOf);
        const paid = account.state.splits[0]?.interestPiastres ?? 0;
        expect(sumOf(lines)).toBeCloseTo((paid + account.accruedInterestPiastres) / 100, 5);
        for (const line of lines) {
          if (line.days === 0 || line.note.includes('flat:')) continue;
          const worked =
            ((line.balancePiastres / 100) * (line.annualRateE4 / 1e6) * line.days) / Number(line.basis);
          expect(Number(line.interest)).toBeCloseTo(worked, 6);
        }
      }),
      { numRuns: 200 },
    );
  });
});
