import { FieldFaultError, type Fields, type LineFault, readRecord } from './data-fields.ts';
import type { Piastres } from './money.ts';

export const PERMISSIONS_STATUSES = ['granted', 'denied', 'revoked'] as const;
export const ACCOUNT_TYPES = ['credit_limit', 'debit', 'ewallet', 'telecom'] as const;
export const TRANSACTION_EVENTS = ['cash_in', 'cash_out', 'none'] as const;
export const TRANSACTION_TYPES = [
  'airtime_purchase',
  'reversal',
  'traffic_fine',
  'declined',
  'purchase',
  'balance_recharge',
  'balance_check',
  'salary',
  'bill_payment',
  'transfer',
  'withdrawal',
  'deposit',
  'settlement',
  'unknown',
] as const;
export const FLAG_LABELS = [
  'loan_declined',
  'loan_approved',
  'loan_defaulted',
  'loan_disbursed',
  'overdraft',
  'repayment_warning',
  'repayment_reminder',
  'account_suspended',
] as const;

export type AccountType = (typeof ACCOUNT_TYPES)[number];
export type TransactionEvent = (typeof TRANSACTION_EVENTS)[number];
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A user as a data file gives it; identity: the user id. Absent values are null. */
export interface UserLine {
  readonly kind: 'user';
  readonly userId: string;
  readonly permissionsStatus: (typeof PERMISSIONS_STATUSES)[number];
  readonly userName: string | null;
  readonly userPhone: string | null;
  /** As received, with its offset. */
  readonly createdAt: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
}

/** A transaction; identity: user and id. Amounts in whole hundredths of their own currency. */
export interface TransactionLine {
  readonly kind: 'transaction';
  readonly userId: string;
  readonly id: number;
  readonly accountType: AccountType;
  /** Unsigned; the direction is in `event`. */
  readonly amountPiastres: Piastres;
  /** Unix seconds, UTC. */
  readonly timestampSeconds: number;
  readonly event: TransactionEvent;
  readonly transactionType: TransactionType;
  readonly amountCurrency: string;
  /** May be below zero. */
  readonly balancePiastres: Piastres | null;
  readonly balanceCurrency: string | null;
  readonly institutionName: string;
  /**
   * True when the id was derived from the row's content (`ingest/derived-ids.ts`): a known transaction with this
   * id and another amount, time or direction is another one whose id collides, not an older version of it.
   */
  readonly idIsOfContent: boolean;
}

/** A flag; identity: user and id. */
export interface FlagLine {
  readonly kind: 'flag';
  readonly userId: string;
  readonly id: string;
  readonly institutionName: string;
  readonly flagLabel: (typeof FLAG_LABELS)[number];
  /** Unix seconds, UTC. */
  readonly timestampSeconds: number;
  readonly accountType: AccountType | null;
}

export type UserDataLine = UserLine | TransactionLine | FlagLine;

/** Reads one record of our JSON Lines form; answers the first fault of a record that cannot be taken. */
export function readUserDataLine(value: unknown): UserDataLine | { readonly fault: LineFault } {
  return readRecord(value, (fields) => {
    switch (fields.raw('kind')) {
      case 'user':
        return readUser(fields);
      case 'transaction':
        return readTransaction(fields);
      case 'flag':
        return readFlag(fields);
      default:
        throw new FieldFaultError('kind', fields.raw('kind'), 'kind must be user, transaction or flag');
    }
  });
}

function readUser(fields: Fields): UserLine {
  const created = fields.instant('created_at');
  return {
    kind: 'user',
    userId: fields.id('user_id'),
    permissionsStatus: fields.choice('permissions_status', PERMISSIONS_STATUSES),
    userName: fields.optionalText('user_name'),
    userPhone: fields.optionalText('user_phone'),
    createdAt: created.text,
    createdAtMs: created.ms,
    updatedAtMs: fields.optionalInstant('updated_at')?.ms ?? null,
  };
}

function readTransaction(fields: Fields): TransactionLine {
  const amountCurrency = fields.currency('amount_currency');
  const balancePiastres = fields.optionalSignedPrice('balance');
  const balanceCurrency =
    fields.optionalText('balance_currency') === null ? amountCurrency : fields.currency('balance_currency');
  return {
    kind: 'transaction',
    userId: fields.id('user_id'),
    id: fields.wholeNumber('id'),
    accountType: fields.choice('account_type', ACCOUNT_TYPES),
    amountPiastres: fields.price('amount'),
    timestampSeconds: fields.unixSeconds('timestamp'),
    event: fields.choice('event', TRANSACTION_EVENTS),
    transactionType: fields.choice('transaction_type', TRANSACTION_TYPES),
    amountCurrency,
    balancePiastres,
    balanceCurrency: balancePiastres === null ? null : balanceCurrency,
    institutionName: fields.text('institution_name'),
    idIsOfContent: fields.flag('id_is_of_content', false),
  };
}

function readFlag(fields: Fields): FlagLine {
  return {
    kind: 'flag',
    userId: fields.id('user_id'),
    id: fields.id('id'),
    institutionName: fields.text('institution_name'),
    flagLabel: fields.choice('flag_label', FLAG_LABELS),
    timestampSeconds: fields.unixSeconds('timestamp'),
    accountType:
      fields.optionalText('account_type') === null ? null : fields.choice('account_type', ACCOUNT_TYPES),
  };
}
