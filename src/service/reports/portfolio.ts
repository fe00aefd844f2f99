import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum, shareOf } from '../../domain/amount-sum.ts';
import type { LoanAccount } from '../../domain/loan-account.ts';
import { PortfolioTally } from '../../domain/portfolio.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { BookedLoan } from '../../store/report-port.ts';
import type { ReadHandler } from '../call.ts';
import { readHorizon } from './horizon.ts';
import { visitAccounts } from './visit-accounts.ts';

type Report = OperationOutput<'reports.portfolio'>;

/** As many as a person can look into; that there are any is what counts. */
const DISCREPANCIES_LISTED = 20;

/** The whole book at a date, each loan's principal held against what the ledger has of it. */
export const handle: ReadHandler<OperationInput<'reports.portfolio'>, Report> = async (tx, input, call) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const tally = new PortfolioTally();
  const discrepancies: Report['discrepancies'] = [];
  let reconciled = true;
  const visit = ({ loan, principalPostedPiastres: posted }: BookedLoan, account: LoanAccount) => {
    tally.add(account);
    if (posted === null) throw new Error(`the principal posted of ${loan.loanId} was not read`);
    // A fold that stopped at a payment which cannot stand there is no account at all.
    if (posted === account.outstandingPiastres && account.state.fault === null) return;
    reconciled = false;
    if (discrepancies.length === DISCREPANCIES_LISTED) return;
    const book = formatSum(BigInt(account.outstandingPiastres));
    discrepancies.push({ loan_id: loan.loanId, book, ledger: formatSum(BigInt(posted)) });
  };
  await visitAccounts(tx, horizon, visit, { withPrincipal: true });
  const outstanding = tally.outstandingPiastres;
  return {
    as_of: horizon.asOf,
    policy_version: horizon.policyVersion,
    loans: tally.loans,
    outstanding_balance: formatSum(outstanding),
    accrued_interest: formatSum(tally.accruedInterestPiastres),
    arrears_amount: formatSum(tally.arrearsPiastres),
    par: tally.par.map(({ days, loans, outstandingPiastres }) => ({
      days,
      loans,
      outstanding_balance: formatSum(outstandingPiastres),
      ratio: shareOf(outstandingPiastres, outstanding),
    })),
    statuses: tally.statuses.map(({ status, loans, outstandingPiastres }) => ({
      status,
      loans,
      outstanding_balance: formatSum(outstandingPiastres),
    })),
    written_off: {
      loans: tally.writtenOff.loans,
      principal: formatSum(tally.writtenOff.principalPiastres),
      recovered: formatSum(tally.writtenOff.recoveredPiastres),
      interest_given_up: formatSum(tally.writtenOff.interestPiastres),
    },
    reconciled,
    known_at: horizon.knownAt,
    discrepancies,
  };
};
