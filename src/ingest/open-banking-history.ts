import { parseInstant } from '../domain/instant.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { TransactionEvent, TransactionType } from '../domain/user-data.ts';
import { DerivedIds, type NaturalKey } from './derived-ids.ts';
import {
  canonicalAmount,
  type HistoryOwner,
  type HistoryRow,
  type HistoryText,
  leftOutRow,
  transactionRow,
  unreadableRow,
} from './history-row.ts';
import { jsonElements } from './json-elements.ts';
import { memberAt, textAt } from './json-member.ts';
import { unreadableFile } from './refused-file.ts';

/** True for an array that lists transactions alone, without the response around them. */
const IS_BARE = /^\s*\[\s*\{\s*"(?!(Data|Links|Meta|Risk)")/;

/** Words of the credit-debit indicator, of versions 3 and 4 of the standard. */
const EVENTS: ReadonlyMap<string, TransactionEvent> = new Map([
  ['credit', 'cash_in'],
  ['crdt', 'cash_in'],
  ['debit', 'cash_out'],
  ['dbit', 'cash_out'],
]);
const BOOKED = ['booked', 'book'];
const NOT_BOOKED = ['pending', 'pdng', 'rejected', 'rjct', 'info', 'futr'];

/** Bank transaction codes, as names or ISO 20022 codes; a sub-code says more and is looked up first. */
const TYPES: ReadonlyMap<string, TransactionType> = new Map([
  ['payrollsalarypayment', 'salary'],
  ['salarypayment', 'salary'],
  ['sala', 'salary'],
  ['cashwithdrawal', 'withdrawal'],
  ['cwdl', 'withdrawal'],
  ['cashdeposit', 'deposit'],
  ['cdpt', 'deposit'],
  ['reversal', 'reversal'],
  ['rrtn', 'reversal'],
  ['pointofsaledebitcardpayment', 'purchase'],
  ['posd', 'purchase'],
  ['posc', 'purchase'],
  ['customercardtransactions', 'purchase'],
  ['ccrd', 'purchase'],
  ['issueddirectdebits', 'bill_payment'],
  ['issueddirectdebit', 'bill_payment'],
  ['iddt', 'bill_payment'],
  ['rddt', 'bill_payment'],
  ['receiveddirectdebits', 'bill_payment'],
  ['receivedcredittransfer', 'transfer'],
  ['receivedcredittransfers', 'transfer'],
  ['rcdt', 'transfer'],
  ['issuedcredittransfer', 'transfer'],
  ['issuedcredittransfers', 'transfer'],
  ['icdt', 'transfer'],
]);

/**
 * Reads transactions in the Open Banking form (OBIE, read-write API 3 and 4): `Data.Transaction`, one response,
 * several pages, or the bare array. The direction is the indicator's, never the amount's sign; a balance has an
 * indicator of its own. What is not booked is left out.
 */
export async function* openBankingHistory(
  file: HistoryText,
  owner: HistoryOwner,
): AsyncGenerator<HistoryRow> {
  const ids = new DerivedIds();
  const paths = IS_BARE.test(file.head) ? [''] : ['Data.Transaction'];
  const broken = (why: string) => unreadableFile(file.source, why, 'Export it again.');
  for await (const { line, value, unreadable } of jsonElements(file.read(), {
    paths,
    alone: false,
    broken,
  })) {
    if (unreadable !== undefined) yield unreadableRow(line, '', '', unreadable);
    else yield rowOf(line, value, owner, ids);
  }
}

function rowOf(line: number, transaction: unknown, owner: HistoryOwner, ids: DerivedIds): HistoryRow {
  const bad = (field: string, reason: string) =>
    unreadableRow(line, field, textAt(transaction, ...field.split('.')) ?? '', reason);
  const status = (textAt(transaction, 'Status') ?? '').toLowerCase();
  if (NOT_BOOKED.includes(status)) {
    const id = textAt(transaction, 'TransactionId') ?? '';
    return leftOutRow(line, id, `status ${textAt(transaction, 'Status')}`);
  }
  if (!BOOKED.includes(status)) return bad('Status', 'its status is not known');
  const event = EVENTS.get((textAt(transaction, 'CreditDebitIndicator') ?? '').toLowerCase());
  if (event === undefined)
    return bad('CreditDebitIndicator', 'it does not say whether money came in or went out');
  const amount = unsignedAmount(textAt(transaction, 'Amount', 'Amount'));
  if (amount === null) return bad('Amount.Amount', 'it is not an amount without a sign');
  const currency = textAt(transaction, 'Amount', 'Currency');
  if (currency === null) return bad('Amount.Currency', 'the currency is missing');
  const bookedAt = parseInstant(textAt(transaction, 'BookingDateTime') ?? '');
  if (isRefusal(bookedAt)) return bad('BookingDateTime', bookedAt.message);
  const balance = balanceOf(transaction);
  if (balance === 'faulty') return bad('Balance.Amount.Amount', 'the balance has no amount or no indicator');

  const timestampSeconds = Math.floor(bookedAt / 1000);
  const account = textAt(transaction, 'AccountId');
  const id = textAt(transaction, 'TransactionId');
  const content: NaturalKey = [
    timestampSeconds,
    event,
    amount,
    currency,
    textAt(transaction, 'TransactionReference'),
    textAt(transaction, 'TransactionInformation'),
  ];
  return transactionRow(
    {
      line,
      timestampSeconds,
      event: /[1-9]/.test(amount) ? event : 'none',
      amount,
      currency,
      type: typeOf(transaction),
      balance: balance?.amount ?? null,
      ...(balance === null ? {} : { balanceCurrency: balance.currency ?? currency }),
      keyIs: id === null ? 'content' : 'source',
      // A bank's transaction ids are unique within an account only.
      key: ['open-banking', account, ...(id === null ? content : [id])],
    },
    owner,
    ids,
  );
}

function unsignedAmount(text: string | null): string | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? canonicalAmount(text) : null;
}

function balanceOf(transaction: unknown): { amount: string; currency: string | null } | 'faulty' | null {
  if (memberAt(transaction, 'Balance') === undefined || memberAt(transaction, 'Balance') === null)
    return null;
  const amount = unsignedAmount(textAt(transaction, 'Balance', 'Amount', 'Amount'));
  const side = EVENTS.get((textAt(transaction, 'Balance', 'CreditDebitIndicator') ?? '').toLowerCase());
  if (amount === null || side === undefined) return 'faulty';
  const sign = side === 'cash_out' && /[1-9]/.test(amount) ? '-' : '';
  return { amount: `${sign}${amount}`, currency: textAt(transaction, 'Balance', 'Amount', 'Currency') };
}

function typeOf(transaction: unknown): TransactionType {
  for (const member of ['SubCode', 'Code']) {
    const code = textAt(transaction, 'BankTransactionCode', member) ?? '';
    const type = TYPES.get(code.toLowerCase().replace(/[^a-z]/g, ''));
    if (type !== undefined) return type;
  }
  return 'unknown';
}
