import type { CalendarDate } from '../../src/domain/dates.ts';
import { type BenchLoan, benchLoan } from './bench-loan.ts';
import { cachedLedger } from './cached-ledger.ts';
import { makeLoansLedger } from './payments-ledger.ts';

// The book the reports are measured on: 100,000 loans, seven to fourteen months old, of which one in ten is behind.

const LOANS = 100_000;
/** No payment is dated later. */
export const PORTFOLIO_DATE = '2022-03-31' as CalendarDate;
/** As many as the oldest loan can have had. */
const MOST_PAYMENTS = 14;

/** The home of a ledger with a whole book, made now unless it is there already. */
export function portfolioLedger(say: (line: string) => void): Promise<string> {
  const recipe = {
    name: 'portfolio',
    holds: `${LOANS.toLocaleString('en')} loans`,
    sources: [
      'src/store/sealing.ts',
      'test/bench/bench-loan.ts',
      'test/bench/payments-ledger.ts',
      'test/bench/portfolio-ledger.ts',
    ],
    make: (path: string) => makeLoansLedger(path, LOANS, portfolioLoan),
  };
  return cachedLedger(recipe, say);
}

/** The installments due are paid, but for the last one to five of every tenth loan. */
function portfolioLoan(index: number): BenchLoan {
  const whole = benchLoan(index, MOST_PAYMENTS);
  const due = whole.payments.filter((payment) => payment.paymentDate <= PORTFOLIO_DATE);
  const behind = index % 10 === 0 ? 1 + ((index / 10) % 5) : 0;
  return { ...whole, payments: due.slice(0, due.length - behind) };
}
