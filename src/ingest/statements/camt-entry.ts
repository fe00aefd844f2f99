import type { CalendarDate } from '../../domain/dates.ts';
import { isRealReference } from '../../domain/real-reference.ts';
import {
  type CamtAmount,
  type CamtFault,
  camtAmount,
  camtCharges,
  camtDate,
  camtDirection,
  isCamtFault,
} from './camt-amounts.ts';
import { type NamedText, namedTexts } from './camt-texts.ts';
import { isZeroAmount } from './statement-amount.ts';
import type { RowStatus, StatedAmount } from './statement-part.ts';
import { type Movement, otherDirection } from './statement-tally.ts';
import { statusOfWord } from './statement-words.ts';
import type { XmlNode } from './xml-node.ts';

/** An entry of the account. */
export interface CamtEntry {
  readonly direction: 'credit' | 'debit';
  readonly money: CamtAmount;
  readonly status: RowStatus;
  /** `RvslInd`: it takes an earlier one back. */
  readonly reversal: boolean;
  /** Money went the other way than `CdtDbtInd` says of it and of its transactions. */
  readonly isTurned: boolean;
  /** What its status says was taken back; null: it says no such thing. */
  readonly takenBack: 'credit' | 'debit' | null;
  readonly bookingDate: CalendarDate | null;
  readonly valueDate: CalendarDate | null;
  readonly reference: string | null;
  readonly text: string | null;
  readonly texts: readonly NamedText[];
  readonly charges: StatedAmount | null;
  readonly instructed: StatedAmount | null;
}

/** What an entry gives. */
export interface ReadCamtEntry {
  /** Null when it has faults. */
  readonly entry: CamtEntry | null;
  readonly faults: readonly CamtFault[];
  /** What it moved, though its date may not be readable; null when that is not readable itself. */
  readonly movement: Movement | null;
}

/** A transaction of an entry. */
export interface CamtDetail {
  readonly direction: 'credit' | 'debit';
  /** Null when it has no amount in the currency of its entry. */
  readonly money: CamtAmount | null;
  readonly charges: StatedAmount | null;
  readonly instructed: StatedAmount | null;
  readonly bankReference: string | null;
  readonly customerReference: string | null;
  readonly endToEndId: string | null;
  readonly text: string | null;
  /** All that it says in words, what is read of it among them. */
  readonly texts: readonly NamedText[];
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  /** Return information: the payment came back, or takes another back. */
  readonly returned: boolean;
  readonly originalReference: string | null;
}

/** Codes of ISO 20022, and those banks add to them. */
const STATUSES: Readonly<Record<string, RowStatus | 'returned'>> = {
  BOOK: 'booked',
  PDNG: 'pending',
  FUTR: 'pending',
  INFO: 'info',
  RJCT: 'failed',
  CANC: 'failed',
  RVSD: 'returned',
  RTND: 'returned',
};

/**
 * Reads an entry from its elements (its transactions are taken off as they come), with all that is wrong with it. Of a
 * reversal `CdtDbtInd` says which way its own money went, or `turned` that it repeats that of the entry taken back.
 */
export function readCamtEntry(
  node: XmlNode,
  { currency, turned }: { readonly currency: string | null; readonly turned: boolean },
): ReadCamtEntry {
  const money = entryMoney(node, currency);
  const direction = camtDirection(node, null);
  const status = entryStatus(node);
  const bookingDate = camtDate(node, 'BookgDt');
  const valueDate = camtDate(node, 'ValDt');
  if (isCamtFault(money) || isCamtFault(direction) || isCamtFault(status)) {
    const faults = [money, direction, status, bookingDate, valueDate].filter(isCamtFault);
    return { entry: null, faults, movement: null };
  }
  const takenBack = status === 'returned' ? direction : null;
  const reversal = takenBack === null && /^(true|1)$/.test(node.value('RvslInd') ?? '');
  // Money told as taken back went out; money that came back so is for a person to say.
  const isTurned = takenBack === 'credit' || (reversal && turned);
  const moved = {
    direction: isTurned ? otherDirection(direction) : direction,
    status: status === 'returned' ? 'booked' : status,
  } as const;
  const movement = {
    ...money,
    ...moved,
    status: isZeroAmount(money.amount) ? 'info' : moved.status,
    isReversal: reversal,
  } as const;
  if (isCamtFault(bookingDate) || isCamtFault(valueDate)) {
    return { entry: null, faults: [bookingDate, valueDate].filter(isCamtFault), movement };
  }
  const entry = {
    ...moved,
    money,
    reversal,
    isTurned,
    takenBack,
    bookingDate,
    valueDate,
    // Not `NtryRef`: many banks number the entries of each statement by it.
    reference: real(node.value('AcctSvcrRef')),
    text: node.value('AddtlNtryInf'),
    texts: namedTexts(node),
    charges: camtCharges(node, money.currency),
    instructed: instructedOf(node, money.currency),
  };
  return { entry, faults: [], movement };
}

