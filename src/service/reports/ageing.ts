import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { amountToNumber } from '../../domain/money.ts';
import { AgeingTally, isInBook } from '../../domain/portfolio.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { horizonResponse, readHorizon } from './horizon.ts';
import { visitAccounts } from './visit-accounts.ts';

type Report = OperationOutput<'reports.ageing'>;

/** The book by days past due; with `detail` its loans too, the longest past due first. */
export const handle: ReadHandler<OperationInput<'reports.ageing'>, Report> = async (tx, input, call) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const tally = new AgeingTally();
  const loans: NonNullable<Report['loans']> = [];
  await visitAccounts(tx, horizon, ({ loan }, account) => {
    tally.add(account);
    if (input.detail !== true || !isInBook(account)) return;
    loans.push({
      loan_id: loan.loanId,
      merchant_id: loan.merchantId,
      business_name: loan.businessName,
      payment_status: account.paymentStatus,
      days_past_due: account.daysPastDue,
      outstanding_balance: amountToNumber(account.outstandingPiastres),
      arrears_amount: amountToNumber(account.arrearsPiastres),
      next_payment_due_date: account.nextPaymentDueDate,
    });
  });
  loans.sort((a, b) => b.days_past_due - a.days_past_due);
  const { as_of, ...others } = horizonResponse(horizon);
  return {
    as_of,
    buckets: tally.buckets.map((bucket) => ({
      from_days: bucket.fromDays,
      to_days: bucket.toDays,
      loans: bucket.loans,
      outstanding_balance: formatSum(bucket.outstandingPiastres),
      arrears_amount: formatSum(bucket.arrearsPiastres),
    })),
    ...others,
    ...(input.detail === true ? { loans } : {}),
  };
};
