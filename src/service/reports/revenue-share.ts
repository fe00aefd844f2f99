import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import type { LoanAccount } from '../../domain/loan-account.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isInBook } from '../../domain/portfolio.ts';
import { rateToNumber } from '../../domain/rate.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { revenueShareOf } from '../loans/revenue-share.ts';
import { horizonResponse, readHorizon } from './horizon.ts';
import { visitAccounts } from './visit-accounts.ts';

type Report = OperationOutput<'reports.revenue_share'>;

/** Loans of the book that are to be repaid from sales: what should have come by now beside what came that way. */
export const handle: ReadHandler<OperationInput<'reports.revenue_share'>, Report> = async (
  tx,
  input,
  call,
) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const accounts = new Map<string, LoanAccount>();
  await visitAccounts(tx, horizon, ({ loan }, account) => {
    if (loan.revenueSharePercentE4 !== null && isInBook(account)) accounts.set(loan.loanId, account);
  });
  const loans: Report['loans'] = [];
  const sums = { sales: 0n, expected: 0n, received: 0n };
  for (const [loanId, account] of accounts) {
    const [dossier] = await tx.loans.byIds([loanId]);
    const share = dossier && (await revenueShareOf(tx, dossier, horizon));
    if (!share) continue;
    const { loan } = dossier;
    sums.sales += share.salesPiastres;
    sums.expected += share.expectedPiastres;
    sums.received += share.receivedPiastres;
    loans.push({
      loan_id: loanId,
      merchant_id: loan.merchantId,
      business_name: loan.businessName,
      revenue_share_percent: rateToNumber(
        loan.revenueSharePercentE4 as NonNullable<typeof loan.revenueSharePercentE4>,
      ),
      since: share.since,
      sales_amount: formatSum(share.salesPiastres),
      expected_amount: formatSum(share.expectedPiastres),
      received_amount: formatSum(share.receivedPiastres),
      difference_amount: formatSum(share.receivedPiastres - share.expectedPiastres),
      outstanding_balance: amountToNumber(account.outstandingPiastres),
    });
  }
  return {
    ...horizonResponse(horizon),
    loans,
    sales_amount: formatSum(sums.sales),
    expected_amount: formatSum(sums.expected),
    received_amount: formatSum(sums.received),
  };
};
