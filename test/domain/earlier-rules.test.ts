import { describe, expect, it } from 'vitest';
import { foldFacts } from '../../src/domain/fold-loan.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { NO_RULES, type ServicingRules } from '../../src/domain/servicing-rules.ts';
import { day, egp, factsOf, SERVICING, termsOf } from './loan-builders.ts';

const FEES: ServicingRules = {
  ...NO_RULES,
  fees: [{ from: null, value: { amountPiastres: egp('100'), afterDays: 5 } }],
};
const LATE: [string, string][] = [
  ['2026-02-20', '350'],
  ['2026-03-20', '350'],
  ['2026-04-20', '350'],
];

function lateLoan(earlierThrough: string | null, more: [string, string][] = []): LoanFacts {
  const rules = { ...FEES, earlierThrough: earlierThrough === null ? null : day(earlierThrough) };
  return factsOf(termsOf('3000', '0', 12), '2026-01-10', [...LATE, ...more], { rules });
}

describe('what an earlier program posted', () => {
  it('is divided by its rule, by which fees paid covered the fourth installment', () => {
    const paid: [string, string][] = [['2026-05-20', '250']];
    const divided = (facts: LoanFacts) => foldFacts(facts, day('2026-06-09')).splits.at(-1);
    expect(divided(lateLoan('2026-05-20', paid))).toMatchObject({
      feePiastres: 0,
      principalPiastres: 25_000,
    });
    expect(divided(lateLoan(null, paid))).toMatchObject({ feePiastres: 10_000, principalPiastres: 15_000 });
  });

  it('leaves fees after its last payment, and all arrears, to the rule of today', () => {
    const account = loanAccountAt(lateLoan('2026-04-20'), day('2026-06-09'), SERVICING);
    expect(account).toMatchObject({ feesDuePiastres: 10_000, daysPastDue: 30, arrearsPiastres: 35_000 });
  });

  it('had no interest to recover after a write-off', () => {
    const loan = (earlierThrough: string | null) => {
      const rules = { ...NO_RULES, earlierThrough: earlierThrough === null ? null : day(earlierThrough) };
      const writeOffs = [{ writeOffId: 'W', writtenOffOn: day('2026-05-20'), order: 5, reversal: null }];
      const facts = factsOf(termsOf('12000', '24', 12), '2026-01-10', [], { rules, writeOffs });
      return loanAccountAt(facts, day('2026-06-20'), SERVICING).payoffPiastres;
    };
    expect(loan('2026-05-20')).toBe(1_200_000);
    expect(loan(null)).toBe(1_303_742);
  });
});
