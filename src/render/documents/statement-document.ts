import {
  type DocumentLanguage,
  framed,
  type Letterhead,
  loanFields,
  type PrintedLoan,
  wordFor,
  wordsOf,
} from './document-frame.ts';
import type { DocumentWords } from './document-words.ts';
import {
  amountInWords,
  dateCell,
  figure,
  moneyCell,
  moneyOrNone,
  nameCell,
  piastresOf,
  wordCell,
} from './printed-cells.ts';
import type { PrintedCell, PrintedDocument, PrintedRow, PrintedTotal } from './printed-document.ts';

/** A line of a statement as the operation answers it. */
export interface StatementRow {
  readonly value_date: string;
  readonly booked_at: string | null;
  readonly kind: string;
  readonly reference: string | null;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
  readonly payment_reference: string | null;
  readonly reversed: boolean;
}

/** A loan's statement: every movement, what was taken back struck through, and what stands at its end. */
export function statementDocument(
  loan: PrintedLoan,
  rows: readonly StatementRow[],
  period: { readonly from: string | null; readonly to: string },
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  const start = period.from ?? rows[0]?.value_date ?? period.to;
  return framed(letterhead, language, {
    title: words.title.statement,
    fields: [
      ...loanFields(loan, words),
      { label: label.from, value: figure(start) },
      { label: label.to, value: figure(period.to) },
      { label: label.maturity, value: dateCell(loan.maturity_date) },
      { label: label.status, value: wordFor(words.loanStatus, loan.payment_status) },
    ],
    table: {
      titles: [
        { text: label.valueDate, aligned: 'start' },
        { text: label.booked, aligned: 'start' },
        { text: label.description, aligned: 'start' },
        { text: label.reference, aligned: 'start' },
        { text: label.debit, aligned: 'end' },
        { text: label.credit, aligned: 'end' },
        { text: label.balance, aligned: 'end' },
      ],
      rows: rows.map((row) => printedRow(row, words)),
      foot: rows.length === 0 ? null : sums(rows, words),
      empty: words.noMovement,
    },
    totals: totals(loan, rows, words, language),
  });
}

function printedRow(row: StatementRow, words: DocumentWords): PrintedRow {
  return {
    struck: row.reversed,
    cells: [
      figure(row.value_date),
      dateCell(row.booked_at),
      description(row, words),
      row.payment_reference === null ? figure(row.reference ?? '') : nameCell(row.payment_reference),
      moneyOrNone(row.debit),
      moneyOrNone(row.credit),
      // The balance of a line that does not count would be one that never was.
      row.reversed ? figure('', 'end') : moneyCell(row.balance),
    ],
  };
}

function description(row: StatementRow, words: DocumentWords): PrintedCell {
  const kind = wordFor(words.kind, row.kind);
  return row.reversed ? { ...kind, text: `${kind.text} (${words.reversed})` } : kind;
}

/** Of the lines that count; the two of what was taken back would only blow both sums up. */
function sums(rows: readonly StatementRow[], words: DocumentWords): PrintedRow {
  let debit = 0;
  let credit = 0;
  for (const row of rows) {
    if (row.reversed) continue;
    debit += piastresOf(row.debit);
    credit += piastresOf(row.credit);
  }
  return {
    struck: false,
    cells: [
      wordCell(words.label.totalMovements),
      ...['', '', ''].map((text) => figure(text)),
      moneyCell(debit / 100),
      moneyCell(credit / 100),
      figure('', 'end'),
    ],
  };
}

function totals(
  loan: PrintedLoan,
  rows: readonly StatementRow[],
  words: DocumentWords,
  language: DocumentLanguage,
): PrintedTotal[] {
  const { label } = words;
  const closing = rows.at(-1)?.balance ?? 0;
  const inFavour = closing < 0;
  const shown = Math.abs(closing);
  const figures: PrintedTotal[] = [
    {
      label: inFavour ? label.inYourFavour : label.closingBalance,
      value: moneyCell(shown),
      inWords: amountInWords(shown, language),
    },
    { label: label.interestDue, value: moneyCell(loan.accrued_interest), inWords: null },
  ];
  if (loan.fees_due > 0)
    figures.push({ label: label.feesDue, value: moneyCell(loan.fees_due), inWords: null });
  figures.push({
    label: label.payoff,
    value: moneyCell(loan.payoff_amount),
    inWords: amountInWords(loan.payoff_amount, language),
  });
  figures.push({ label: label.arrears, value: moneyCell(loan.arrears_amount), inWords: null });
  if (loan.next_payment_due_date !== null) {
    figures.push({
      label: label.nextDue,
      value: { ...figure(loan.next_payment_due_date), aligned: 'end' },
      inWords: null,
    });
  }
  return figures;
}
