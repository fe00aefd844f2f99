import { RECEIPT_FACT_FIELDS, type ReceiptFactFields } from '../receipt-fact-fields.ts';
import type { PlannedFiles, ReceiptInserts } from '../receipt-port.ts';
import type { HeldRowRecord, HeldStepRecord } from '../receipt-records.ts';
import { factHash } from '../sealing.ts';
import { searchFormOfHeld } from '../search-forms.ts';
import { insertSql } from '../sql/columns.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { GatheredRows } from './gathered-rows.ts';
import type { Unit } from './unit.ts';

const BATCH_ROW = `INSERT INTO batch_rows (batch_id, row_number, line, account, row_key, occurrence, direction, amount,
  currency, date, outcome, reason, payment_id, held_id)
  VALUES (?, ?, ?, ?, decode(?, 'hex'), ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const HELD_ROW = insertSql('held_rows', [...RECEIPT_FACT_FIELDS.held_row, 'searchFolded']);

/** Writes rows of one kind of fact, each to be vouched for. */
type InsertFacts = <Row extends object>(
  kind: keyof ReceiptFactFields,
  sql: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  extra?: (row: Row) => readonly unknown[],
) => void;

/** Facts of an import. */
export function receiptInserts(gathered: GatheredRows, insertFacts: InsertFacts, unit: Unit): ReceiptInserts {
  const insert = <Row extends object>(
    kind: keyof ReceiptFactFields,
    table: string,
    rows: readonly Row[],
    idOf: (row: Row) => string,
  ): void => insertFacts(kind, insertSql(table, RECEIPT_FACT_FIELDS[kind]), rows, idOf);
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
    batchRows: async (rows) => {
      for (const row of rows) {
        gathered.add(BATCH_ROW, [
          row.batchId,
          row.rowNumber,
          row.line,
          row.account,
          row.rowKey,
          row.occurrence,
          row.direction,
          row.amount,
          row.currency,
          row.date,
          row.outcome,
          row.reason,
          row.paymentId,
          row.heldId,
        ]);
        await gathered.sendMany();
      }
    },
    batchUndos: async (rows) => insert('batch_undo', 'batch_undos', rows, (row) => row.batchId),
    bankStatements: async (rows) =>
      insert('bank_statement', 'bank_statements', rows, (row) => `${row.batchId}/${row.number}`),
    heldRows: async (rows) => {
      insertFacts(
        'held_row',
        HELD_ROW,
        rows,
        (row) => row.heldId,
        (row) => [searchFormOfHeld(row)],
      );
      for (const row of rows) toBeBooked('held_row', row.heldId, row);
    },
    heldSteps: async (rows) => {
      insert('held_step', 'held_steps', rows, (row) => row.stepId);
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
