import type { CalendarDate } from '../../domain/dates.ts';
import type { PaymentFact, RefundFact, WriteOffFact } from '../../domain/loan-facts.ts';
import type { Piastres } from '../../domain/money.ts';
import type {
  DisbursementOutcomeRecord,
  DisbursementRecord,
  LoanClosureRecord,
  LoanRecord,
} from '../records.ts';
import type { BookedLoan, BookOptions, Horizon } from '../report-port.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { accountIdOf } from './account-ids.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { DISBURSEMENT } from './disbursement-rows.ts';
import { LOAN } from './loan-reader.ts';
import { isAmong } from './rows-of-ids.ts';
import { servicingRulesIn } from './servicing-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Large enough that statements cost nothing beside rows, small enough to fit into caches. */
const LOANS_A_PAGE = 1_000;
/** After every instant there is. */
export const FOR_EVER = '9999-12-31T23:59:59.999Z';

const PRINCIPAL = accountIdOf('loan principal');
const CLOSURE = selectList('c', FACT_FIELDS.closure);
const OUTCOME = selectList('o', FACT_FIELDS.outcome);
const LOANS_AFTER = query(
  (d) => `SELECT ${LOAN} FROM loans l WHERE l.loan_id > ${d.bound} ORDER BY l.loan_id LIMIT ${LOANS_A_PAGE}`,
);

/** Loans of a page: a test of a column of loan ids, and the values it binds. */
interface Which {
  is(column: string): string;
  readonly values: readonly string[];
}

/**
 * Every loan known by a time, or those of them with one of the ids, with the facts known then, in order of ids.
 * Payments come as one text a loan, which the engine puts together four times as fast as it hands over rows.
 */
export async function visitBook(
  connection: SqlConnection,
  { asOf, knownAt }: Horizon,
  visit: (loan: BookedLoan) => void,
  { only, withPrincipal = false }: BookOptions,
): Promise<void> {
  const until = knownAt ?? FOR_EVER;
  const rules = await servicingRulesIn(connection, knownAt);
  // Only where small rests are released does it matter what was asked for as payoff.
  const releases = rules !== null && rules.smallBalances.length > 0;
  const pages = only === undefined ? everyPage(connection) : pagesOf(connection, only);
  for await (const [loans, which] of pages) {
    const closures = await closuresOf(connection, which, until);
    const disbursements = await disbursementsOf(connection, which, until);
    const payments = await paymentsOf(connection, which, asOf, until);
    const payoffs = releases ? await payoffsOf(connection, which) : NO_PAYOFFS;
    const principal = withPrincipal ? await principalOf(connection, which, asOf, until) : null;
    const correctionsOf = await correctionsKnownAt(connection, which, until);
    for (const loan of loans) {
      if (loan.createdAt > until) continue;
      visit({
        loan,
        closure: closures.get(loan.loanId) ?? null,
        disbursements: disbursements.get(loan.loanId) ?? [],
        payments: paymentFacts(payments.get(loan.loanId), payoffs.get(loan.loanId)),
        ...correctionsOf(loan.loanId),
        rules,
        principalPostedPiastres: principal === null ? null : (principal.get(loan.loanId) ?? 0),
      });
    }
  }
}

type LoanPage = readonly [loans: readonly LoanRecord[], which: Which];

/** The tables are clustered or indexed by loan, so that a page of neighbours is a range of each. */
async function* everyPage(connection: SqlConnection): AsyncGenerator<LoanPage> {
  for (let after = ''; ; ) {
    const loans = await connection.all<LoanRecord>(LOANS_AFTER, after);
    if (loans.length === 0) return;
    after = loans.at(-1)?.loanId as string;
    const values = [loans[0]?.loanId as string, after];
    yield [loans, { is: (column) => `${column} BETWEEN ? AND ?`, values }];
  }
}

async function* pagesOf(connection: SqlConnection, ids: readonly string[]): AsyncGenerator<LoanPage> {
  const inOrder = ids.toSorted();
  for (let from = 0; from < inOrder.length; from += LOANS_A_PAGE) {
    const which: Which = {
      is: (column) => isAmong(column, connection.dialect),
      values: [JSON.stringify(inOrder.slice(from, from + LOANS_A_PAGE))],
    };
    const loans = await connection.all<LoanRecord>(
      `SELECT ${LOAN} FROM loans l WHERE ${which.is('l.loan_id')} ORDER BY l.loan_id`,
      ...which.values,
    );
    yield [loans, which];
  }
}

