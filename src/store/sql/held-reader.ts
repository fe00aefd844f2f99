import { foldDigits } from '../../domain/money.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import { RECEIPT_FACT_FIELDS } from '../receipt-fact-fields.ts';
import type { HeldOfAccount, HeldRow, ReceiptReader } from '../receipt-port.ts';
import type { HeldRowRecord, HeldStepRecord } from '../receipt-records.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { condition, listPage, textIn } from './list-page.ts';
import { allOfIds, inOrderAsked, rowsOfIds } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';
import { waitingSum } from './waiting-sum.ts';

export const HELD = selectList('h', RECEIPT_FACT_FIELDS.held_row);
const STEP = selectList('s', RECEIPT_FACT_FIELDS.held_step);
const STEPS = rowsOfIds(
  's.held_id',
  (which) => `SELECT ${STEP} FROM held_steps s WHERE ${which} ORDER BY s.held_id, s.number`,
);
const BY_ID = inOrderAsked(HELD, 'held_rows h', 'h.held_id');
const CANDIDATES = query(
  (d) => `SELECT h.held_id AS "heldId", r.candidates_json AS "candidatesJson" FROM ${d.eachText('w')}
  ${d.join} held_rows h ON h.held_id = w.value
  ${d.join} batch_rows r ON r.batch_id = h.batch_id AND r.row_number = h.row_number
  WHERE r.candidates_json IS NOT NULL`,
);
const OF_BATCH = query(
  (d) => `SELECT ${HELD} FROM held_rows h WHERE h.batch_id = ${d.bound} ORDER BY h.row_number`,
);
const OF_PAYMENTS = query(
  (d) => `SELECT w.value AS "paymentId", s.held_id AS "heldId" FROM ${d.eachText('w')}
  ${d.join} held_steps s ON s.payment_id = w.value AND s.kind = 'matched'
  ${d.join} held_rows h ON h.held_id = s.held_id AND h.kind = 'receipt'
  GROUP BY w.value, s.held_id ORDER BY min(w.key), s.held_id`,
);
/** What has left a held row so far. */
const LEFT = 'coalesce((SELECT sum(s.amount_piastres) FROM held_steps s WHERE s.held_id = h.held_id), 0)';
/** Where no money is booked, the last step is the word. */
const OPEN = `CASE WHEN h.amount_piastres IS NOT NULL THEN h.amount_piastres <> ${LEFT}
  ELSE coalesce((SELECT s.kind FROM held_steps s WHERE s.held_id = h.held_id ORDER BY s.number DESC LIMIT 1),
    'reopened') = 'reopened' END`;
const STANDS = 'NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = h.batch_id)';
const AMOUNT = /^\d+(?:\.\d+)?$/;

type HeldReader = Pick<
  ReceiptReader['receipts'],
  'heldOfAccount' | 'heldByIds' | 'candidatesOfHeld' | 'held' | 'heldOfBatch' | 'heldOfPayments' | 'waiting'
>;

/** Reads of what is held of imported files. */
export function heldReader(connection: SqlConnection): HeldReader {
  return {
    heldOfAccount: async (account, from, to, codes = []) =>
      withSteps(
        connection,
        await connection.all<Omit<HeldOfAccount, 'steps'>>(
          `SELECT ${HELD}, r.direction, r.date AS "rowDate" FROM batch_rows r JOIN held_rows h ON h.batch_id = r.batch_id AND h.row_number = r.row_number
           WHERE r.account = ? AND r.date BETWEEN ? AND ? AND r.outcome = 'held' AND ${STANDS}
             ${codes.length === 0 ? '' : `AND h.code IN (${codes.map(() => '?').join(', ')})`}
           ORDER BY r.date, h.held_id`,
          account,
          from,
          to,
          ...codes,
        ),
      ),
    heldByIds: async (ids) =>
      withSteps(connection, await connection.all<HeldRowRecord>(BY_ID, JSON.stringify(ids))),
    candidatesOfHeld: async (heldIds) =>
      connection.all<{ heldId: string; candidatesJson: string }>(CANDIDATES, JSON.stringify(heldIds)),
    held: async (filter, page) => {
      const found = await listPage<HeldRowRecord>(
        connection,
        { columns: HELD, from: 'held_rows h', orderBy: 'h.date, h.held_id' },
        [
          ...condition(filter.state === 'open', OPEN),
          ...condition(filter.state === 'settled', `NOT (${OPEN})`),
          ...ofCodes(filter.codes),
          ...condition(filter.batchId !== undefined, 'h.batch_id = ?', filter.batchId),
          ...searched(filter.search),
        ],
        page,
      );
      return { totalCount: found.totalCount, rows: await withSteps(connection, found.rows) };
    },
    heldOfBatch: async (batchId) =>
      withSteps(connection, await connection.all<HeldRowRecord>(OF_BATCH, batchId)),
    heldOfPayments: async (paymentIds) =>
      connection.all<{ paymentId: string; heldId: string }>(OF_PAYMENTS, JSON.stringify(paymentIds)),
    waiting: async (kind) =>
      waitingSum(
        connection,
        'abs(w.amount)',
        'w.date',
        `(SELECT h.amount_piastres - ${LEFT} AS amount, h.date FROM held_rows h
          WHERE h.kind = ? AND h.amount_piastres IS NOT NULL) w WHERE w.amount <> 0`,
        kind,
      ),
  };
}

function ofCodes(codes: readonly string[] | undefined) {
  const marks = codes?.map(() => '?').join(', ');
  return condition(codes !== undefined, `h.code IN (${marks})`, ...(codes ?? []));
}

/** By what the row says, its id, or the whole amount however many decimals it is written with. */
function searched(search: string | undefined) {
  if (search === undefined) return [];
  const text = foldForSearch(search.trim());
  const inText = textIn('h.search_folded', 'h.held_id');
  const amount = foldDigits(search.trim()).replaceAll(',', '');
  return AMOUNT.test(amount)
    ? condition(true, (d) => `${inText(d)} OR CAST(h.amount AS numeric) = CAST(? AS numeric)`, text, amount)
    : condition(true, inText, text);
}

/** Held rows with what became of them, in their order. */
export async function withSteps<Row extends HeldRowRecord>(
  connection: SqlConnection,
  rows: readonly Row[],
): Promise<(Row & Pick<HeldRow, 'steps'>)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ heldId }) => heldId);
  const steps = await allOfIds<HeldStepRecord>(connection, STEPS, ids);
  const stepsOf = Map.groupBy(steps, ({ heldId }) => heldId);
  return rows.map((row) => ({ ...row, steps: stepsOf.get(row.heldId) ?? [] }));
}