function entryMoney(node: XmlNode, accountCurrency: string | null): CamtAmount | CamtFault {
  const amount = node.first('Amt');
  if (amount !== null) return camtAmount(amount, accountCurrency);
  return { node, column: 'Amt', value: null, code: 'required', message: 'the entry has no amount' };
}

function entryStatus(node: XmlNode): RowStatus | 'returned' | CamtFault {
  const word = node.value('Sts/Cd', 'Sts/Prtry', 'Sts') ?? 'BOOK';
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word] : statusOfWord(word);
  if (status !== null && status !== undefined) return status;
  const message = `"${word}" is no status of an entry (BOOK, PDNG, INFO, RJCT)`;
  return { node: node.first('Sts'), column: 'Sts', value: word, code: 'unknown_status', message };
}

/** Reads a transaction; what it does not say is as its entry says it. Or the first fault. */
export function readCamtDetail(
  node: XmlNode,
  entry: { readonly currency: string; readonly direction: 'credit' | 'debit' },
): CamtDetail | CamtFault {
  const { currency } = entry;
  const direction = camtDirection(node, entry.direction);
  if (isCamtFault(direction)) return direction;
  const money = moneyOf(node, currency);
  if (isCamtFault(money)) return money;
  const party = direction === 'debit' ? 'Cdtr' : 'Dbtr';
  const references = node.all('RmtInf/Strd/CdtrRefInf/Ref').map((ref) => ref.text);
  const customerReference = references.find(isRealReference) ?? null;
  const free = [
    ...node.all('RmtInf/Ustrd'),
    ...node.all('RmtInf/Strd/AddtlRmtInf'),
    ...node.all('RmtInf/Strd/RfrdDocInf/Nb'),
    ...node.all('AddtlTxInf'),
  ].map((text) => text.text);
  return {
    direction,
    money,
    charges: camtCharges(node, currency),
    instructed: instructedOf(node, currency),
    bankReference: real(node.value('Refs/AcctSvcrRef')),
    customerReference,
    endToEndId: real(node.value('Refs/EndToEndId')),
    text: joinedText([...references.filter((text) => text !== customerReference), ...free]),
    texts: namedTexts(node),
    payerName: node.value(
      `RltdPties/${party}/Nm`,
      `RltdPties/${party}/Pty/Nm`,
      `RltdPties/Ultmt${party}/Nm`,
      `RltdPties/Ultmt${party}/Pty/Nm`,
    ),
    payerAccount: node.value(`RltdPties/${party}Acct/Id/IBAN`, `RltdPties/${party}Acct/Id/Othr/Id`),
    payerPhone: phoneOf(node, party),
    returned: node.first('RtrInf') !== null,
    originalReference: real(
      node.value('RtrInf/OrgnlEndToEndId', 'RtrInf/OrgnlTxRef/EndToEndId', 'Refs/OrgnlEndToEndId'),
    ),
  };
}

function phoneOf(node: XmlNode, party: string): string | null {
  const paths = ['', 'Pty/'].flatMap((wrap) =>
    ['MobNb', 'PhneNb'].map((number) => `RltdPties/${party}/${wrap}CtctDtls/${number}`),
  );
  return node.value(...paths);
}

/** The amount in the currency of the entry: its own, or the transaction's, or the counter value. */
function moneyOf(node: XmlNode, currency: string): CamtAmount | null | CamtFault {
  for (const path of ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt']) {
    const found = node.first(path);
    // One in another currency, readable or not, says nothing of the account.
    if (found === null || (found.attributes.Ccy ?? currency) !== currency) continue;
    return camtAmount(found, currency);
  }
  return null;
}

function instructedOf(node: XmlNode, currency: string): StatedAmount | null {
  const found = node.first('AmtDtls/InstdAmt/Amt');
  const amount = found === null ? null : camtAmount(found, currency);
  return amount === null || isCamtFault(amount) ? null : { amount: amount.amount, currency: amount.currency };
}

function joinedText(texts: readonly string[]): string | null {
  const some = texts.filter((text) => text !== '');
  return some.length === 0 ? null : some.join(' ').replace(/\s+/g, ' ');
}

function real(reference: string | null): string | null {
  return reference !== null && isRealReference(reference) ? reference : null;
}