async function closuresOf(
  connection: SqlConnection,
  which: Which,
  until: string,
): Promise<ReadonlyMap<string, LoanClosureRecord>> {
  const rows = await connection.all<LoanClosureRecord>(
    `SELECT ${CLOSURE} FROM loan_closures c WHERE ${which.is('c.loan_id')} AND c.closed_at <= ?`,
    ...which.values,
    until,
  );
  return new Map(rows.map((row) => [row.loanId, row]));
}

type Disbursement = BookedLoan['disbursements'][number];

async function disbursementsOf(
  connection: SqlConnection,
  which: Which,
  until: string,
): Promise<ReadonlyMap<string, readonly Disbursement[]>> {
  const outcomes = await connection.all<DisbursementOutcomeRecord>(
    // Failed comes after completed and is the last word.
    `SELECT ${OUTCOME} FROM disbursements d
     JOIN disbursement_outcomes o ON o.disbursement_reference = d.disbursement_reference
     WHERE ${which.is('d.loan_id')} AND o.decided_at <= ? ORDER BY o.outcome`,
    ...which.values,
    until,
  );
  const outcomeOf = new Map(outcomes.map((row) => [row.disbursementReference, row]));
  const rows = await connection.all<DisbursementRecord>(
    `SELECT ${DISBURSEMENT} FROM disbursements d
     WHERE ${which.is('d.loan_id')} AND d.registered_at <= ? ORDER BY d.loan_id, d.number`,
    ...which.values,
    until,
  );
  const found = new Map<string, Disbursement[]>();
  for (const row of rows) {
    const disbursement = { ...row, outcome: outcomeOf.get(row.disbursementReference) ?? null };
    const others = found.get(row.loanId);
    if (others === undefined) found.set(row.loanId, [disbursement]);
    else others.push(disbursement);
  }
  return found;
}

/** The loan's payments in one text: `date order amount;` each. */
async function paymentsOf(
  connection: SqlConnection,
  which: Which,
  asOf: CalendarDate,
  until: string,
): Promise<ReadonlyMap<string, string>> {
  const reversed = await connection.get(
    `SELECT 1 FROM payment_reversals WHERE ${which.is('loan_id')} AND reversed_at <= ? LIMIT 1`,
    ...which.values,
    until,
  );
  // Looked for a payment at a time only where there are any.
  const standing =
    reversed === undefined
      ? ''
      : `AND NOT EXISTS (SELECT 1 FROM payment_reversals r
           WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id AND r.reversed_at <= ?)`;
  const rows = await connection.all<{ loanId: string; packed: string }>(
    `SELECT p.loan_id AS "loanId",
       ${connection.dialect.joined("p.payment_date || ' ' || p.booking_order || ' ' || p.amount_piastres", ';')} AS packed
     FROM payments p
     WHERE ${which.is('p.loan_id')} AND p.payment_date <= ? AND p.booked_at <= ? ${standing}
     GROUP BY p.loan_id`,
    ...which.values,
    asOf,
    until,
    ...(reversed === undefined ? [] : [until]),
  );
  return new Map(rows.map((row) => [row.loanId, row.packed]));
}

const NO_PAYOFFS: ReadonlyMap<string, ReadonlySet<number>> = new Map();

/** The booking orders of payments asked for as what settles their loan. */
async function payoffsOf(
  connection: SqlConnection,
  which: Which,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await connection.all<{ loanId: string; order: number }>(
    `SELECT f.loan_id AS "loanId", p.booking_order AS "order"
     FROM payment_payoffs f JOIN payments p ON p.loan_id = f.loan_id AND p.payment_id = f.payment_id
     WHERE ${which.is('f.loan_id')}`,
    ...which.values,
  );
  const ofLoan = Map.groupBy(rows, (row) => row.loanId);
  return new Map([...ofLoan].map(([loanId, some]) => [loanId, new Set(some.map(({ order }) => order))]));
}

