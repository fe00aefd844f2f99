import { addDays, type CalendarDate } from './dates.ts';
import { foldFacts } from './fold-loan.ts';
import type { LoanFacts } from './loan-facts.ts';
import { type Owed, owedAt } from './loan-state.ts';
import { type Piastres, piastres } from './money.ts';

/** All that settles a loan on a day. */
export interface Payoff {
  readonly asOf: CalendarDate;
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  readonly payoffPiastres: Piastres;
  /** The payoff a day later less this one. */
  readonly perDayPiastres: Piastres;
}

/** What settles the loan at a date: interest to that date only, nothing of what would accrue later. */
export function payoffAt(facts: LoanFacts, asOf: CalendarDate): Payoff {
  const owed = owedOn(facts, asOf);
  const nextDay = owedOn(facts, addDays(asOf, 1));
  return {
    asOf,
    // Of a loan written off, what is not recovered is asked for.
    principalPiastres: piastres(owed.principalPiastres + owed.unrecoveredPiastres),
    interestPiastres: piastres(owed.interestPiastres + owed.unrecoveredInterestPiastres),
    feePiastres: owed.feePiastres,
    payoffPiastres: owed.totalPiastres,
    perDayPiastres: piastres(nextDay.totalPiastres - owed.totalPiastres),
  };
}

/** What is owed on a day. */
function owedOn(facts: LoanFacts, date: CalendarDate): Owed {
  return owedAt(foldFacts(facts, date), date);
}
