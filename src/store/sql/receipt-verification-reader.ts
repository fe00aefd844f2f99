import { BatchRowsHash, type RowOfBatch } from '../batch-rows-hash.ts';
import type { HeldRowRecord } from '../receipt-records.ts';
import type { PaymentOfHeld, VerificationReader } from '../verification-port.ts';
import { HELD_BOOK } from './books.ts';
import { query } from './dialect.ts';
import { HELD, withSteps } from './held-reader.ts';
import { entriesOf } from './journal-reader.ts';
import { batchRowColumns } from './receipt-reader.ts';
import { isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const HELD_A_PAGE = 500;
const ROWS_A_PAGE = 5_000;

type ReceiptVerificationReader = Pick<VerificationReader, 'visitHeld' | 'visitBatches' | 'strayReceipts'>;

/** Raw reads of imports for the checker. */
export function receiptVerificationReader(connection: SqlConnection): ReceiptVerificationReader {
  return {
    visitHeld: async (visit) => {
      for (let after = ''; ; ) {
        const rows = await connection.all<HeldRowRecord>(
          `SELECT ${HELD} FROM held_rows h WHERE h.held_id > ? ORDER BY h.held_id LIMIT ${HELD_A_PAGE}`,
          after,
        );
        if (rows.length === 0) return;
        const ids = rows.map(({ heldId }) => heldId);
        const journalOf = Map.groupBy(await entriesOf(connection, HELD_BOOK, ids), ({ loanId }) => loanId);
        const held = await withSteps(connection, rows);
        const payments = await paymentsOfSteps(
          connection,
          held.flatMap(({ steps }) => steps.map(({ paymentId }) => paymentId)),
        );
        for (const row of held) visit(row, journalOf.get(row.heldId) ?? [], payments);
        after = ids.at(-1) as string;
      }
    },
    visitBatches: async (visit) => {
      const batches = await connection.all<{ batchId: string; rowCount: number; rowsHash: string }>(
        'SELECT batch_id AS "batchId", row_count AS "rowCount", rows_hash AS "rowsHash" FROM payment_batches ORDER BY seq',
      );
      for (const batch of batches) visit({ ...batch, ...(await rowsOf(connection, batch.batchId)) });
    },
    strayReceipts: async () => {
      const strays: Stray[] = [];
      for (const statement of STRAYS) strays.push(...(await connection.all<Stray>(statement)));
      strays.push(...(await rowsThatStandTwice(connection)));
      return strays;
    },
  };
}

const ROWS_OF_BATCH = query(
  (
    d,
  ) => `SELECT ${batchRowColumns(d)} FROM batch_rows r WHERE r.batch_id = ${d.bound} AND r.row_number > ${d.bound}
    ORDER BY r.row_number LIMIT ${ROWS_A_PAGE}`,
);

/** How many rows a batch has and what they hash to. */
async function rowsOf(
  connection: SqlConnection,
  batchId: string,
): Promise<{ countedRows: number; currentRowsHash: string }> {
  const hash = new BatchRowsHash();
  let countedRows = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows: RowOfBatch[] = await connection.all<RowOfBatch>(ROWS_OF_BATCH, batchId, after);
    hash.add(rows);
    countedRows += rows.length;
    if (rows.length < ROWS_A_PAGE) return { countedRows, currentRowsHash: hash.hex() };
    after = rows.at(-1)?.rowNumber as number;
  }
}

const PAYMENTS_OF_STEPS = query(
  (d) => `SELECT p.payment_id AS "paymentId", p.loan_id AS "loanId", p.amount_piastres AS "amountPiastres",
      p.batch_id AS "batchId", ${d.asNumber(`EXISTS (SELECT 1 FROM payment_reversals r
        WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id)`)} AS reversed
    FROM payments p WHERE ${isAmong('p.payment_id', d)}`,
);

