import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Reasons } from './assessment-reasons.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import type { AmountOffer } from './offer.ts';
import { toDecimalText } from './rational.ts';
import { REASON_WORDS, type ReasonCode } from './reason-codes.ts';
import type { RatingResult } from './risk-rating.ts';

/** The longest `assessment_notes` may be, in characters. */
export const LONGEST_NOTES = 500;

/**
 * The one line for the reviewer: rating, R, the data it rests on, what limited the amount, then up to four
 * reasons. The words follow from the codes alone, so equal codes read equal.
 */
export function writeNotes(
  rating: RatingResult,
  offer: AmountOffer,
  requestedPiastres: Piastres,
  reasons: Reasons,
  policy: AssessmentPolicy,
): string {
  const told = reasons.merits.slice(0, policy.reasonMaxCount);
  const sentences = [
    `Rating ${rating.rating}, R ${toDecimalText(rating.index, 1)}.`,
    `Data: ${dataWords(reasons.data)}.`,
    `Amount: ${amountWords(offer, requestedPiastres, reasons.amount, policy)}.`,
    ...(told.length === 0 ? [] : [`Reasons: ${told.map(worded).join(', ')}.`]),
  ];
  const notes = sentences.join(' ');
  if (notes.length > LONGEST_NOTES) throw new Error(`assessment notes of ${notes.length} characters`);
  return notes;
}

function dataWords(codes: readonly ReasonCode[]): string {
  const thin = codes.includes('D01') || codes.includes('D02');
  return [...(thin ? [] : ['full order history']), ...codes.map(worded)].join(', ');
}

function amountWords(
  offer: AmountOffer,
  requestedPiastres: Piastres,
  codes: readonly ReasonCode[],
  policy: AssessmentPolicy,
): string {
  switch (offer.barredBy) {
    case 'defaulted loan':
      return `none, ${worded('C21')}`;
    case 'overdue loan':
      return `none, ${worded('C20')}`;
    case 'low score':
      return 'none, score too low on a full file';
    case null:
      if (codes.length > 0) return codes.map(worded).join(', ');
      return offer.amountPiastres === requestedPiastres
        ? 'as requested'
        : `as requested, rounded down to a multiple of ${stepWords(policy)}`;
  }
}

/** The step amounts are rounded down to, in EGP without decimals that are zero. */
function stepWords(policy: AssessmentPolicy): string {
  return formatAmountGrouped(policy.amountStep).replace(/\.00$/, '');
}

function worded(code: ReasonCode): string {
  return `${REASON_WORDS[code]} (${code})`;
}
