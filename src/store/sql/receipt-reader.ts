import type { Page } from '../port.ts';
import { BATCH_ROW_FIELDS, RECEIPT_FACT_FIELDS } from '../receipt-fact-fields.ts';
import type { BatchWithUndo, KnownRow, ReceiptReader, UndoneRow } from '../receipt-port.ts';
import type { BankStatementRecord, BatchRowRecord, BatchUndoRecord } from '../receipt-records.ts';
import { accountRowSums, reversedRowSums } from './account-row-sums.ts';
import { selectList } from './columns.ts';
import { type Dialect, query } from './dialect.ts';
import { heldReader } from './held-reader.ts';
import { condition, listPage } from './list-page.ts';
import { paymentsOfAccount } from './payments-of-account.ts';
import { receiptNameReader } from './receipt-name-reader.ts';
import { inOrderAsked, isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const BATCH = selectList('b', RECEIPT_FACT_FIELDS.payment_batch);
const UNDO = selectList('u', RECEIPT_FACT_FIELDS.batch_undo);
const STATEMENT = selectList('s', RECEIPT_FACT_FIELDS.bank_statement);
const BATCH_ROW = selectList(
  'r',
  BATCH_ROW_FIELDS.filter((field) => field !== 'rowKey'),
);

/** The columns of a batch's row `r`. */
export function batchRowColumns({ hex }: Dialect): string {
  return `${BATCH_ROW}, ${hex('r.row_key')} AS "rowKey"`;
}

/** That a row's batch was not undone. */
const stands = (row: string) => `NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = ${row}.batch_id)`;
/** That a payment was reversed because the bank took it back: the row that says so stands for the money. */
const RETURNED = `EXISTS (SELECT 1 FROM held_steps t JOIN held_rows h ON h.held_id = t.held_id
  WHERE t.payment_id = v.payment_id AND t.kind = 'matched' AND h.kind = 'returned' AND ${stands('h')})`;

const ROWS_BY_KEYS = query(
  (d) => `SELECT w.value AS "rowKey", r.occurrence, r.batch_id AS "batchId", r.outcome,
    r.payment_id AS "paymentId", r.held_id AS "heldId",
    (SELECT p.loan_id FROM payments p WHERE p.payment_id = r.payment_id) AS "loanId",
    (SELECT v.reversed_on FROM payment_reversals v WHERE v.payment_id = r.payment_id
      AND NOT ${RETURNED}) AS "reversedOn"
  FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.row_key = ${d.bytesOf('w.value')}
  WHERE ${stands('r')}`,
);
const UNDONE_ROWS_BY_KEYS = query(
  (d) => `SELECT w.value AS "rowKey", r.occurrence, r.payment_id AS "paymentId", r.held_id AS "heldId",
    (SELECT p.loan_id FROM payments p WHERE p.payment_id = r.payment_id) AS "loanId"
  FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.row_key = ${d.bytesOf('w.value')}
  WHERE NOT ${stands('r')}`,
);
const BATCHES_BY_ID = inOrderAsked(BATCH, 'payment_batches b', 'b.batch_id');
// Without an index: there is a batch a file, and only an import asks.
const STANDING_OF_DIGEST = query(
  (d) => `SELECT ${BATCH} FROM payment_batches b WHERE b.digest = ${d.bound} AND ${stands('b')}
  ORDER BY b.seq DESC`,
);
const UNDOS = query((d) => `SELECT ${UNDO} FROM batch_undos u WHERE ${isAmong('u.batch_id', d)}`);
const PAYMENTS_OF_BATCH = query(
  (d) => `SELECT p.loan_id AS "loanId", p.payment_id AS "paymentId" FROM (
    SELECT r.payment_id AS id FROM batch_rows r WHERE r.batch_id = ? AND r.payment_id IS NOT NULL
    UNION SELECT s.payment_id FROM held_rows h JOIN held_steps s ON s.held_id = h.held_id
      WHERE h.batch_id = ? AND h.kind = 'receipt' AND s.kind = 'matched' AND s.payment_id IS NOT NULL
  ) m ${d.join} payments p ON p.payment_id = m.id WHERE p.batch_id = ${d.bound}
  ORDER BY p.loan_id, p.booking_order`,
);
const LAST_STATEMENTS = query(
  (d) => `SELECT ${STATEMENT} FROM bank_statements s JOIN payment_batches b ON b.batch_id = s.batch_id
  WHERE s.account = ? AND s.currency = ? AND ${stands('s')} ORDER BY b.seq DESC, s.number DESC ${d.page}`,
);

type BatchRow = Omit<BatchWithUndo, 'undo'>;

/** Reads of imported files, their rows and what is held of them. */
export function receiptReader(connection: SqlConnection): ReceiptReader['receipts'] {
  return {
    ...heldReader(connection),
    ...receiptNameReader(connection),
    rowsByKeys: async (keys) => {
      if ((await connection.get('SELECT 1 FROM batch_rows LIMIT 1')) === undefined) return [];
      return connection.all<KnownRow>(ROWS_BY_KEYS, JSON.stringify([...new Set(keys)]));
    },
    undoneRowsByKeys: async (keys) => {
      if ((await connection.get('SELECT 1 FROM batch_undos LIMIT 1')) === undefined) return [];
      return connection.all<UndoneRow>(UNDONE_ROWS_BY_KEYS, JSON.stringify([...new Set(keys)]));
    },
    batchesByIds: async (ids) =>
      withUndos(connection, await connection.all<BatchRow>(BATCHES_BY_ID, JSON.stringify(ids))),
    standingBatchesOf: async (digest) =>
      withUndos(connection, await connection.all<BatchRow>(STANDING_OF_DIGEST, digest)),
    batches: async (page) =>
      pageWithUndos(
        connection,
        await listPage<BatchRow>(
          connection,
          { columns: BATCH, from: 'payment_batches b', orderBy: 'b.seq DESC, b.batch_id' },
          [],
          page,
        ),
      ),
    rowsOfBatch: async (batchId, page) =>
      listPage<BatchRowRecord>(
        connection,
        {
          columns: (d) => `r.batch_id AS "batchId", ${batchRowColumns(d)}`,
          from: 'batch_rows r',
          orderBy: 'r.row_number',
        },
        condition(true, (d) => `r.batch_id = ${d.bound}`, batchId),
        page,
      ),
    paymentsOfBatch: async (batchId) =>
      connection.all<{ loanId: string; paymentId: string }>(PAYMENTS_OF_BATCH, batchId, batchId, batchId),
    paymentsOfAccount: async (which, limit) => paymentsOfAccount(connection, which, limit),
    statementsOfAccount: async (account, currency, limit) => {
      const newestFirst = await connection.all<BankStatementRecord>(
        LAST_STATEMENTS,
        account,
        currency,
        limit,
        0,
      );
      return newestFirst.reverse();
    },
    statementsBetween: async (account, from, to) =>
      connection.all<BankStatementRecord>(
        `SELECT ${STATEMENT} FROM bank_statements s JOIN payment_batches b ON b.batch_id = s.batch_id
         WHERE s.account = ? AND s.intraday = 0 AND coalesce(s.last_date, s.first_date) >= ?
           AND coalesce(s.first_date, s.last_date) <= ? AND ${stands('s')}
         ORDER BY coalesce(s.first_date, s.last_date), b.seq, s.number`,
        account,
        from,
        to,
      ),
    accountRowSums: async (account, from, to) => accountRowSums(connection, account, from, to),
    reversedOfAccount: async (account, from, to) => reversedRowSums(connection, account, from, to),
    undoneOfAccount: async (account, from, to) =>
      withUndos(
        connection,
        await connection.all<BatchRow>(
          `SELECT ${BATCH} FROM batch_undos u JOIN payment_batches b ON b.batch_id = u.batch_id
           WHERE u.batch_id IN (SELECT r.batch_id FROM batch_rows r WHERE r.account = ? AND r.date BETWEEN ? AND ?)
           ORDER BY b.seq DESC, b.batch_id`,
          account,
          from,
          to,
        ),
      ),
  };
}

async function pageWithUndos(connection: SqlConnection, page: Page<BatchRow>): Promise<Page<BatchWithUndo>> {
  return { totalCount: page.totalCount, rows: await withUndos(connection, page.rows) };
}

async function withUndos(connection: SqlConnection, batches: readonly BatchRow[]): Promise<BatchWithUndo[]> {
  if (batches.length === 0) return [];
  const ids = batches.map(({ batchId }) => batchId);
  const undos = await connection.all<BatchUndoRecord>(UNDOS, JSON.stringify(ids));
  const undoOf = new Map(undos.map((undo) => [undo.batchId, undo]));
  return batches.map((batch) => ({ ...batch, undo: undoOf.get(batch.batchId) ?? null }));
}
