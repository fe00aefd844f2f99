import { type DocumentLanguage, framed, type Letterhead, wordFor, wordsOf } from './document-frame.ts';
import { amountInWords, figure, instantText, moneyCell, nameCell } from './printed-cells.ts';
import type { PrintedDocument, PrintedField } from './printed-document.ts';

/** A payment with whose loan it is of, as the operation answers it. */
export interface PrintedReceipt {
  readonly payment_id: string;
  readonly loan_id: string;
  readonly business_name: string;
  readonly merchant_id: string;
  readonly payment_date: string;
  readonly payment_amount: number;
  readonly payment_method: string;
  readonly payment_reference: string | null;
  readonly principal_amount: number;
  readonly interest_amount: number;
  readonly fee_amount: number;
  readonly credit_amount: number;
  readonly remaining_balance: number;
  readonly status: string;
  readonly booked_at: string;
  readonly booked_by: string;
  /** Of the file it was imported with; null: it was typed. */
  readonly batch_id?: string | null;
  readonly reversed_on: string | null;
  readonly reversal_reason: string | null;
}

/** The receipt of a payment; of a reversed one it says so across. */
export function receiptDocument(
  receipt: PrintedReceipt,
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  const reversed = receipt.status === 'reversed';
  const part = (of: string, amount: number) => ({ label: of, value: moneyCell(amount), inWords: null });
  return framed(letterhead, language, {
    title: words.title.receipt,
    mark: reversed ? words.reversedMark : null,
    fields: [
      { label: label.payment, value: figure(receipt.payment_id) },
      { label: label.paymentDate, value: figure(receipt.payment_date) },
      { label: label.loan, value: figure(receipt.loan_id) },
      { label: label.borrower, value: nameCell(receipt.business_name) },
      { label: label.method, value: wordFor(words.method, receipt.payment_method) },
      { label: label.bankReference, value: nameCell(receipt.payment_reference ?? '–') },
      { label: label.bookedAt, value: figure(instantText(receipt.booked_at)) },
      { label: label.bookedBy, value: nameCell(receipt.booked_by) },
      ...(receipt.batch_id ? [{ label: label.batch, value: figure(receipt.batch_id) }] : []),
      ...reversal(receipt, words.label),
    ],
    table: null,
    totals: [
      {
        label: label.received,
        value: moneyCell(receipt.payment_amount),
        inWords: amountInWords(receipt.payment_amount, language),
      },
      ...(reversed
        ? []
        : [
            ...(receipt.fee_amount > 0 ? [part(label.fees, receipt.fee_amount)] : []),
            part(label.interest, receipt.interest_amount),
            part(label.principal, receipt.principal_amount),
            ...(receipt.credit_amount > 0 ? [part(label.creditPart, receipt.credit_amount)] : []),
            {
              label: label.remaining,
              value: moneyCell(receipt.remaining_balance),
              inWords: amountInWords(receipt.remaining_balance, language),
            },
          ]),
    ],
  });
}

function reversal(
  receipt: PrintedReceipt,
  label: { readonly reversedOn: string; readonly reason: string },
): PrintedField[] {
  if (receipt.reversed_on === null) return [];
  return [
    { label: label.reversedOn, value: figure(receipt.reversed_on) },
    { label: label.reason, value: nameCell(receipt.reversal_reason ?? '–') },
  ];
}
