import { type LoanNames, type MatchedLoan, matchLoan, type RowNames } from './matched-loan.ts';
import type { Piastres } from './money.ts';
import { type SortedRow, sortReceipt } from './receipt-sort.ts';
import { type KeyedRow, rowContent } from './row-key.ts';

/** A line of a file that could be read. */
export interface FileRow extends RowNames, KeyedRow, SortedRow {
  /** Why several payments, perhaps of several loans, are this one row; null: it is one payment. */
  readonly undivided: string | null;
}

/** Where a row goes as far as the file and the names of loans tell; a matched one still has to be planned. */
export type MatchedRow =
  | { readonly outcome: 'refused'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'not_a_repayment'; readonly key: string; readonly reason: string }
  | {
      readonly outcome: 'held';
      readonly key: string;
      readonly code: string;
      readonly reason: string;
      readonly suggestions: readonly string[];
    }
  | {
      readonly outcome: 'matched';
      readonly key: string;
      readonly loanId: string;
      readonly rule: 'reference' | 'text' | 'payer';
      readonly reason: string;
      readonly amountPiastres: Piastres;
    };

/** What is known of the file a row stands in. */
export interface MatchingFile {
  /** The bank's account; null for files of our own columns, which staff prepare. */
  readonly account: string | null;
  readonly names: LoanNames;
  /** Shortens what a row says to its key, the same on every machine. */
  readonly digest: (content: string) => string;
}

/**
 * Sorts and matches a row of a file. In a file that staff prepared the loan column decides alone and a loan that
 * is not right is refused, for them to correct; what a bank says happened is held for a person to look at, and so is
 * money in another currency wherever it stands.
 */
export function matchRow(row: FileRow, file: MatchingFile): MatchedRow {
  return file.account === null ? matchOwnRow(row, file) : matchBankRow(row, file.account, file);
}

function matchOwnRow(row: FileRow, { names, digest }: MatchingFile): MatchedRow {
  const keyOf = (loan: string) => digest(rowContent(loan, row));
  const sorted = sortReceipt(row);
  if (sorted.sort === 'not_a_repayment') {
    return { outcome: 'not_a_repayment', key: keyOf(row.loan ?? ''), reason: sorted.reason };
  }
  const match = matchLoan({ ...ONLY_LOAN, loan: row.loan }, names);
  if (sorted.sort === 'held') {
    // No correction of the file makes pounds of it: a person has to look. What it names may become a loan's alias later.
    const key = keyOf(row.loan?.trim() ?? '');
    const suggestions = match.loanId === null ? match.suggestions : [match.loanId];
    return { outcome: 'held', key, code: sorted.code, reason: sorted.reason, suggestions };
  }
  if (match.loanId === null) {
    return {
      outcome: 'refused',
      code: 'unknown_loan',
      reason: `"${row.loan ?? ''}" is no loan and no alias`,
    };
  }
  const named = { ...match, reason: `its loan_id names it: ${row.loan?.trim() ?? ''}` };
  return matched(named, keyOf(match.loanId), sorted.amountPiastres);
}

function matchBankRow(row: FileRow, account: string, { names, digest }: MatchingFile): MatchedRow {
  const key = digest(rowContent(account, row));
  const sorted = sortReceipt(row);
  if (sorted.sort === 'not_a_repayment') return { outcome: 'not_a_repayment', key, reason: sorted.reason };
  if (sorted.sort === 'held' && row.returned === null) {
    return { outcome: 'held', key, code: sorted.code, reason: sorted.reason, suggestions: [] };
  }
  const match = matchLoan(row, names);
  if (sorted.sort === 'held') {
    // The loan whose payment came back is worth a look; which payment it is, is for a person to say.
    const suggestions = match.loanId === null ? match.suggestions : [match.loanId];
    return { outcome: 'held', key, code: sorted.code, reason: sorted.reason, suggestions };
  }
  if (row.undivided !== null) {
    // One of the payments may name a loan that the others are not of.
    const suggestions = match.loanId === null ? match.suggestions : [match.loanId];
    return { outcome: 'held', key, code: 'ambiguous', reason: row.undivided, suggestions };
  }
  if (match.loanId !== null) return matched(match, key, sorted.amountPiastres);
  const { code, reason, suggestions } = match;
  return { outcome: 'held', key, code, reason, suggestions };
}

const ONLY_LOAN: RowNames = {
  loan: null,
  customerReference: null,
  endToEndId: null,
  text: null,
  otherText: null,
  payerAccount: null,
  payerPhone: null,
  payerName: null,
};

function matched(
  { loanId, rule, reason }: Extract<MatchedLoan, { loanId: string }>,
  key: string,
  amountPiastres: Piastres,
): MatchedRow {
  return { outcome: 'matched', key, loanId, rule, reason, amountPiastres };
}
