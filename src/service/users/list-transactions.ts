import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatAmount, piastres } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { TransactionRecord } from '../../store/records.ts';
import type { ReadHandler } from '../call.ts';
import { permittedUser } from './resolve-user.ts';
import { readSeconds } from './seconds-query.ts';

/** A user's transactions, newest first, those after a timestamp when one is given. */
export const handle: ReadHandler<
  OperationInput<'users.transactions'>,
  OperationOutput<'users.transactions'>
> = async (tx, input) => {
  const after = readSeconds('startTimestamp', input.startTimestamp);
  if (isRefusal(after)) return after;
  const user = await permittedUser(tx, input.userId);
  if (isRefusal(user)) return user;
  const transactions = await tx.users.transactions(user.userId, after);
  return transactions.map(transactionResponse);
};

function transactionResponse(transaction: TransactionRecord) {
  const { balancePiastres: balance } = transaction;
  return {
    id: transaction.id,
    user_id: transaction.userId,
    account_type: transaction.accountType,
    amount: formatAmount(piastres(transaction.amountPiastres)),
    timestamp: transaction.timestampSeconds,
    event: transaction.event,
    transaction_type: transaction.transactionType,
    amount_currency: transaction.amountCurrency,
    balance: balance === null ? null : formatAmount(piastres(balance)),
    balance_currency: transaction.balanceCurrency,
    institution_name: transaction.institutionName,
  };
}
