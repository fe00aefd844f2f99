import { PROBLEM_KINDS } from '../../../contract/problems.ts';
import type { Column } from '../../../render/view.ts';

function idsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a held row is shown by, with all loans or payments it may be about. */
export const HELD_COLUMNS: readonly Column[] = [
  { key: 'held_id', title: 'Held row', kind: 'id' },
  { key: 'date', title: 'Date', kind: 'date' },
  { key: 'amount', title: 'Amount', kind: 'unrounded_money' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'waiting_amount', title: 'Waiting', kind: 'money' },
  { key: 'state', title: 'State', kind: 'status' },
  { key: 'kind', title: 'Kind', kind: 'text', wideOnly: true },
  { key: 'payer_name', title: 'Payer', kind: 'text' },
  { key: 'reason', title: 'Why it is held', kind: 'text' },
  { key: 'bank_reference', title: 'Reference', kind: 'id' },
  { key: 'customer_reference', title: 'Customer reference', kind: 'id', wideOnly: true },
  { key: 'payer_account', title: 'Payer account', kind: 'id', wideOnly: true },
  { key: 'payer_phone', title: 'Payer phone', kind: 'id', wideOnly: true },
  { key: 'text', title: 'Text', kind: 'text', wideOnly: true },
  { key: 'payment_method', title: 'Method', kind: 'text', wideOnly: true },
  { key: 'account', title: 'Bank account', kind: 'id', wideOnly: true },
  { key: 'code', title: 'Code', kind: 'text', wideOnly: true },
  {
    key: 'suggestions',
    title: 'Worth a look',
    kind: 'json',
    words: (ids) => idsOf(ids).join(', ') || 'none',
  },
  { key: 'candidates', title: 'Candidates', kind: 'integer', wideOnly: true },
  { key: 'steps', title: 'Steps', kind: 'integer', wideOnly: true },
  { key: 'batch_id', title: 'Batch', kind: 'id', wideOnly: true },
  { key: 'held_at', title: 'Held at', kind: 'timestamp', wideOnly: true },
  { key: 'held_by', title: 'Held by', kind: 'text', wideOnly: true },
];

/** Why a row is held in a few words; what a lending rule refuses has those of the refusal. */
const WHY: Readonly<Record<string, string>> = {
  may_be_known: 'may be known already',
  equals_imported_row: 'may be known already',
  no_match: 'names no loan',
  unknown_loan: 'names a loan we do not have',
  ambiguous: 'may be for several loans',
  other_currency: 'not in EGP',
  returned_payment: 'a payment taken back',
  returned_debit: 'a payout that came back',
  reversed_before: 'its payment was reversed',
};

/**
 * The same where a line has to hold it: why in a few words, of several loans the likeliest, and how many more there
 * are.
 */
export const HELD_LIST_COLUMNS: readonly Column[] = HELD_COLUMNS.map((column) => {
  if (column.key === 'suggestions') return { ...column, words: firstInWords };
  if (column.key === 'reason') return { ...column, wideOnly: true };
  return column.key === 'code' ? { ...column, title: 'Why', wideOnly: false, words: whyInWords } : column;
});

function whyInWords(value: unknown): string {
  const code = String(value);
  const rules: Readonly<Record<string, { readonly title: string }>> = PROBLEM_KINDS;
  return WHY[code] ?? rules[code]?.title ?? code.replaceAll('_', ' ');
}

function firstInWords(value: unknown): string {
  const [first, ...more] = idsOf(value);
  if (first === undefined) return 'none';
  return more.length === 0 ? String(first) : `${first} and ${more.length} more`;
}
