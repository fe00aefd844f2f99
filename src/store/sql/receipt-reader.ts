import type { Page } from '../port.ts';
import { BATCH_ROW_FIELDS, RECEIPT_FACT_FIELDS } from '../receipt-fact-fields.ts';
import type { BatchWithUndo, KnownRow, ReceiptReader, ReferencedPayment } from '../receipt-port.ts';
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

/** A row of a standing batch with what became of it. */
const knownRow = (d: Dialect) => `r.batch_id AS "batchId", ${batchRowColumns(d)},
    (SELECT p.loan_id FROM payments p WHERE p.payment_id = r.payment_id) AS "loanId",
    (SELECT v.reversed_on FROM payment_reversals v WHERE v.payment_id = r.payment_id
      AND NOT ${RETURNED}) AS "reversedOn",
    (SELECT h.code FROM held_rows h WHERE h.held_id = r.held_id) AS "heldCode",
    (SELECT s.kind FROM held_steps s WHERE s.held_id = r.held_id AND s.number =
      (SELECT max(l.number) FROM held_steps l WHERE l.held_id = r.held_id)) AS "lastStep",
    ${d.asNumber(`EXISTS (SELECT 1 FROM payments p JOIN batch_undos u ON u.batch_id = p.batch_id
      WHERE p.payment_id = r.payment_id AND p.batch_id <> r.batch_id)`)} AS "isFreed"`;
const IN_ORDER_IMPORTED = '(SELECT b.seq FROM payment_batches b WHERE b.batch_id = r.batch_id), r.row_number';
const rowsOfDays = (d: Dialect, which: string) => `SELECT ${knownRow(d)}
  FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.date = w.value
  WHERE r.account = ? AND r.account IS NOT NULL AND ${which} ORDER BY r.date, ${IN_ORDER_IMPORTED}`;
const ROWS_OF_DAYS = query((d) => rowsOfDays(d, stands('r')));
const UNDONE_ROWS_OF_DAYS = query((d) => rowsOfDays(d, `NOT ${stands('r')}`));
const ROWS_BY_REFERENCES = query(
  (d) => `SELECT ${knownRow(d)} FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.reference = w.value
  WHERE r.reference IS NOT NULL AND (r.account IS NOT NULL OR r.held_id IS NOT NULL) AND ${stands('r')}
  ORDER BY ${IN_ORDER_IMPORTED}`,
);
const ROWS_BY_KEYS = query(
  (
    d,
  ) => `SELECT ${knownRow(d)} FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.row_key = ${d.bytesOf('w.value')}
  WHERE r.account IS NULL AND r.reference IS NULL AND ${stands('r')} ORDER BY ${IN_ORDER_IMPORTED}`,
);
const ROWS_OF_BATCHES = query(
  (d) => `SELECT ${knownRow(d)} FROM ${d.eachText('w')} ${d.join} batch_rows r ON r.batch_id = w.value
  ORDER BY ${IN_ORDER_IMPORTED}`,
);
const REFERENCED = `p.payment_id AS "paymentId", p.loan_id AS "loanId", p.amount_piastres AS "amountPiastres",
  p.payment_date AS "paymentDate", p.payment_reference AS "paymentReference", p.batch_id AS "batchId"`;
const referenced = (d: Dialect) =>
  `${REFERENCED}, ${d.asNumber('EXISTS (SELECT 1 FROM payment_reversals v WHERE v.payment_id = p.payment_id)')} AS "isReversed"`;
const PAYMENTS_BY_REFERENCES = query(
  (d) => `SELECT ${referenced(d)} FROM ${d.eachText('w')} ${d.join} payments p
    ON ${d.caseBlind('p.payment_reference')} = w.value AND p.payment_reference IS NOT NULL
  ORDER BY p.loan_id, p.booking_order`,
);
const PAYMENTS_BY_IDS = query(
  (d) => `SELECT ${referenced(d)} FROM ${d.eachText('w')} ${d.join} payments p ON p.payment_id = w.value
  ORDER BY p.loan_id, p.booking_order`,
);
const ANY_BY_KEY = 'SELECT 1 FROM batch_rows WHERE account IS NULL AND reference IS NULL LIMIT 1';
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
    rowsOfDays: async (account, dates) =>
      connection.all<KnownRow>(ROWS_OF_DAYS, JSON.stringify([...new Set(dates)]), account),
    undoneRowsOfDays: async (account, dates) => {
      if ((await connection.get('SELECT 1 FROM batch_undos LIMIT 1')) === undefined) return [];
      return connection.all<KnownRow>(UNDONE_ROWS_OF_DAYS, JSON.stringify([...new Set(dates)]), account);
    },
    rowsByReferences: async (references) =>
      connection.all<KnownRow>(ROWS_BY_REFERENCES, JSON.stringify([...new Set(references)])),
    rowsByKeys: async (keys) => {
      if ((await connection.get(ANY_BY_KEY)) === undefined) return [];
      return connection.all<KnownRow>(ROWS_BY_KEYS, JSON.stringify([...new Set(keys)]));
    },
    rowsOfBatches: async (batchIds) =>
      connection.all<KnownRow>(ROWS_OF_BATCHES, JSON.stringify([...new Set(batchIds)])),
    statedAccounts: async () =>
      (await connection.all<{ account: string }>('SELECT DISTINCT account FROM bank_statements')).map(
        ({ account }) => account,
      ),
    paymentsByReferences: async (references) =>
      connection.all<ReferencedPayment>(
        PAYMENTS_BY_REFERENCES,
        JSON.stringify([...new Set(references.map(lowerAscii))]),
      ),
    paymentsByIds: async (paymentIds) =>
      connection.all<ReferencedPayment>(PAYMENTS_BY_IDS, JSON.stringify([...new Set(paymentIds)])),
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

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

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
