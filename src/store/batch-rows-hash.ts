import { createHash } from 'node:crypto';
import { beginFields, drainFields, putField, putHash } from './hashed-fields.ts';
import type { BatchRowRecord } from './receipt-records.ts';

/** In the order they are hashed, which is part of the format. */
export const BATCH_ROW_FIELDS = [
  'rowNumber',
  'line',
  'account',
  'rowKey',
  'occurrence',
  'direction',
  'amount',
  'currency',
  'date',
  'outcome',
  'reason',
  'paymentId',
  'heldId',
] as const satisfies readonly (keyof BatchRowRecord)[];

/** A row apart from the batch it is in. */
export type RowOfBatch = Pick<BatchRowRecord, (typeof BATCH_ROW_FIELDS)[number]>;

/**
 * SHA-256 over a batch's rows in their order, lower-case hex: kept with the batch, it vouches for them. The fields of
 * all rows are laid end to end as those of one fact. `rows` may be made as they are read.
 */
export function batchRowsHash(rows: Iterable<RowOfBatch>): string {
  const hash = createHash('sha256');
  beginFields('loandesk/batch_rows/1');
  for (const row of rows) {
    putField(row.rowNumber);
    putField(row.line);
    putField(row.account);
    putHash(row.rowKey);
    putField(row.occurrence);
    putField(row.direction);
    putField(row.amount);
    putField(row.currency);
    putField(row.date);
    putField(row.outcome);
    putField(row.reason);
    putField(row.paymentId);
    putField(row.heldId);
    drainFields(hash, false);
  }
  drainFields(hash, true);
  return hash.digest('hex');
}
