import {
  type DocumentLanguage,
  framed,
  type Letterhead,
  loanFields,
  type PrintedLoan,
  wordsOf,
} from './document-frame.ts';
import { amountInWords, dateCell, figure, moneyCell } from './printed-cells.ts';
import type { PrintedDocument } from './printed-document.ts';

/** What settles a loan, as the operation answers it. */
export interface PrintedPayoff {
  readonly as_of: string;
  readonly principal_amount: number;
  readonly interest_amount: number;
  readonly fee_amount: number;
  readonly payoff_amount: number;
  readonly per_day_amount: number;
}

/** What settles a loan on a day. */
export function payoffDocument(
  loan: PrintedLoan,
  payoff: PrintedPayoff,
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  return framed(letterhead, language, {
    title: words.title.payoff,
    fields: [
      ...loanFields(loan, words),
      { label: label.maturity, value: dateCell(loan.maturity_date) },
      { label: label.asOf, value: figure(payoff.as_of) },
    ],
    table: null,
    totals: [
      { label: label.principal, value: moneyCell(payoff.principal_amount), inWords: null },
      { label: label.interestDue, value: moneyCell(payoff.interest_amount), inWords: null },
      { label: label.feesDue, value: moneyCell(payoff.fee_amount), inWords: null },
      {
        label: label.payoff,
        value: moneyCell(payoff.payoff_amount),
        inWords: amountInWords(payoff.payoff_amount, language),
      },
      { label: label.perDay, value: moneyCell(payoff.per_day_amount), inWords: null },
    ],
  });
}
