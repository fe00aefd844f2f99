import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import type { Piastres } from '../../domain/money.ts';
import { type CamtFault, camtAmount, isCamtFault } from './camt-amounts.ts';
import type { CamtDetail, CamtEntry } from './camt-entry.ts';
import { type NamedText, untold } from './camt-texts.ts';
import { isZeroAmount } from './statement-amount.ts';
import type { ReturnedMovement, StatementRow } from './statement-part.ts';
import type { XmlNode } from './xml-node.ts';

/** What an entry gives as a row, before its date is settled and it has a place in the file. */
export type CamtRow = Pick<
  StatementRow,
  | 'direction'
  | 'status'
  | 'returned'
  | 'amount'
  | 'amountPiastres'
  | 'currency'
  | 'bankReference'
  | 'entryReference'
  | 'customerReference'
  | 'endToEndId'
  | 'text'
  | 'payerAccount'
  | 'payerPhone'
  | 'payerName'
  | 'balance'
  | 'otherText'
  | 'charges'
  | 'instructed'
  | 'undivided'
>;

/** Longest text kept of a row; an entry told in one row may stand for thousands of payments. */
const MAX_TEXT = 10_000;

/**
 * The rows of an entry. One transaction, or none: what the account received, charges taken off. Several: each its
 * own amount when together they are the entry, or when they are once their charges are taken off or added;
 * otherwise one row of the entry. Why they are not the entry is said, since a difference must not be lost.
 */
export function camtRows(
  entry: CamtEntry,
  details: readonly CamtDetail[],
): { readonly rows: readonly CamtRow[]; readonly difference: string | null } {
  const [only, second] = details;
  if (only === undefined) return { rows: [rowOf(entry, null, entry.money)], difference: null };
  if (second === undefined) {
    const { direction, money } = entry;
    const isEntry = only.money === null || amountsOf(entry, [withChargesOf(entry, only)]) !== null;
    return {
      rows: [rowOf(entry, { ...only, direction }, money)],
      difference: isEntry ? null : said(details, entry),
    };
  }
  const amounts = amountsOf(entry, details);
  if (amounts !== null) {
    return {
      rows: details.map((detail, at) => rowOf(entry, detail, moneyOf(amounts[at] as bigint))),
      difference: null,
    };
  }
  const undivided = said(details, entry);
  return { rows: [{ ...together(entry, details), undivided }], difference: undivided };
}

/** A batch of an entry (`NtryDtls`) and how many transactions stand in it. */
export interface CamtBatch {
  readonly node: XmlNode;
  readonly details: number;
}

/**
 * What the batches of an entry say of themselves (`Btch`) that is not so: such an entry may lack a transaction, and is
 * refused. A total in another currency is what was instructed, and says nothing of the entry.
 */
export function batchFaults(
  entry: CamtEntry,
  details: readonly CamtDetail[],
  batches: readonly CamtBatch[],
): readonly CamtFault[] {
  const faults = batches.flatMap(({ node, details: held }): CamtFault[] => {
    const count = node.first('Btch/NbOfTxs');
    // A batch may be told in one sum: then its number says nothing about what stands in the file.
    if (held < 2 || count === null || !/^\d+$/.test(count.text) || Number(count.text) === held) return [];
    const message = `the batch says ${count.text} transactions (NbOfTxs), but holds ${held}`;
    return [{ node: count, column: 'NbOfTxs', value: count.text, code: 'control_total', message }];
  });
  const totals = batches.flatMap(({ node }) => node.first('Btch/TtlAmt') ?? []);
  const read = totals.map((total) => camtAmount(total, entry.money.currency));
  const [first] = totals;
  if (first === undefined || totals.length !== batches.length) return faults;
  let said = 0n;
  for (const [at, total] of read.entries()) {
    if (isCamtFault(total) || isZeroAmount(total.amount) || total.currency !== entry.money.currency)
      return faults;
    const word = batches[at]?.node.value('Btch/CdtDbtInd') ?? null;
    const isOther =
      word !== null && (word === 'DBIT') !== (batches[0]?.node.value('Btch/CdtDbtInd') === 'DBIT');
    said += isOther ? -unitsOf(total.amount) : unitsOf(total.amount);
  }
  const holds = unitsOf(entry.money.amount);
  const charges = entry.charges?.currency === entry.money.currency ? unitsOf(entry.charges.amount) : 0n;
  if ([holds, holds + charges, holds - charges, sumOf(details, entry)].includes(said)) return faults;
  const value = textOfUnits(said);
  const message = `the total of the batch is ${value} (TtlAmt), the entry is ${entry.money.amount}`;
  return [...faults, { node: first, column: 'TtlAmt', value, code: 'control_total', message }];
}

/** What each transaction brought, in hundred-thousandths, so that together they are the entry; null: they are not. */
function amountsOf(entry: CamtEntry, details: readonly CamtDetail[]): readonly bigint[] | null {
  for (const withCharges of [0n, -1n, 1n]) {
    const amounts = details.map((detail) => unitsReceived(detail, entry.money.currency, withCharges));
    if (!amounts.every((units) => units !== null && units >= 0n)) continue;
    const sum = details.reduce(
      (total, detail, at) => total + signed(entry, detail, amounts[at] as bigint),
      0n,
    );
    if (sum === unitsOf(entry.money.amount)) return amounts as readonly bigint[];
  }
  return null;
}

