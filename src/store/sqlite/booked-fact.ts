import { FACT_FIELDS, factHash } from '../sealing.ts';
import { selectList } from './columns.ts';
import type { Connection } from './connection.ts';

const PAYMENT_ROW = selectList('t', FACT_FIELDS.payment);
const DISBURSEMENT_ROW = selectList('t', FACT_FIELDS.disbursement);

/** Hash of the payment or disbursement an entry books; null when there is none of that id. */
export function bookedFactHash(connection: Connection, eventId: string): string | null {
  const payment = connection.get<object>(
    `SELECT ${PAYMENT_ROW} FROM payments t WHERE t.payment_id = ?`,
    eventId,
  );
  if (payment !== undefined) return factHash('payment', payment).toString('hex');
  const disbursement = connection.get<object>(
    `SELECT ${DISBURSEMENT_ROW} FROM disbursements t WHERE t.disbursement_reference = ?`,
    eventId,
  );
  return disbursement === undefined ? null : factHash('disbursement', disbursement).toString('hex');
}
