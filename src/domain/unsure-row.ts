import { looksLikeId } from './identifiers.ts';
import type { EvidenceCode } from './row-recognition.ts';

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
const EVIDENCE: Readonly<Record<EvidenceCode, string>> = {
  equal_balance: 'the same balance after it',
  equal_reference: 'the same reference',
  equal_text: 'the same text',
  other_balance: 'another balance after it',
  balance_came_back: 'the balance came back to it in between',
  other_reference: 'another reference',
  no_reference: 'no reference to tell them apart',
  other_text: 'another text',
  day_told_in_part: 'its day is told only in part',
  another_date: 'another date',
  another_amount: 'another amount',
  another_loan: 'another loan',
  waits_itself: 'it waits for review itself',
};

/** A code of evidence in words; one that is not known here, spelled out. */
export function evidenceInWords(code: string): string {
  return EVIDENCE[code as EvidenceCode] ?? code.replaceAll('_', ' ');
}

/** Something a row may be, and what speaks for and against that. */
export interface CandidateSaid {
  /** Of the payment or held row; null: it is no repayment. */
  readonly id: string | null;
  /** Null: booked by hand. */
  readonly batchId: string | null;
  readonly line: number | null;
  readonly speaksFor: readonly EvidenceCode[];
  readonly speaksAgainst: readonly EvidenceCode[];
}

/** `PAY-… of batch BAT-…, line 3 (for it: the same text; against it: its day is told only in part)`. */
export function candidateInWords({ id, batchId, line, speaksFor, speaksAgainst }: CandidateSaid): string {
  const from = batchId === null ? ', booked by hand' : ` of batch ${batchId}`;
  const where = line === null ? '' : `, line ${line}`;
  const differs = speaksAgainst.includes('another_date') || speaksAgainst.includes('another_amount');
  const common = differs ? [] : ['the same day and amount'];
  const sides = [
    `for it: ${[...common, ...speaksFor.map(evidenceInWords)].join(', ')}`,
    ...(speaksAgainst.length === 0 ? [] : [`against it: ${speaksAgainst.map(evidenceInWords).join(', ')}`]),
  ];
  return `${id ?? 'a row'}${from}${where} (${sides.join('; ')})`;
}
