import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { dueAmount, type LoanAccount } from '../../domain/loan-account.ts';
import { amountToNumber, type Piastres, piastres } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';
import { installmentResponse, latePaymentTerms, payoutsOf, scheduleSummary } from './schedule-response.ts';

/** A loan's installments and what became of each; a preview before anything is paid out. */
export const handle: ReadHandler<
  OperationInput<'loans.schedule'>,
  OperationOutput<'loans.schedule'>
> = async (tx, input, call) => {
  const found = await loanAt(tx, input, call);
  if (isRefusal(found)) return found;
  const { account, dossier, policy } = found;
  const payouts = payoutsOf(account, dossier);
  const summary = scheduleSummary(dossier.loan, account.schedule, payouts);
  const paid = paidByRow(account);
  return {
    ...summary,
    installment_amount: account.started
      ? orNull(account.installmentAmountPiastres)
      : summary.installment_amount,
    due_amount: amountToNumber(dueAmount(account)),
    ...latePaymentTerms(policy),
    payouts: payouts.map(({ valueDate, amountPiastres }) => ({
      date: valueDate,
      amount: amountToNumber(piastres(amountPiastres)),
    })),
    installments: account.schedule.rows.map((row, index) => ({
      ...installmentResponse(row),
      status: account.rowStatuses[index] ?? 'upcoming',
      paid_amount: amountToNumber(paid[index] ?? piastres(0)),
    })),
  };
};

/** Principal and interest paid laid on the installments in their order, at most each one's amount. */
function paidByRow(account: LoanAccount): Piastres[] {
  let left: number = account.state.coveredPiastres;
  return account.schedule.rows.map((row) => {
    const part = Math.min(left, row.installmentPiastres);
    left -= part;
    return piastres(part);
  });
}

function orNull(amount: Piastres | null): number | null {
  return amount === null ? null : amountToNumber(amount);
}
