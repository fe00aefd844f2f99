import { CORRECTION_FACT_FIELDS } from '../correction-fact-fields.ts';
import type {
  PaymentReversalRecord,
  RefundRecord,
  UndrawnCancellationRecord,
  WriteOffRecord,
  WriteOffReversalRecord,
} from '../correction-records.ts';
import type { LoanDossier } from '../port.ts';
import { selectList } from './columns.ts';
import type { Connection } from './connection.ts';

const REVERSAL = selectList('t', CORRECTION_FACT_FIELDS.payment_reversal);
const WRITE_OFF = selectList('t', CORRECTION_FACT_FIELDS.write_off);
const WRITE_OFF_REVERSAL = selectList('t', CORRECTION_FACT_FIELDS.write_off_reversal);
const REFUND = selectList('t', CORRECTION_FACT_FIELDS.refund);
const UNDRAWN = selectList('t', CORRECTION_FACT_FIELDS.undrawn_cancellation);

/** What was taken back, written off, paid out again and given up of one loan. */
export interface LoanCorrections extends Pick<LoanDossier, 'writeOffs' | 'refunds' | 'undrawnCancellations'> {
  readonly reversals: ReadonlyMap<string, PaymentReversalRecord>;
}

/** Of each loan, a function from its id. */
export function correctionsOfLoans(
  connection: Connection,
  loanIds: readonly string[],
): (loanId: string) => LoanCorrections {
  const ids = JSON.stringify(loanIds);
  const rowsOf = <Row>(columns: string, table: string, order: string): Row[] =>
    connection.all<Row>(
      `SELECT ${columns} FROM ${table} t WHERE t.loan_id IN (SELECT value FROM json_each(?))
       ORDER BY t.loan_id, t.${order}`,
      ids,
    );
  const reversals = rowsOf<PaymentReversalRecord>(REVERSAL, 'payment_reversals', 'payment_id');
  const writeOffs = rowsOf<WriteOffRecord>(WRITE_OFF, 'write_offs', 'number');
  const undone = rowsOf<WriteOffReversalRecord>(WRITE_OFF_REVERSAL, 'write_off_reversals', 'write_off_id');
  const undoneOf = new Map(undone.map((row) => [row.writeOffId, row]));
  const reversalsOf = Map.groupBy(reversals, (row) => row.loanId);
  const writeOffsOf = Map.groupBy(writeOffs, (row) => row.loanId);
  const refundsOf = Map.groupBy(
    rowsOf<RefundRecord>(REFUND, 'refunds', 'booking_order'),
    (row) => row.loanId,
  );
  const undrawnOf = Map.groupBy(
    rowsOf<UndrawnCancellationRecord>(UNDRAWN, 'undrawn_cancellations', 'number'),
    (row) => row.loanId,
  );
  return (loanId) => ({
    reversals: new Map(reversalsOf.get(loanId)?.map((row) => [row.paymentId, row])),
    writeOffs: (writeOffsOf.get(loanId) ?? []).map((row) => ({
      ...row,
      reversal: undoneOf.get(row.writeOffId) ?? null,
    })),
    refunds: refundsOf.get(loanId) ?? [],
    undrawnCancellations: undrawnOf.get(loanId) ?? [],
  });
}
