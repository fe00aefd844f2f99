import { displayText } from '../display-text.ts';
import { ARABIC_WORDS } from './arabic-words.ts';
import type { DocumentWords } from './document-words.ts';
import { ENGLISH_WORDS } from './english-words.ts';
import { figure, instantText, moneyCell, nameCell, wordCell } from './printed-cells.ts';
import type { PrintedCell, PrintedDocument, PrintedField } from './printed-document.ts';

export type DocumentLanguage = PrintedDocument['language'];

/** What every document says of the bank and of the ledger, as the operation answers it. */
export interface Letterhead {
  readonly bank_name: string;
  readonly bank_name_ar: string;
  readonly bank_branch: string;
  readonly bank_branch_ar: string;
  readonly policy_version: number;
  readonly printed_at: string;
  readonly anchor: { readonly sequence: number; readonly hash: string } | null;
}

/** A loan as its account answers it, as far as documents show it. */
export interface PrintedLoan {
  readonly loan_id: string;
  readonly merchant_id: string;
  readonly business_name: string;
  readonly original_amount: number;
  readonly disbursed_amount: number;
  readonly outstanding_balance: number;
  readonly accrued_interest: number;
  readonly fees_due: number;
  readonly payoff_amount: number;
  readonly arrears_amount: number;
  readonly credit_balance: number;
  readonly next_payment_due_date: string | null;
  readonly maturity_date: string | null;
  readonly payment_status: string;
  readonly interest_rate: number;
  readonly term_months: number;
  readonly as_of: string;
}

/** The words of a language. */
export function wordsOf(language: DocumentLanguage): DocumentWords {
  return language === 'ar' ? ARABIC_WORDS : ENGLISH_WORDS;
}

/** A word of a list that may grow on a server newer than this program: what is not known is shown as it is. */
export function wordFor(words: Readonly<Record<string, string>>, key: string): PrintedCell {
  const word = Object.hasOwn(words, key) ? words[key] : undefined;
  return word === undefined ? figure(key) : wordCell(word);
}

/** A document with its bank and its footer. */
export function framed(
  letterhead: Letterhead,
  language: DocumentLanguage,
  body: Pick<PrintedDocument, 'title' | 'fields' | 'table' | 'totals'> & {
    readonly mark?: string | null;
    readonly notes?: readonly string[];
  },
): PrintedDocument {
  const words = wordsOf(language);
  const arabic = language === 'ar';
  return {
    ...body,
    language,
    bankName: displayText(arabic ? letterhead.bank_name_ar : letterhead.bank_name),
    bankBranch: displayText(arabic ? letterhead.bank_branch_ar : letterhead.bank_branch),
    mark: body.mark ?? null,
    notes: [...(body.notes ?? []), words.currencyNote],
    footer: footer(letterhead, words),
  };
}

/** A document that says which knowledge it is of, so that nobody takes it for what is known today. */
export function asKnownAt(document: PrintedDocument, knownAt: string): PrintedDocument {
  const label = wordsOf(document.language).label.knownAt;
  return { ...document, fields: [...document.fields, { label, value: figure(knownAt) }] };
}

function footer({ printed_at, policy_version, anchor }: Letterhead, words: DocumentWords): PrintedCell[] {
  return [
    wordCell(words.printedFrom),
    figure(instantText(printed_at)),
    wordCell(`· ${words.policyVersion}`),
    figure(String(policy_version)),
    wordCell(`· ${words.anchor}`),
    anchor === null ? wordCell(words.noAnchor) : figure(`${anchor.sequence}:${anchor.hash}`),
  ];
}

/** Who the loan is of and what was agreed. */
export function loanFields(loan: PrintedLoan, words: DocumentWords): PrintedField[] {
  const { label } = words;
  return [
    { label: label.loan, value: figure(loan.loan_id) },
    { label: label.borrower, value: nameCell(loan.business_name) },
    { label: label.merchant, value: nameCell(loan.merchant_id) },
    { label: label.paidOut, value: { ...moneyCell(loan.disbursed_amount), aligned: 'start' } },
    { label: label.rate, value: figure(`${loan.interest_rate} %`) },
    { label: label.term, value: figure(String(loan.term_months)) },
  ];
}