/** A bank may tell the charges of an only transaction with the entry. */
function withChargesOf(entry: CamtEntry, detail: CamtDetail): CamtDetail {
  return { ...detail, charges: detail.charges ?? entry.charges };
}

function signed(entry: CamtEntry, detail: CamtDetail, units: bigint): bigint {
  return detail.direction === entry.direction ? units : -units;
}

/** What a transaction brought in hundred-thousandths, its charges times `withCharges` added; null when not said. */
function unitsReceived({ money, charges }: CamtDetail, currency: string, withCharges: bigint): bigint | null {
  if (money === null) return null;
  if (charges === null || withCharges === 0n) return unitsOf(money.amount);
  if (charges.currency !== currency) return null;
  return unitsOf(money.amount) + withCharges * unitsOf(charges.amount);
}

function moneyOf(units: bigint): { amount: string; amountPiastres: Piastres | null } {
  const hundredths = Number(units / 1_000n);
  const whole = units % 1_000n === 0n && hundredths <= 99_999_999_999_999;
  return { amount: textOfUnits(units), amountPiastres: whole ? (hundredths as Piastres) : null };
}

function rowOf(
  entry: CamtEntry,
  detail: CamtDetail | null,
  money: { readonly amount: string; readonly amountPiastres: Piastres | null },
): CamtRow {
  const direction = detail?.direction ?? entry.direction;
  const bankReference = detail?.bankReference ?? entry.reference;
  const row = {
    direction,
    status: isZeroAmount(money.amount) ? 'info' : entry.status,
    returned: returnedOf(entry, detail, direction),
    amount: money.amount,
    amountPiastres: money.amountPiastres,
    currency: entry.money.currency,
    bankReference,
    entryReference: entry.reference === bankReference ? null : entry.reference,
    customerReference: detail?.customerReference ?? null,
    endToEndId: detail?.endToEndId ?? null,
    text: textOf([detail?.text ?? null, entry.text]),
    payerAccount: detail?.payerAccount ?? null,
    payerPhone: detail?.payerPhone ?? null,
    payerName: detail?.payerName ?? null,
    balance: null,
    charges: detail?.charges ?? entry.charges,
    instructed: detail?.instructed ?? entry.instructed,
  };
  return { ...row, otherText: otherTextOf(row, [...(detail?.texts ?? []), ...entry.texts]) };
}

/** What is told of a row beside what has a place in it. */
function otherTextOf(row: Omit<CamtRow, 'otherText'>, texts: readonly NamedText[]): string | null {
  const { bankReference, entryReference, customerReference, endToEndId } = row;
  const { text, payerAccount, payerPhone, payerName } = row;
  const references = [bankReference, entryReference, customerReference, endToEndId];
  return (
    untold(texts, [...references, text, payerAccount, payerPhone, payerName])?.slice(0, MAX_TEXT) ?? null
  );
}

/** One row for transactions that cannot be told apart by amount: a person will. */
function together(entry: CamtEntry, details: readonly CamtDetail[]): CamtRow {
  const texts = details.flatMap(({ customerReference, endToEndId, text }) => [
    customerReference,
    endToEndId,
    text,
  ]);
  const row = { ...rowOf(entry, null, entry.money), text: textOf([...texts, entry.text]) };
  const all = [...details.flatMap((detail) => detail.texts), ...entry.texts];
  return { ...row, otherText: otherTextOf(row, all) };
}

function returnedOf(
  entry: CamtEntry,
  detail: CamtDetail | null,
  direction: 'credit' | 'debit',
): ReturnedMovement | null {
  if (!entry.reversal && entry.takenBack === null && detail?.returned !== true) return null;
  const reference =
    detail?.originalReference ??
    detail?.endToEndId ??
    detail?.customerReference ??
    detail?.bankReference ??
    entry.reference;
  return { of: entry.takenBack ?? (direction === 'debit' ? 'credit' : 'debit'), reference };
}

function textOf(texts: readonly (string | null)[]): string | null {
  const some = texts.filter((text) => text !== null);
  return some.length === 0 ? null : some.join(' ').slice(0, MAX_TEXT);
}

function said(details: readonly CamtDetail[], entry: CamtEntry): string {
  const { amount, currency } = entry.money;
  const units = sumOf(details, entry);
  const what = details.length === 1 ? 'its transaction is' : `its ${details.length} transactions add up to`;
  return `${what} ${textOfUnits(units)}, the entry is ${amount} ${currency}`;
}

function sumOf(details: readonly CamtDetail[], entry: CamtEntry): bigint {
  return details.reduce(
    (sum, detail) => sum + signed(entry, detail, detail.money === null ? 0n : unitsOf(detail.money.amount)),
    0n,
  );
}
