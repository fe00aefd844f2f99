import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber } from '../../domain/money.ts';
import { payoffAt } from '../../domain/payoff.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';

/** What settles a loan at a date. */
export const handle: ReadHandler<OperationInput<'loans.payoff'>, OperationOutput<'loans.payoff'>> = async (
  tx,
  input,
  call,
) => {
  const found = await loanAt(tx, input, call);
  if (isRefusal(found)) return found;
  const payoff = payoffAt(found.dossier, found.asOf);
  return {
    loan_id: found.dossier.loan.loanId,
    as_of: found.asOf,
    principal_amount: amountToNumber(payoff.principalPiastres),
    interest_amount: amountToNumber(payoff.interestPiastres),
    fee_amount: amountToNumber(payoff.feePiastres),
    payoff_amount: amountToNumber(payoff.payoffPiastres),
    per_day_amount: amountToNumber(payoff.perDayPiastres),
  };
};
