import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { exactAmount, isZeroAmount, type ReadAmount } from './statement-amount.ts';
import type { StatedAmount } from './statement-part.ts';
import type { XmlNode } from './xml-node.ts';

/** Why a node of a message cannot be read. */
export interface CamtFault {
  readonly node: XmlNode | null;
  readonly column: string;
  readonly value: string | null;
  readonly code: string;
  readonly message: string;
}

/** An amount with its currency. */
export type CamtAmount = Extract<ReadAmount, { amount: string }> & { readonly currency: string };

/** Reads `<Amt Ccy="EGP">429.56</Amt>`; a missing currency is the account's. */
export function camtAmount(node: XmlNode, accountCurrency: string | null): CamtAmount | CamtFault {
  const fault = (value: string, code: string, message: string) => ({
    node,
    column: node.name,
    value,
    code,
    message,
  });
  const currency = node.attributes.Ccy ?? accountCurrency ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) {
    return fault(currency, 'invalid_currency', `"${currency}" is not a currency of three letters`);
  }
  const text = node.text;
  if (/^[-\u2212]/.test(text)) {
    return fault(text, 'sign_contradicts', `"${text}" has a sign; CdtDbtInd says which way money went`);
  }
  const read = exactAmount(text.replace(/^\+/, ''), currency);
  return 'reason' in read ? fault(text, 'invalid_amount', `"${text}" ${read.reason}`) : { ...read, currency };
}

/** Reads `CRDT` or `DBIT`; `fallback` where there is none. */
export function camtDirection(
  node: XmlNode,
  fallback: 'credit' | 'debit' | null,
): 'credit' | 'debit' | CamtFault {
  const word = node.value('CdtDbtInd');
  if (word === 'CRDT') return 'credit';
  if (word === 'DBIT') return 'debit';
  if (word === null && fallback !== null) return fallback;
  const message = word === null ? 'CdtDbtInd is missing' : `"${word}" is neither CRDT nor DBIT`;
  return { node, column: 'CdtDbtInd', value: word, code: 'unknown_direction', message };
}

/** Reads a date, or the day of a moment as the bank wrote it; null when there is none. */
export function camtDate(node: XmlNode, name: string): CalendarDate | null | CamtFault {
  const text = node.value(`${name}/Dt`, `${name}/DtTm`, name);
  if (text === null) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T|Z|[-+]\d{2}:)/.exec(text)?.[1] ?? text;
  const date = parseDate(day);
  if (!isRefusal(date)) return date;
  return { node: node.first(name), column: name, value: text, code: 'invalid_date', message: date.message };
}

/** Charges of an entry or a detail in one figure: their records, or their total; null when there are none. */
export function camtCharges(node: XmlNode, currency: string): StatedAmount | null {
  const nodes = [...node.all('Chrgs/Rcrd/Amt'), ...node.all('Chrgs/Amt')];
  const counted = nodes.length > 0 ? nodes : node.all('Chrgs/TtlChrgsAndTaxAmt');
  let hundredths = 0;
  let single: StatedAmount | null = null;
  for (const amountNode of counted) {
    const amount = camtAmount(amountNode, currency);
    if (isCamtFault(amount) || isZeroAmount(amount.amount)) continue;
    single ??= { amount: amount.amount, currency: amount.currency };
    if (amount.amountPiastres === null || amount.currency !== single.currency) return single;
    hundredths += amount.amountPiastres;
  }
  if (single === null) return null;
  const digits = hundredths.toString().padStart(3, '0');
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currency: single.currency };
}

/** Tells a fault from what was read. */
export function isCamtFault(value: unknown): value is CamtFault {
  return typeof value === 'object' && value !== null && 'message' in value;
}
