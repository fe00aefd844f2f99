import type { OperationOutput } from '../../src/contract/operation-types.ts';
import type { Desk } from './desk.ts';

type Fields = Readonly<Record<string, unknown>>;

export function userLine(userId: string, more: Fields = {}): Fields {
  return {
    kind: 'user',
    user_id: userId,
    permissions_status: 'granted',
    user_name: 'Amal Fathy',
    user_phone: '+201001234567',
    created_at: '2025-01-01T00:00:00Z',
    ...more,
  };
}

export function transactionLine(userId: string, id: number, more: Fields = {}): Fields {
  return {
    kind: 'transaction',
    user_id: userId,
    id,
    account_type: 'debit',
    amount: '25.00',
    timestamp: 1_767_225_599,
    event: 'cash_out',
    transaction_type: 'airtime_purchase',
    amount_currency: 'EGP',
    institution_name: 'Delta Bank',
    ...more,
  };
}

export function flagLine(userId: string, id: string, more: Fields = {}): Fields {
  return {
    kind: 'flag',
    user_id: userId,
    id,
    flag_label: 'repayment_warning',
    timestamp: 1_767_225_599,
    institution_name: 'Delta Bank',
    ...more,
  };
}

/** Imports records as the lines of one file. */
export function importUsers(
  desk: Desk,
  ...values: readonly unknown[]
): Promise<OperationOutput<'users.import'>> {
  const records = values.map((value, index) => ({ line: index + 1, source: 'users.jsonl', value }));
  return desk.done('users.import', { records });
}
