import { BATCH_ROW_FIELDS, RECEIPT_FACT_FIELDS, type ReceiptFactFields } from '../receipt-fact-fields.ts';
import type { PlannedFiles, ReceiptInserts } from '../receipt-port.ts';
import type { HeldRowRecord, HeldStepRecord } from '../receipt-records.ts';
import { factHash } from '../sealing.ts';
import { searchFormOfHeld } from '../search-forms.ts';
import { insertSql } from './columns.ts';
import { query } from './dialect.ts';
import type { BooksFacts, InsertFacts } from './insert-facts.ts';
import type { SqlConnection } from './sql-connection.ts';

/** A row of an imported file: what is written by the hundred thousand, each engine writes in its own way. */
export const BATCH_ROW = query(
  (
    d,
  ) => `INSERT INTO batch_rows (batch_id, row_number, line, account, row_key, occurrence, direction, amount, currency,
  date, outcome, reason, payment_id, held_id, reference, end_to_end_id, balance, derived_balance, candidates_json)
  VALUES (?, ?, ?, ?, ${d.bytesOfHex}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
/** As the statement has them. */
export const BATCH_ROW_COLUMNS = ['batchId', ...BATCH_ROW_FIELDS] as const;
const HELD_ROW = insertSql('held_rows', [...RECEIPT_FACT_FIELDS.held_row, 'searchFolded']);

/** Facts of an import beside the rows of its file, which no audit record vouches for one by one. */
export function receiptInserts(
  insertFacts: InsertFacts,
  unit: BooksFacts,
): Omit<ReceiptInserts, 'batchRows'> {
  const insert = <Row extends object>(
    kind: keyof ReceiptFactFields,
    table: string,
    rows: readonly Row[],
    idOf: (row: Row) => string,
  ) => insertFacts(kind, insertSql(table, RECEIPT_FACT_FIELDS[kind]), rows, idOf);
  // In another currency than ours nothing is booked.
  const toBeBooked = (
    kind: 'held_row' | 'held_step',
    id: string,
    row: HeldRowRecord | HeldStepRecord,
  ): void => {
    if (row.amountPiastres !== null) unit.bookable(id, factHash(kind, row), true);
  };
  return {
    paymentBatches: async (rows) => insert('payment_batch', 'payment_batches', rows, (row) => row.batchId),
    batchUndos: async (rows) => insert('batch_undo', 'batch_undos', rows, (row) => row.batchId),
    bankStatements: async (rows) =>
      insert('bank_statement', 'bank_statements', rows, (row) => `${row.batchId}/${row.number}`),
    heldRows: async (rows) => {
      await insertFacts(
        'held_row',
        HELD_ROW,
        rows,
        (row) => row.heldId,
        (row) => [searchFormOfHeld(row)],
      );
      for (const row of rows) toBeBooked('held_row', row.heldId, row);
    },
    heldSteps: async (rows) => {
      await insert('held_step', 'held_steps', rows, (row) => row.stepId);
      for (const row of rows) toBeBooked('held_step', row.stepId, row);
    },
  };
}

/** What a service keeps of a file until it is posted. */
export function plannedFiles(connection: SqlConnection): PlannedFiles {
  return {
    keepPlan: async (batchId, actor, at, content, droppedBefore) => {
      await connection.run(
        'DELETE FROM planned_files WHERE planned_at < ? OR batch_id = ?',
        droppedBefore,
        batchId,
      );
      await connection.run('INSERT INTO planned_files VALUES (?, ?, ?, ?)', batchId, actor, at, content);
    },
    plan: async (batchId) =>
      (await connection.get<{ actor: string; at: string; content: Uint8Array }>(
        'SELECT actor, planned_at AS at, content FROM planned_files WHERE batch_id = ?',
        batchId,
      )) ?? null,
    dropPlan: async (batchId) => {
      await connection.run('DELETE FROM planned_files WHERE batch_id = ?', batchId);
    },
  };
}