/** Takes the text of `paymentsOf` apart; a report has no use for the payments' ids. */
function paymentFacts(packed: string | undefined, payoffs: ReadonlySet<number> | undefined): PaymentFact[] {
  if (packed === undefined) return [];
  return packed.split(';').map((text) => {
    const blank = text.indexOf(' ', DATE_LENGTH + 1);
    const order = Number(text.slice(DATE_LENGTH + 1, blank));
    return {
      paymentId: '',
      paymentDate: text.slice(0, DATE_LENGTH) as CalendarDate,
      order,
      amountPiastres: Number(text.slice(blank + 1)) as Piastres,
      reversal: null,
      ...(payoffs?.has(order) === true ? { asPayoff: true } : {}),
    };
  });
}

const DATE_LENGTH = 10;

type Corrections = Pick<BookedLoan, 'writeOffs' | 'refunds' | 'undrawnCancellations'>;

/** What was written off and not taken back, refunded and given up by a time. Nearly no loan has any. */
async function correctionsKnownAt(
  connection: SqlConnection,
  which: Which,
  until: string,
): Promise<(loanId: string) => Corrections> {
  const rowsOf = async <Fact>(statement: string, ...more: string[]) =>
    Map.groupBy(
      await connection.all<Fact & { readonly loanId: string }>(statement, ...which.values, until, ...more),
      ({ loanId }) => loanId,
    );
  const writeOffs = await rowsOf<Omit<WriteOffFact, 'reversal'>>(
    `SELECT w.loan_id AS "loanId", w.write_off_id AS "writeOffId", w.written_off_on AS "writtenOffOn",
       w.booking_order AS "order"
     FROM write_offs w
     WHERE ${which.is('w.loan_id')} AND w.booked_at <= ? AND NOT EXISTS (
       SELECT 1 FROM write_off_reversals r WHERE r.write_off_id = w.write_off_id AND r.reversed_at <= ?)`,
    until,
  );
  const refunds = await rowsOf<RefundFact>(
    `SELECT f.loan_id AS "loanId", f.refund_id AS "refundId", f.refund_date AS "refundDate",
       f.amount_piastres AS "amountPiastres", f.booking_order AS "order"
     FROM refunds f WHERE ${which.is('f.loan_id')} AND f.booked_at <= ?`,
  );
  const undrawn = await rowsOf<{ readonly amountPiastres: Piastres }>(
    `SELECT u.loan_id AS "loanId", u.amount_piastres AS "amountPiastres"
     FROM undrawn_cancellations u WHERE ${which.is('u.loan_id')} AND u.cancelled_at <= ?`,
  );
  return (loanId) => ({
    writeOffs: (writeOffs.get(loanId) ?? []).map((row) => ({ ...row, reversal: null })),
    refunds: refunds.get(loanId) ?? [],
    undrawnCancellations: undrawn.get(loanId) ?? [],
  });
}

/**
 * What is posted to the loans' principal. All of it less what does not count yet, since looking at the entry of every
 * posting takes three times as long as adding the postings up.
 */
async function principalOf(
  connection: SqlConnection,
  which: Which,
  asOf: CalendarDate,
  until: string,
): Promise<ReadonlyMap<string, number>> {
  const posted = await connection.all<{ loanId: string; sum: number }>(
    `SELECT p.loan_id AS "loanId", CAST(sum(p.amount_piastres) AS bigint) AS sum FROM postings p
     WHERE ${which.is('p.loan_id')} AND p.account_id = ${PRINCIPAL} GROUP BY p.loan_id`,
    ...which.values,
  );
  const principal = new Map(posted.map((row) => [row.loanId, row.sum]));
  const later = await connection.all<{ loanId: string; sum: number }>(
    `SELECT e.loan_id AS "loanId", CAST(sum(p.amount_piastres) AS bigint) AS sum
     FROM journal_entries e
     JOIN postings p ON p.loan_id = e.loan_id AND p.entry_number = e.entry_number
     WHERE ${which.is('e.loan_id')} AND (e.value_date > ? OR e.booked_at > ?) AND p.account_id = ${PRINCIPAL}
     GROUP BY e.loan_id`,
    ...which.values,
    asOf,
    until,
  );
  for (const { loanId, sum } of later) principal.set(loanId, (principal.get(loanId) ?? 0) - sum);
  return principal;
}
