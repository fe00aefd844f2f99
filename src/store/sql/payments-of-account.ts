import type { PaymentsOfAccount } from '../receipt-port.ts';
import { query } from './dialect.ts';
import type { Answer, SqlConnection } from './sql-connection.ts';

// In the order of their index, so that the newest are found without looking at the others. Which account a batch is of,
// its statements say: there are few of them, where it may have a hundred thousand rows.
const STANDING = query(
  (d) => `SELECT p.loan_id AS "loanId", p.payment_id AS "paymentId" FROM payments p
  WHERE p.amount_piastres = ${d.bound} AND p.payment_date >= ? AND p.payment_date <= ?
    AND ? IN (SELECT s.account FROM bank_statements s WHERE s.batch_id = p.batch_id)
    AND NOT EXISTS (SELECT 1 FROM payment_reversals v WHERE v.loan_id = p.loan_id AND v.payment_id = p.payment_id)
  ORDER BY p.payment_date DESC, p.booked_at DESC, p.loan_id, p.booking_order DESC ${d.page}`,
);

/** Standing payments that came by imports of a bank's account, newest first. */
export function paymentsOfAccount(
  connection: SqlConnection,
  { account, amountPiastres, from, to }: PaymentsOfAccount,
  limit: number,
): Answer<{ loanId: string; paymentId: string }[]> {
  return connection.all<{ loanId: string; paymentId: string }>(
    STANDING,
    amountPiastres,
    from,
    to,
    account,
    limit,
    0,
  );
}
