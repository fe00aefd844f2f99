import { formatSum } from '../domain/amount-sum.ts';
import { fixedTwo } from './cell-values.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const CURRENCY = 'EGP';
/** Max140Text of the standard, for names and remittance. */
const LONGEST_TEXT = 140;
/** What XML 1.0 cannot hold, and what turns the reading direction or cannot be seen. */
const NOT_IN_XML = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]|(?![\u200c\u200d])\p{Cf}/gu;

/** A batch of disbursements as the operation answers it. */
export interface PayoutBatch {
  readonly batch_id: string | null;
  readonly exported_at: string;
  readonly count: number;
  /** EGP as decimal text. */
  readonly total_amount: string;
  readonly payer: { readonly name: string; readonly account: string; readonly bic: string };
  readonly disbursements: readonly Payout[];
}

interface Payout {
  readonly disbursement_reference: string;
  readonly loan_id: string;
  readonly business_name: string;
  readonly merchant_bank_account: string;
  readonly disbursement_amount: number;
  readonly execution_date: string;
}

/**
 * A batch as a customer credit transfer initiation, pain.001.001.09 (ISO 20022): one payment information for each
 * execution date, with the disbursement's reference as end-to-end id, by which a statement names it again. The order
 * of the elements is the standard's.
 */
export function pain001Text(batch: PayoutBatch): string {
  const byDate = [...Map.groupBy(batch.disbursements, (payout) => payout.execution_date)];
  const document = element('CstmrCdtTrfInitn', [
    element('GrpHdr', [
      text('MsgId', batch.batch_id ?? ''),
      text('CreDtTm', batch.exported_at),
      text('NbOfTxs', String(batch.count)),
      text('CtrlSum', batch.total_amount),
      element('InitgPty', [named(batch.payer.name)]),
    ]),
    ...byDate
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, payouts], index) =>
        paymentInformation(batch, `${batch.batch_id}-${index + 1}`, date, payouts),
      ),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">\n${indented(document)}\n</Document>\n`;
}

function paymentInformation(
  { payer }: PayoutBatch,
  id: string,
  date: string,
  payouts: readonly Payout[],
): string {
  return element('PmtInf', [
    text('PmtInfId', id),
    text('PmtMtd', 'TRF'),
    text('NbOfTxs', String(payouts.length)),
    text('CtrlSum', sumText(payouts)),
    element('ReqdExctnDt', [text('Dt', date)]),
    element('Dbtr', [named(payer.name)]),
    element('DbtrAcct', [accountId(payer.account)]),
    element('DbtrAgt', [element('FinInstnId', [bank(payer.bic)])]),
    ...payouts.map(transfer),
  ]);
}

function transfer(payout: Payout): string {
  const { disbursement_reference: reference } = payout;
  return element('CdtTrfTxInf', [
    element('PmtId', [text('InstrId', reference), text('EndToEndId', reference)]),
    element('Amt', [`<InstdAmt Ccy="${CURRENCY}">${fixedTwo(payout.disbursement_amount)}</InstdAmt>`]),
    element('Cdtr', [named(payout.business_name)]),
    element('CdtrAcct', [accountId(payout.merchant_bank_account)]),
    element('RmtInf', [text('Ustrd', `loan ${payout.loan_id} ${reference}`)]),
  ]);
}

/** What starts like an IBAN was checked to be one when it was given. */
function accountId(account: string): string {
  const isIban = /^[A-Z]{2}\d{2}/.test(account);
  return element('Id', [isIban ? text('IBAN', account) : element('Othr', [text('Id', account)])]);
}

/** A bank must be named: `NOTPROVIDED` is what the standard's users write where the account says it. */
function bank(bic: string): string {
  return bic === '' ? element('Othr', [text('Id', 'NOTPROVIDED')]) : text('BICFI', bic);
}

function named(name: string): string {
  const shown = [...name.replace(NOT_IN_XML, ' ').trim()].slice(0, LONGEST_TEXT).join('').trim();
  return shown === '' ? '' : text('Nm', shown);
}

function sumText(payouts: readonly Payout[]): string {
  return formatSum(payouts.reduce((sum, one) => sum + BigInt(Math.round(one.disbursement_amount * 100)), 0n));
}

function text(name: string, value: string): string {
  return `<${name}>${escaped(value)}</${name}>`;
}

function element(name: string, children: readonly string[]): string {
  const inner = children.filter((child) => child !== '');
  return inner.length === 0 ? `<${name}/>` : `<${name}>\n${inner.map(indented).join('\n')}\n</${name}>`;
}

function indented(lines: string): string {
  return lines.replaceAll(/^/gm, '  ');
}

function escaped(value: string): string {
  return value
    .replace(NOT_IN_XML, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