async function paymentsOfSteps(
  connection: SqlConnection,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, PaymentOfHeld>> {
  const rows = await connection.all<
    Omit<PaymentOfHeld, 'isReversed'> & { paymentId: string; reversed: number }
  >(PAYMENTS_OF_STEPS, JSON.stringify(ids.filter((id) => id !== null)));
  return new Map(
    rows.map(({ paymentId, reversed, ...row }) => [paymentId, { ...row, isReversed: reversed === 1 }]),
  );
}

interface Stray {
  readonly where: string;
  readonly message: string;
}

/** Row numbers apart, what binds payments, rows of files and what is held of them to each other. */
const STRAYS = [
  `SELECT 'payment ' || p.payment_id AS "where", 'its batch ' || p.batch_id || ' does not exist' AS message
   FROM payments p LEFT JOIN payment_batches b ON b.batch_id = p.batch_id
   WHERE p.batch_id IS NOT NULL AND b.batch_id IS NULL`,
  // Materialized, so that the engine makes an index of them: rows have none by payment.
  `WITH made AS MATERIALIZED (
     SELECT r.payment_id, r.batch_id FROM batch_rows r WHERE r.payment_id IS NOT NULL
     UNION ALL SELECT s.payment_id, h.batch_id FROM held_steps s JOIN held_rows h ON h.held_id = s.held_id
       WHERE s.kind = 'matched' AND h.kind = 'receipt' AND s.payment_id IS NOT NULL
   )
   SELECT 'payment ' || p.payment_id AS "where", 'no row of its batch ' || p.batch_id || ' is booked by it' AS message
   FROM payments p LEFT JOIN made m ON m.payment_id = p.payment_id AND m.batch_id = p.batch_id
   WHERE p.batch_id IS NOT NULL AND m.payment_id IS NULL`,
  // One that somebody had booked by hand is of no batch, and a bank may tell of one that came in our own columns.
  `SELECT 'row ' || r.batch_id || '/' || r.row_number AS "where",
     'its payment ' || r.payment_id || ' is not one of its batch' AS message
   FROM batch_rows r LEFT JOIN payments p ON p.payment_id = r.payment_id
   WHERE r.payment_id IS NOT NULL AND (p.payment_id IS NULL OR (p.batch_id <> r.batch_id AND (r.account IS NULL
     OR p.batch_id IN (SELECT o.batch_id FROM batch_rows o WHERE o.account IS NOT NULL))))`,
  `SELECT 'row ' || r.batch_id || '/' || r.row_number AS "where", 'what is held of it is another row''s' AS message
   FROM batch_rows r LEFT JOIN held_rows h ON h.held_id = r.held_id
   WHERE r.held_id IS NOT NULL AND (h.batch_id IS DISTINCT FROM r.batch_id OR h.row_number IS DISTINCT FROM r.row_number)`,
  `SELECT 'held row ' || h.held_id AS "where", 'no row of its batch is held as it' AS message
   FROM held_rows h LEFT JOIN batch_rows r ON r.batch_id = h.batch_id AND r.row_number = h.row_number
   WHERE r.held_id IS DISTINCT FROM h.held_id`,
  `SELECT 'payment ' || p.payment_id AS "where", 'its batch was undone and it stands' AS message
   FROM batch_undos u JOIN payments p ON p.batch_id = u.batch_id
   WHERE NOT EXISTS (SELECT 1 FROM payment_reversals v
     WHERE v.loan_id = p.loan_id AND v.payment_id = p.payment_id)`,
];

const STANDS_TWICE = `SELECT r.batch_id AS "batchId", r.row_number AS "rowNumber", t.times FROM (
    SELECT n.row_key, n.occurrence, count(*) AS times FROM batch_rows n
    WHERE NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = n.batch_id)
    GROUP BY n.row_key, n.occurrence HAVING count(*) > 1
  ) t JOIN batch_rows r ON r.row_key = t.row_key AND r.occurrence = t.occurrence
  WHERE NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = r.batch_id)
  ORDER BY r.batch_id, r.row_number`;

/** Rows of several imports that stand, each of them: one payment would be counted more than once. */
async function rowsThatStandTwice(connection: SqlConnection): Promise<Stray[]> {
  const rows = await connection.all<{ batchId: string; rowNumber: number; times: number }>(STANDS_TWICE);
  return rows.map(({ batchId, rowNumber, times }) => ({
    where: `row ${batchId}/${rowNumber}`,
    message: `it is in ${times} imports that stand`,
  }));
}
