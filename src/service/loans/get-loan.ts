import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';
import { loanResponse } from './loan-response.ts';
import { costOf, payoutsOf } from './schedule-response.ts';

type Loan = OperationOutput<'loans.get'>;

/** Where a loan stands, today or at any date. */
export const handle: ReadHandler<OperationInput<'loans.get'>, Loan> = async (tx, input, call) => {
  const found = await loanAt(tx, input, call);
  if (isRefusal(found)) return found;
  const { dossier, account, asOf } = found;
  const loan = {
    ...loanResponse(dossier, account),
    ...costOf(dossier.loan, account.schedule, payoutsOf(account, dossier)),
  };
  const share = dossier.loan.revenueSharePercentE4 === null ? null : await shareOf(tx, dossier, asOf);
  return { ...loan, revenue_share: share };
};

/** Loaded when a loan has one: most have none, and a read must start fast. */
async function shareOf(tx: ReadTx, dossier: LoanDossier, asOf: CalendarDate): Promise<Loan['revenue_share']> {
  const { revenueShareOf } = await import('./revenue-share.ts');
  const share = await revenueShareOf(tx, dossier, { asOf, knownAt: null });
  if (share === null) return null;
  return {
    since: share.since,
    sales_amount: Number(share.salesPiastres) / 100,
    expected_amount: Number(share.expectedPiastres) / 100,
    received_amount: Number(share.receivedPiastres) / 100,
  };
}
