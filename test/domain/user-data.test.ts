import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_TYPES,
  FLAG_LABELS,
  PERMISSIONS_STATUSES,
  readUserDataLine,
  TRANSACTION_EVENTS,
  TRANSACTION_TYPES,
} from '../../src/domain/user-data.ts';

const USER = {
  kind: 'user',
  user_id: 'u-1',
  permissions_status: 'granted',
  created_at: '2025-03-01T08:00:00+02:00',
};
const TRANSACTION = {
  kind: 'transaction',
  user_id: 'u-1',
  id: 7,
  account_type: 'ewallet',
  amount: '12.5',
  timestamp: 1_767_225_599,
  event: 'cash_in',
  transaction_type: 'salary',
  amount_currency: 'EGP',
  institution_name: 'Nile Wallet',
};
const FLAG = {
  kind: 'flag',
  user_id: 'u-1',
  id: 'f-1',
  institution_name: 'Nile Wallet',
  flag_label: 'repayment_warning',
  timestamp: 1_767_225_599,
};

function faultOf(value: unknown) {
  const read = readUserDataLine(value);
  return 'fault' in read ? read.fault : null;
}

describe('a line of user data', () => {
  it('is a user, with a name or without', () => {
    expect(readUserDataLine({ ...USER, user_name: 'أحمد', user_phone: '+201001234567' })).toEqual({
      kind: 'user',
      userId: 'u-1',
      permissionsStatus: 'granted',
      userName: 'أحمد',
      userPhone: '+201001234567',
      createdAt: '2025-03-01T08:00:00+02:00',
      createdAtMs: Date.UTC(2025, 2, 1, 6),
      updatedAtMs: null,
    });
    expect(readUserDataLine(USER)).toMatchObject({ userName: null, userPhone: null });
  });

  it('is a transaction, its balance optional', () => {
    expect(readUserDataLine(TRANSACTION)).toEqual({
      kind: 'transaction',
      userId: 'u-1',
      id: 7,
      accountType: 'ewallet',
      amountPiastres: 1250,
      timestampSeconds: 1_767_225_599,
      event: 'cash_in',
      transactionType: 'salary',
      amountCurrency: 'EGP',
      balancePiastres: null,
      balanceCurrency: null,
      institutionName: 'Nile Wallet',
      idIsOfContent: false,
    });
    expect(readUserDataLine({ ...TRANSACTION, balance: '-57.36' })).toMatchObject({
      balancePiastres: -5736,
      balanceCurrency: 'EGP',
    });
  });

  it('is a flag, its account type optional', () => {
    expect(readUserDataLine(FLAG)).toMatchObject({ flagLabel: 'repayment_warning', accountType: null });
    expect(readUserDataLine({ ...FLAG, account_type: 'telecom' })).toMatchObject({ accountType: 'telecom' });
  });

  it.each([
    [USER, ['user_id', 'permissions_status', 'created_at']],
    [
      TRANSACTION,
      [
        'user_id',
        'id',
        'account_type',
        'amount',
        'timestamp',
        'event',
        'transaction_type',
        'amount_currency',
        'institution_name',
      ],
    ],
    [FLAG, ['user_id', 'id', 'institution_name', 'flag_label', 'timestamp']],
  ] as const)('is refused without a field it needs (%#)', (record, required) => {
    for (const field of required) {
      const { [field as never]: _left, ...rest } = record as Record<string, unknown>;
      expect(faultOf(rest)).toEqual({ field, value: '', reason: `${field} is required` });
    }
  });

  it('takes every known value and no other', () => {
    for (const status of PERMISSIONS_STATUSES)
      expect(faultOf({ ...USER, permissions_status: status })).toBeNull();
    for (const type of ACCOUNT_TYPES) expect(faultOf({ ...TRANSACTION, account_type: type })).toBeNull();
    for (const event of TRANSACTION_EVENTS) expect(faultOf({ ...TRANSACTION, event })).toBeNull();
    for (const type of TRANSACTION_TYPES)
      expect(faultOf({ ...TRANSACTION, transaction_type: type })).toBeNull();
    for (const label of FLAG_LABELS) expect(faultOf({ ...FLAG, flag_label: label })).toBeNull();
    expect(faultOf({ ...TRANSACTION, transaction_type: 'salery' })?.reason).toContain('did you mean salary?');
    expect(faultOf({ ...USER, permissions_status: 'Granted' })?.field).toBe('permissions_status');
    expect(faultOf({ ...FLAG, flag_label: 'late' })?.reason).toContain('repayment_warning');
    expect(faultOf({ ...USER, kind: 'person' })?.reason).toBe('kind must be user, transaction or flag');
  });

  it.each(['-5.00', '+5.00', '5.001', '1e3', 'abc', ''])('refuses the amount "%s"', (amount) => {
    expect(faultOf({ ...TRANSACTION, amount })?.field).toBe('amount');
  });

  it.each([1.5, '7', 2 ** 53])('refuses the id %s', (id) => {
    expect(faultOf({ ...TRANSACTION, id })?.field).toBe('id');
  });

  it('is refused when it is no record', () => {
    for (const value of [null, 5, 'text', [USER]]) {
      expect(faultOf(value)?.reason).toBe('the line is not a JSON object');
    }
  });

  it('B42: refuses a timestamp in milliseconds, takes the same in seconds', () => {
    expect(faultOf({ ...TRANSACTION, timestamp: 1_767_225_599_000 })).toEqual({
      field: 'timestamp',
      value: '1767225599000',
      reason: 'timestamp looks like milliseconds; give Unix seconds',
    });
    expect(faultOf({ ...FLAG, timestamp: 1_767_225_599_000 })?.reason).toContain('milliseconds');
    expect(faultOf({ ...TRANSACTION, timestamp: 100_000_000_000 })).toBeNull();
    expect(faultOf({ ...TRANSACTION, timestamp: -1 })?.reason).toBe('timestamp is before 1970');
  });
});
