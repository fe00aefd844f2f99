import type { Batch } from './batch-document.ts';

/**
 * Says of a file of refused rows which of them, corrected, equal rows imported before. None of them was ever posted,
 * so such a row may well be a second payment, of which nothing else would be seen.
 */
export function doubtsOfCorrected(batch: Batch): Batch['warnings'] {
  const doubts: Batch['warnings'][number][] = [];
  for (const { outcome, line, payment_id, held_id, batch_id } of batch.rows) {
    if (outcome !== 'already_imported') continue;
    const known = payment_id ?? held_id ?? batch_id;
    doubts.push({
      code: 'equals_imported_row',
      message: `line ${line} was refused, and as it is now equals ${known}, so it is not posted: a second payment needs a reference of its own, or to be imported with the whole file`,
    });
  }
  return doubts;
}
