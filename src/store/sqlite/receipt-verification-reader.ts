import { batchRowsHash, type RowOfBatch } from '../batch-rows-hash.ts';
import type { HeldRowRecord } from '../receipt-records.ts';
import { HELD_BOOK } from '../sql/books.ts';
import { HELD, withSteps } from '../sql/held-reader.ts';
import { entriesOf } from '../sql/journal-reader.ts';
import { batchRowColumns } from '../sql/receipt-reader.ts';
import type { PaymentOfHeld, VerificationReader } from '../verification-port.ts';
import type { Connection } from './connection.ts';

const HELD_A_PAGE = 500;

type ReceiptVerificationReader = Pick<VerificationReader, 'visitHeld' | 'visitBatches' | 'strayReceipts'>;

/** Raw reads of imports for the checker. */
export function receiptVerificationReader(connection: Connection): ReceiptVerificationReader {
  return {
    visitHeld: async (visit) => {
      for (let after = ''; ; ) {
        const rows = connection.all<HeldRowRecord>(
          `SELECT ${HELD} FROM held_rows h WHERE h.held_id > ? ORDER BY h.held_id LIMIT ${HELD_A_PAGE}`,
          after,
        );
        if (rows.length === 0) return;
        const ids = rows.map(({ heldId }) => heldId);
        const journalOf = Map.groupBy(await entriesOf(connection, HELD_BOOK, ids), ({ loanId }) => loanId);
        const held = await withSteps(connection, rows);
        const payments = paymentsOfSteps(
          connection,
          held.flatMap(({ steps }) => steps.map(({ paymentId }) => paymentId)),
        );
        for (const row of held) visit(row, journalOf.get(row.heldId) ?? [], payments);
        after = ids.at(-1) as string;
      }
    },
    visitBatches: async (visit) => {
      const batches = connection.all<{ batchId: string; rowCount: number; rowsHash: string }>(
        'SELECT batch_id AS batchId, row_count AS rowCount, rows_hash AS rowsHash FROM payment_batches ORDER BY seq',
      );
      for (const batch of batches) {
        const rows = new CountedRows(
          connection.iterate<RowOfBatch>(
            `SELECT ${batchRowColumns(connection.dialect)} FROM batch_rows r WHERE r.batch_id = (SELECT ?) ORDER BY r.row_number`,
            batch.batchId,
          ),
        );
        const currentRowsHash = batchRowsHash(rows);
        visit({ ...batch, countedRows: rows.count, currentRowsHash });
      }
    },
    strayReceipts: async () => STRAYS.flatMap((sql) => connection.all<Stray>(sql)),
  };
}

/** Rows counted while they are gone through. */
class CountedRows implements Iterable<RowOfBatch> {
  count = 0;
  readonly #rows: Iterable<RowOfBatch>;

  constructor(rows: Iterable<RowOfBatch>) {
    this.#rows = rows;
  }

  *[Symbol.iterator](): Iterator<RowOfBatch> {
    for (const row of this.#rows) {
      this.count += 1;
      yield row;
    }
  }
}

function paymentsOfSteps(
  connection: Connection,
  ids: readonly (string | null)[],
): ReadonlyMap<string, PaymentOfHeld> {
  const rows = connection.all<Omit<PaymentOfHeld, 'isReversed'> & { paymentId: string; reversed: number }>(
    `SELECT p.payment_id AS paymentId, p.loan_id AS loanId, p.amount_piastres AS amountPiastres,
       p.batch_id AS batchId, EXISTS (SELECT 1 FROM payment_reversals r
         WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id) AS reversed
     FROM payments p WHERE p.payment_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
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
  // One that somebody had booked by hand is of no batch.
  `SELECT 'row ' || r.batch_id || '/' || r.row_number AS "where",
     'its payment ' || r.payment_id || ' is not one of its batch' AS message
   FROM batch_rows r LEFT JOIN payments p ON p.payment_id = r.payment_id
   WHERE r.payment_id IS NOT NULL AND (p.payment_id IS NULL OR p.batch_id <> r.batch_id)`,
  `SELECT 'row ' || r.batch_id || '/' || r.row_number AS "where", 'what is held of it is another row''s' AS message
   FROM batch_rows r LEFT JOIN held_rows h ON h.held_id = r.held_id
   WHERE r.held_id IS NOT NULL AND (h.batch_id IS NOT r.batch_id OR h.row_number IS NOT r.row_number)`,
  `SELECT 'held row ' || h.held_id AS "where", 'no row of its batch is held as it' AS message
   FROM held_rows h LEFT JOIN batch_rows r ON r.batch_id = h.batch_id AND r.row_number = h.row_number
   WHERE r.held_id IS NOT h.held_id`,
  `SELECT 'row ' || r.batch_id || '/' || max(r.row_number) AS "where",
     'it is in ' || count(*) || ' imports that stand' AS message
   FROM batch_rows r WHERE NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = r.batch_id)
   GROUP BY r.row_key, r.occurrence HAVING count(*) > 1`,
  `SELECT 'payment ' || p.payment_id AS "where", 'its batch was undone and it stands' AS message
   FROM batch_undos u JOIN payments p ON p.batch_id = u.batch_id
   WHERE NOT EXISTS (SELECT 1 FROM payment_reversals v
     WHERE v.loan_id = p.loan_id AND v.payment_id = p.payment_id)`,
];
