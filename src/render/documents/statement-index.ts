import { type DocumentLanguage, framed, type Letterhead, wordsOf } from './document-frame.ts';
import { amountInWords, figure, moneyCell, nameCell, piastresOf } from './printed-cells.ts';
import type { PrintedDocument } from './printed-document.ts';

/** One statement of many. */
export interface StatementEntry {
  readonly loan_id: string;
  readonly business_name: string;
  readonly movements: number;
  readonly balance: number;
  readonly file: string;
}

/** The list of the statements written together, with what they close at in all. */
export function statementIndex(
  entries: readonly StatementEntry[],
  period: { readonly from: string | null; readonly to: string },
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  const total = entries.reduce((sum, { balance }) => sum + piastresOf(balance), 0) / 100;
  return framed(letterhead, language, {
    title: words.title.index,
    fields: [
      ...(period.from === null ? [] : [{ label: label.from, value: figure(period.from) }]),
      { label: label.to, value: figure(period.to) },
    ],
    table: {
      titles: [
        { text: label.loan, aligned: 'start' },
        { text: label.borrower, aligned: 'start' },
        { text: label.balance, aligned: 'end' },
        { text: label.file, aligned: 'start' },
      ],
      rows: entries.map((entry) => ({
        struck: false,
        cells: [
          figure(entry.loan_id),
          nameCell(entry.business_name),
          moneyCell(entry.balance),
          { ...figure(entry.file), leadsTo: entry.file },
        ],
      })),
      foot: null,
      empty: words.noMovement,
    },
    totals: [
      { label: label.closingBalance, value: moneyCell(total), inWords: amountInWords(total, language) },
    ],
  });
}
