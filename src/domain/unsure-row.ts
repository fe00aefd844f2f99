import { looksLikeId } from './identifiers.ts';

/**
 * Codes of held rows that may be known already, so that a person has to say whether they are new. The second is that
 * of ledgers of older versions.
 */
export const UNSURE_CODES: readonly string[] = ['may_be_known', 'equals_imported_row'];

/** Whether a held row waits for a person to say if its money is on the books already. */
export function isUnsure({ code }: { readonly code: string }): boolean {
  return UNSURE_CODES.includes(code);
}

/** The loans an unsure row names, out of the ids it is held with; the others are what it may be. */
export function loansNamed(suggestions: readonly string[]): readonly string[] {
  return suggestions.filter((id) => looksLikeId(id) === 'loan');
}

/** What an unsure row may be, out of the ids it is held with: payments, and rows that are held too. */
export function candidatesNamed(suggestions: readonly string[]): readonly string[] {
  return suggestions.filter((id) => ['payment', 'held_row'].includes(looksLikeId(id) ?? ''));
}

/** Each code of evidence as a part of a sentence: what speaks for a candidate, or against it. */
const EVIDENCE: Readonly<Record<string, string>> = {
  same_account: 'the same account',
  same_day: 'the same day',
  same_amount: 'the same amount',
  same_loan: 'the same loan',
  equal_balance: 'the same balance after it',
  equal_reference: 'the same reference',
  equal_text: 'the same text',
  day_told_in_part: 'its day is told only in part',
  balance_came_back: 'the balance came back to it in between',
  waits_itself: 'it waits for review itself',
  no_reference: 'no reference to tell them apart',
  no_balance: 'no balance to tell them apart',
  another_account: 'another account',
  another_date: 'another date',
  another_amount: 'another amount',
  another_loan: 'another loan',
  other_balance: 'another balance after it',
  other_reference: 'another reference',
  other_text: 'another text',
};

/** A code of evidence in words; one that is not known here, spelled out. */
export function evidenceInWords(code: string): string {
  return EVIDENCE[code] ?? code.replaceAll('_', ' ');
}
