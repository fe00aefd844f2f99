import type { TransactionType } from '../domain/user-data.ts';

/**
 * Types of M-Pesa rows by how their details begin, without case; the first that fits counts. A charge has the
 * type of what it is charged for. Bundles bought through a pay bill are bill payments: only what begins with
 * "Airtime Purchase" is airtime. The operator's overdraft, drawn and paid back, is settlement: it is no cash of the
 * user's own. Term loans and what has no details are unknown.
 */
const TYPES: readonly (readonly [beginning: string, type: TransactionType])[] = [
  ['airtime purchase', 'airtime_purchase'],
  ['salary payment', 'salary'],
  ['overdraft of credit party', 'settlement'],
  ['od loan repayment', 'settlement'],
  ['send money reversal', 'reversal'],
  ['pay bill reversal', 'reversal'],
  ['buy goods reversal', 'reversal'],
  ['merchant payment reversal', 'reversal'],
  ['reversal', 'reversal'],
  ['pay bill', 'bill_payment'],
  ['customer bundle purchase', 'purchase'],
  ['merchant payment', 'purchase'],
  ['buy goods', 'purchase'],
  ['customer merchant payment', 'purchase'],
  ['customer payment to small business', 'purchase'],
  ['customer send money to micro sme', 'purchase'],
  ['customer withdrawal', 'withdrawal'],
  ['agent withdrawal', 'withdrawal'],
  ['withdrawal charge', 'withdrawal'],
  ['deposit of funds', 'deposit'],
  ['customer deposit', 'deposit'],
  ['promotion payment', 'deposit'],
  ['funds received', 'transfer'],
  ['customer transfer', 'transfer'],
  ['customer send money', 'transfer'],
  ['business payment', 'transfer'],
  ['receive international', 'transfer'],
  ['m-shwari', 'transfer'],
  ['kcb m-pesa', 'transfer'],
  ['savings contribution', 'transfer'],
];

/** The type of a row by its details. */
export function mpesaType(details: string): TransactionType {
  const text = details.replace(/\s+/g, ' ').trim().toLowerCase();
  return TYPES.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'unknown';
}
