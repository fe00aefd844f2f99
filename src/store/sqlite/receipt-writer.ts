import { RECEIPT_FACT_FIELDS, type ReceiptFactFields } from '../receipt-fact-fields.ts';
import type { PlannedFiles, ReceiptInserts } from '../receipt-port.ts';
import type { BatchRowRecord, HeldRowRecord, HeldStepRecord } from '../receipt-records.ts';
import { factHash } from '../sealing.ts';
import { searchFormOfHeld } from '../search-forms.ts';
import { insertSql, valuesOf } from '../sql/columns.ts';
import type { Connection } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import type { Unit } from './unit.ts';

const BATCH_ROW = `INSERT INTO batch_rows (batch_id, row_number, line, account, row_key, occurrence, direction, amount,
  currency, date, outcome, reason, payment_id, held_id) VALUES (?, ?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** As the statement has them. */
const BATCH_ROW_FIELDS = [
  'batchId',
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
const HELD_ROW = insertSql('held_rows', [...RECEIPT_FACT_FIELDS.held_row, 'searchFolded']);

/** From this many rows on a batch touches more pages than are usually kept. */
const MANY_ROWS = 10_000;
/** Pages kept in memory by the connection from then on, as SQLite has it: KiB below zero. 32 MB. */
const MANY_PAGES = -32_768;

/** Writes rows of one kind of fact, each to be vouched for. */
type InsertFacts = <Row extends object>(
  kind: keyof ReceiptFactFields,
  sql: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  extra?: (row: Row) => readonly unknown[],
) => void;

/** Facts of an import. */
export function receiptInserts(connection: Connection, insertFacts: InsertFacts, unit: Unit): ReceiptInserts {
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
    paymentBatches: async (rows) => {
      if (rows.some(({ rowCount }) => rowCount >= MANY_ROWS)) makeRoom(connection);
      insert('payment_batch', 'payment_batches', rows, (row) => row.batchId);
    },
    batchRows: async (rows) => insertBatchRows(connection, rows),
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

/**
 * Payments, their entries and the keys of rows go to as many places as there are loans: pages that do not fit are
 * written to the log and read again and again, which costs half as much as all the rest.
 */
function makeRoom(connection: Connection): void {
  connection.db.pragma(`cache_size = ${MANY_PAGES}`);
}

function insertBatchRows(connection: Connection, rows: readonly BatchRowRecord[]): void {
  const values = rows.map((row) => valuesOf(row, BATCH_ROW_FIELDS));
  insertRows(connection, BATCH_ROW, values);
}

/** What a service keeps of a file until it is posted. */
export function plannedFiles(connection: Connection): PlannedFiles {
  return {
    keepPlan: async (batchId, actor, at, content, droppedBefore) => {
      connection.run(
        'DELETE FROM planned_files WHERE planned_at < ? OR batch_id = ?',
        droppedBefore,
        batchId,
      );
      connection.run('INSERT INTO planned_files VALUES (?, ?, ?, ?)', batchId, actor, at, content);
    },
    plan: async (batchId) =>
      connection.get<{ actor: string; at: string; content: Uint8Array }>(
        'SELECT actor, planned_at AS at, content FROM planned_files WHERE batch_id = ?',
        batchId,
      ) ?? null,
    dropPlan: async (batchId) => {
      connection.run('DELETE FROM planned_files WHERE batch_id = ?', batchId);
    },
  };
}
