import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { explainLoan, explainSchedule } from '../../domain/explain.ts';
import { amountToNumber } from '../../domain/money.ts';
import { rateToNumber } from '../../domain/rate.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';

/**
 * Every line of arithmetic behind a loan's figures at a date, or behind its schedule. Amounts are JSON numbers, the unrounded ones with up
 * to eight decimals: a number holds them exactly below ten million pounds a line, and to a hundred-thousandth above.
 */
export const handle: ReadHandler<OperationInput<'loans.explain'>, OperationOutput<'loans.explain'>> = async (
  tx,
  input,
  call,
) => {
  const found = await loanAt(tx, input, call);
  if (isRefusal(found)) return found;
  const { dossier, account, policy } = found;
  const lines =
    input.schedule === true ? explainSchedule(dossier, account) : explainLoan(dossier, account, policy);
  return lines.map((line) => ({
    from: line.from,
    to: line.to,
    balance: amountToNumber(line.balancePiastres),
    rate: rateToNumber(line.annualRateE4),
    days: line.days,
    basis: line.basis,
    interest: Number(line.interest),
    carried: amountToNumber(line.carriedPiastres),
    rounding: Number(line.rounding),
    note: line.note,
  }));
};
