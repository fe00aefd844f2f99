import type { FlagRecord, TransactionRecord, UserRecord } from '../../src/store/records.ts';

export function user(userId: string, more: Partial<UserRecord> = {}): UserRecord {
  return {
    userId,
    permissionsStatus: 'granted',
    userName: 'Amal Fathy',
    userPhone: '+201001234567',
    createdAt: '2026-01-01T02:00:00+02:00',
    createdAtMs: Date.UTC(2026, 0, 1),
    updatedAt: null,
    lastUpdated: '2026-03-01T12:00:00.000Z',
    ...more,
  };
}

export function transaction(
  userId: string,
  id: number,
  more: Partial<TransactionRecord> = {},
): TransactionRecord {
  return {
    userId,
    id,
    accountType: 'debit',
    amountPiastres: 10_000,
    timestampSeconds: 1_767_225_599,
    event: 'cash_out',
    transactionType: 'purchase',
    amountCurrency: 'EGP',
    balancePiastres: null,
    balanceCurrency: null,
    institutionName: 'Delta Bank',
    ...more,
  };
}

export function flag(userId: string, id: string, more: Partial<FlagRecord> = {}): FlagRecord {
  return {
    userId,
    id,
    institutionName: 'Delta Bank',
    flagLabel: 'repayment_warning',
    timestampSeconds: 1_767_225_599,
    accountType: null,
    ...more,
  };
}
