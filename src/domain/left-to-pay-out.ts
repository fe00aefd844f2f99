import { undisbursedPiastres } from './disbursement.ts';
import type { LoanAccount } from './loan-account.ts';
import { type LoanFacts, writeOffAt } from './loan-facts.ts';
import { type Piastres, piastres } from './money.ts';

/**
 * What of a loan may still go out at its account's date: nothing of one that is closed, written off, paid off or
 * past its maturity, nor of a flat one that was paid out, since it is paid out once.
 */
export function leftToPayOut(
  facts: LoanFacts,
  account: Pick<LoanAccount, 'asOf' | 'paymentStatus' | 'maturityDate'>,
): Piastres {
  const { asOf, paymentStatus, maturityDate } = account;
  const isOver =
    facts.closure !== null ||
    paymentStatus === 'paid_off' ||
    (maturityDate !== null && maturityDate <= asOf) ||
    writeOffAt(facts, asOf) !== null;
  const isPaidOutOnce =
    facts.loan.repaymentStyle === 'flat' &&
    facts.disbursements.some(({ outcome }) => outcome?.outcome !== 'failed');
  return isOver || isPaidOutOnce ? piastres(0) : undisbursedPiastres(facts);
}
