import { CORRECTION_FACT_FIELDS } from '../correction-fact-fields.ts';
import type {
  PaymentPayoffRecord,
  PaymentReversalRecord,
  RefundRecord,
  UndrawnCancellationRecord,
  WriteOffRecord,
  WriteOffReversalRecord,
} from '../correction-records.ts';
import type { LoanDossier } from '../port.ts';
import type { LoanClosureRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { allOfIds, type RowsOfIds, rowsOfIds } from './rows-of-ids.ts';
import type { Answer, SqlConnection } from './sql-connection.ts';

const TABLES = [
  'loan_closures',
  'payment_reversals',
  'payment_payoffs',
  'write_offs',
  'write_off_reversals',
  'refunds',
  'undrawn_cancellations',
];
const CLOSURES = corrections(FACT_FIELDS.closure, 'loan_closures', 'loan_id');
const REVERSALS = corrections(CORRECTION_FACT_FIELDS.payment_reversal, 'payment_reversals', 'payment_id');
const PAYOFFS = corrections(CORRECTION_FACT_FIELDS.payment_payoff, 'payment_payoffs', 'payment_id');
const WRITE_OFFS = corrections(CORRECTION_FACT_FIELDS.write_off, 'write_offs', 'number');
const WRITE_OFF_REVERSALS = corrections(
  CORRECTION_FACT_FIELDS.write_off_reversal,
  'write_off_reversals',
  'write_off_id',
);
const REFUNDS = corrections(CORRECTION_FACT_FIELDS.refund, 'refunds', 'booking_order');
const UNDRAWN = corrections(CORRECTION_FACT_FIELDS.undrawn_cancellation, 'undrawn_cancellations', 'number');
/** Whether a loan has any: nearly none does, and then one question answers all. */
const HAS_ANY = query(
  (d) =>
    `SELECT ${d.asNumber(TABLES.map((table) => `EXISTS (SELECT 1 FROM ${table} t WHERE t.loan_id = ?)`).join(' OR '))} AS found`,
);

function corrections(fields: readonly string[], table: string, order: string): RowsOfIds {
  return rowsOfIds(
    't.loan_id',
    (which) =>
      `SELECT ${selectList('t', fields)} FROM ${table} t WHERE ${which} ORDER BY t.loan_id, t.${order}`,
  );
}

/** What was taken back, written off, paid out again and given up of one loan, and how it was closed. */
export interface LoanCorrections
  extends Pick<LoanDossier, 'closure' | 'writeOffs' | 'refunds' | 'undrawnCancellations'> {
  readonly reversals: ReadonlyMap<string, PaymentReversalRecord>;
  /** Ids of the payments asked for as what settles the loan. */
  readonly payoffs: ReadonlySet<string>;
}

async function hasAny(connection: SqlConnection, loanId: string | undefined): Promise<boolean> {
  return (await connection.get<{ found: number }>(HAS_ANY, ...TABLES.map(() => loanId)))?.found !== 0;
}

/** Of each loan, a function from its id. */
export async function correctionsOfLoans(
  connection: SqlConnection,
  loanIds: readonly string[],
): Promise<(loanId: string) => LoanCorrections> {
  if (loanIds.length === 1 && !(await hasAny(connection, loanIds[0]))) {
    return () => ({
      closure: null,
      reversals: new Map(),
      payoffs: new Set(),
      writeOffs: [],
      refunds: [],
      undrawnCancellations: [],
    });
  }
  const rowsOf = <Row>(query: RowsOfIds): Answer<Row[]> => allOfIds<Row>(connection, query, loanIds);
  const [closures, reversals, payoffs, writeOffs, undone, refunds, undrawn] = await Promise.all([
    rowsOf<LoanClosureRecord>(CLOSURES),
    rowsOf<PaymentReversalRecord>(REVERSALS),
    rowsOf<PaymentPayoffRecord>(PAYOFFS),
    rowsOf<WriteOffRecord>(WRITE_OFFS),
    rowsOf<WriteOffReversalRecord>(WRITE_OFF_REVERSALS),
    rowsOf<RefundRecord>(REFUNDS),
    rowsOf<UndrawnCancellationRecord>(UNDRAWN),
  ]);
  const closureOf = new Map(closures.map((closure) => [closure.loanId, closure]));
  const undoneOf = new Map(undone.map((row) => [row.writeOffId, row]));
  const reversalsOf = Map.groupBy(reversals, (row) => row.loanId);
  const payoffsOf = Map.groupBy(payoffs, (row) => row.loanId);
  const writeOffsOf = Map.groupBy(writeOffs, (row) => row.loanId);
  const refundsOf = Map.groupBy(refunds, (row) => row.loanId);
  const undrawnOf = Map.groupBy(undrawn, (row) => row.loanId);
  return (loanId) => ({
    closure: closureOf.get(loanId) ?? null,
    payoffs: new Set(payoffsOf.get(loanId)?.map((row) => row.paymentId)),
    reversals: new Map(reversalsOf.get(loanId)?.map((row) => [row.paymentId, row])),
    writeOffs: (writeOffsOf.get(loanId) ?? []).map((row) => ({
      ...row,
      reversal: undoneOf.get(row.writeOffId) ?? null,
    })),
    refunds: refundsOf.get(loanId) ?? [],
    undrawnCancellations: undrawnOf.get(loanId) ?? [],
  });
}
