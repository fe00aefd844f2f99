import { createHash } from 'node:crypto';
import { beginFields, continueFields, drainFields, putField, putHash } from './hashed-fields.ts';
import { BATCH_ROW_EVIDENCE, type BATCH_ROW_FIELDS } from './receipt-fact-fields.ts';
import type { BatchRowRecord } from './receipt-records.ts';

/** A row apart from the batch it is in. */
export type RowOfBatch = Pick<BatchRowRecord, (typeof BATCH_ROW_FIELDS)[number]>;

/**
 * SHA-256 over a batch's rows in their order, lower-case hex: kept with the batch, it vouches for them. The fields of
 * all rows are laid end to end as those of one fact. `rows` may be made as they are read.
 */
export function batchRowsHash(rows: Iterable<RowOfBatch>): string {
  const hash = new BatchRowsHash();
  hash.add(rows);
  return hash.hex();
}

/** No number of a row, with which the fields of the next one begin. */
const EVIDENCE = 'evidence';

/** Rows that have none of it hash as they did before there was any. */
function putEvidence(row: RowOfBatch): void {
  const { reference, endToEndId, balance, derivedBalance, candidatesJson } = row;
  if ((reference ?? endToEndId ?? balance ?? derivedBalance ?? candidatesJson) === null) return;
  putField(EVIDENCE);
  for (const field of BATCH_ROW_EVIDENCE) putField(row[field]);
}

/** The same hash of rows that come some at a time. */
export class BatchRowsHash {
  readonly #hash = createHash('sha256');
  #begun = false;

  /** Other fields may be hashed between two calls, not while `rows` are gone through. */
  add(rows: Iterable<RowOfBatch>): void {
    this.#begin();
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
      putEvidence(row);
      drainFields(this.#hash, false);
    }
    drainFields(this.#hash, true);
  }

  /** Ends it. */
  hex(): string {
    return this.#hash.digest('hex');
  }

  #begin(): void {
    if (this.#begun) continueFields();
    else beginFields('loandesk/batch_rows/1');
    this.#begun = true;
  }
}
