import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber, piastres } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { averagesOf } from '../../domain/transactions-summary.ts';
import type { ReadHandler } from '../call.ts';
import { permittedUser } from './resolve-user.ts';

/** A user's transactions summed by month, institution and account type, with the averages over those months. */
export const handle: ReadHandler<OperationInput<'users.summary'>, OperationOutput<'users.summary'>> = async (
  tx,
  input,
) => {
  const user = await permittedUser(tx, input.userId);
  if (isRefusal(user)) return user;
  const months = await tx.users.monthSums(user.userId);
  return {
    months: months.map((month) => ({
      institution_name: month.institutionName,
      account_type: month.accountType,
      month: month.month,
      total_debit: egp(month.debitPiastres),
      total_credit: egp(month.creditPiastres),
      salary: egp(month.salaryPiastres),
      balance: month.balancePiastres === null ? null : egp(month.balancePiastres),
    })),
    averages: averagesOf(months).map((one) => ({
      institution_name: one.institutionName,
      account_type: one.accountType,
      average_salary: egp(one.salaryPiastres),
      average_cash_in: egp(one.cashInPiastres),
      average_cash_out: egp(one.cashOutPiastres),
    })),
  };
};

function egp(amount: number): number {
  return amountToNumber(piastres(amount));
}
