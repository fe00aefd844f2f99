import { type LoanNames, type MatchedLoan, matchLoan, type RowNames } from './matched-loan.ts';
import type { Piastres } from './money.ts';
import { type SortedRow, sortReceipt } from './receipt-sort.ts';
import type { KeyedRow, RowKeys } from './row-key.ts';

/** A line of a file that could be read. */
export interface FileRow extends RowNames, KeyedRow, SortedRow {
  /** Why several payments, perhaps of several loans, are this one row; null: it is one payment. */
  readonly undivided: string | null;
}

export interface RowKey {
  readonly key: string;
  readonly occurrence: number;
}

/** Where a row goes as far as the file and the names of loans tell; a matched one still has to be planned. */
export type MatchedRow =
  | { readonly outcome: 'refused'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'not_a_repayment'; readonly key: RowKey; readonly reason: string }
  | {
      readonly outcome: 'held';
      readonly key: RowKey;
      readonly code: string;
      readonly reason: string;
      readonly suggestions: readonly string[];
    }
  | {
      readonly outcome: 'matched';
      readonly key: RowKey;
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
  /** Of this file: rows are to be given in its order. */
  readonly keys: RowKeys;
}

/**
 * Sorts and matches the next row of a file. In a file that staff prepared the loan column decides alone and a loan that
 * is not right is refused, for them to correct; what a bank says happened is held for a person to look at, and so is
 * money in another currency wherever it stands.
 */
export function matchRow(row: FileRow, file: MatchingFile): MatchedRow {
  return file.account === null ? matchOwnRow(row, file) : matchBankRow(row, file.account, file);
}

function matchOwnRow(row: FileRow, { names, keys }: MatchingFile): MatchedRow {
  const sorted = sortReceipt(row);
  if (sorted.sort === 'not_a_repayment') {
    return { outcome: 'not_a_repayment', key: keys.next(row.loan ?? '', row), reason: sorted.reason };
  }
  const match = matchLoan({ ...ONLY_LOAN, loan: row.loan }, names);
  if (sorted.sort === 'held') {
    // No correction of the file makes pounds of it: a person has to look. What it names may become a loan's alias later.
    const key = keys.next(row.loan?.trim() ?? '', row);
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
  return matched(named, keys.next(match.loanId, row), sorted.amountPiastres);
}

function matchBankRow(row: FileRow, account: string, { names, keys }: MatchingFile): MatchedRow {
  // Every row takes its number, so that the numbers do not depend on what becomes of the others.
  const key = keys.next(account, row);
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
  key: RowKey,
  amountPiastres: Piastres,
): MatchedRow {
  return { outcome: 'matched', key, loanId, rule, reason, amountPiastres };
}
