import { parseInstant } from '../domain/instant.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { AccountType, TransactionType } from '../domain/user-data.ts';
import { DerivedIds } from './derived-ids.ts';
import {
  canonicalAmount,
  type HistoryRow,
  type HistoryText,
  leftOutRow,
  transactionRow,
  unreadableRow,
} from './history-row.ts';
import { jsonElements } from './json-elements.ts';
import { memberAt, textAt } from './json-member.ts';
import { unreadableFile } from './refused-file.ts';

/** Members of a response (`/transactions/get`, `/transactions/sync`) that list something of interest. */
const PATHS = ['accounts', 'transactions', 'added', 'modified', 'removed'];
/** True for an array that lists transactions alone, without the response around them. */
const IS_BARE =
  /^\s*\[\s*\{\s*"(?!(accounts|transactions|added|modified|removed|item|request_id|total_transactions|has_more|next_cursor|transactions_update_status)")/;

/** Whose transactions they are; the account type is the file's own where it lists its accounts. */
export interface PlaidOwner {
  readonly user: string;
  readonly institution: string;
  readonly accountType: AccountType | null;
  readonly currency: string | null;
}

/** Types by the detailed category, which is looked up first, and by the primary one. */
const TYPES: ReadonlyMap<string, TransactionType> = new Map([
  ['INCOME_WAGES', 'salary'],
  ['INCOME_SALARY', 'salary'],
  ['TRANSFER_IN_DEPOSIT', 'deposit'],
  ['TRANSFER_IN', 'transfer'],
  ['TRANSFER_OUT_WITHDRAWAL', 'withdrawal'],
  ['TRANSFER_OUT', 'transfer'],
  ['LOAN_PAYMENTS', 'settlement'],
  ['RENT_AND_UTILITIES', 'bill_payment'],
  ['ENTERTAINMENT', 'purchase'],
  ['FOOD_AND_DRINK', 'purchase'],
  ['GENERAL_MERCHANDISE', 'purchase'],
  ['GENERAL_SERVICES', 'purchase'],
  ['HOME_IMPROVEMENT', 'purchase'],
  ['MEDICAL', 'purchase'],
  ['PERSONAL_CARE', 'purchase'],
  ['TRANSPORTATION', 'purchase'],
  ['TRAVEL', 'purchase'],
]);

/**
 * Reads transactions in Plaid's form. A positive amount is money out of the account, a negative one money in. What
 * is pending is left out: it comes again, under another id, when it is booked. A date without a time is its
 * midnight in UTC. Plaid gives no balance with a transaction.
 */
export async function* plaidHistory(file: HistoryText, owner: PlaidOwner): AsyncGenerator<HistoryRow> {
  const ids = new DerivedIds();
  const accountTypes = new Map<string, AccountType>();
  const paths = IS_BARE.test(file.head) ? [''] : PATHS;
  const broken = (why: string) => unreadableFile(file.source, why, 'Export it again.');
  for await (const { line, path, value, unreadable } of jsonElements(file.read(), {
    paths,
    alone: false,
    broken,
  })) {
    if (unreadable !== undefined) yield unreadableRow(line, '', '', unreadable);
    else if (path === 'accounts') rememberAccount(value, accountTypes);
    else if (path === 'removed') {
      yield leftOutRow(line, textAt(value, 'transaction_id') ?? '', 'taken back by the institution');
    } else yield rowOf(line, value, owner, accountTypes, ids);
  }
}

function rememberAccount(account: unknown, accountTypes: Map<string, AccountType>): void {
  const id = textAt(account, 'account_id');
  const type = accountTypeOf(textAt(account, 'type'), textAt(account, 'subtype'));
  if (id !== null && type !== null) accountTypes.set(id, type);
}

function accountTypeOf(type: string | null, subtype: string | null): AccountType | null {
  if (type === 'credit') return 'credit_limit';
  if (type !== 'depository') return null;
  return ['prepaid', 'paypal', 'ebt', 'mobile money'].includes(subtype ?? '') ? 'ewallet' : 'debit';
}

function rowOf(
  line: number,
  transaction: unknown,
  owner: PlaidOwner,
  accountTypes: ReadonlyMap<string, AccountType>,
  ids: DerivedIds,
): HistoryRow {
  const bad = (field: string, reason: string) =>
    unreadableRow(line, field, textAt(transaction, field) ?? '', reason);
  const id = textAt(transaction, 'transaction_id');
  const account = textAt(transaction, 'account_id');
  if (id === null) return bad('transaction_id', 'the id is missing');
  if (account === null) return bad('account_id', 'the account is missing');
  const pending = memberAt(transaction, 'pending');
  if (pending === true) return leftOutRow(line, id, 'status pending');
  if (pending !== false) return bad('pending', 'it does not say whether it is booked');
  const amountText = textAt(transaction, 'amount') ?? '';
  if (!/^-?\d+(\.\d+)?$/.test(amountText)) return bad('amount', 'it is not an amount');
  const currency =
    textAt(transaction, 'iso_currency_code') ??
    textAt(transaction, 'unofficial_currency_code') ??
    owner.currency;
  if (currency === null) {
    return bad('iso_currency_code', 'the currency is missing; give it with --currency');
  }
  const accountType = accountTypes.get(account) ?? owner.accountType;
  if (accountType === null) {
    return bad('account_id', 'the file does not say the type of this account; give it with --account-type');
  }
  const when = textAt(transaction, 'datetime') ?? textAt(transaction, 'date') ?? '';
  const bookedAt = parseInstant(when);
  if (isRefusal(bookedAt)) return bad('date', bookedAt.message);

  const amount = canonicalAmount(amountText.replace('-', ''));
  const isIn = amountText.startsWith('-');
  return transactionRow(
    {
      line,
      timestampSeconds: Math.floor(bookedAt / 1000),
      event: /[1-9]/.test(amount) ? (isIn ? 'cash_in' : 'cash_out') : 'none',
      amount,
      currency,
      type: typeOf(transaction),
      balance: null,
      keyIs: 'source',
      key: ['plaid', account, id],
    },
    { user: owner.user, institution: owner.institution, accountType },
    ids,
  );
}

function typeOf(transaction: unknown): TransactionType {
  for (const member of ['detailed', 'primary']) {
    const category = textAt(transaction, 'personal_finance_category', member) ?? '';
    const type = TYPES.get(category);
    if (type !== undefined) return type;
  }
  return 'unknown';
}
