import { foldForSearch } from '../../domain/search-folding.ts';
import type { Page, PageRequest } from '../port.ts';
import type { PaymentFilter, PaymentTotal } from '../report-port.ts';
import { condition, listPage, whereAll } from './list-page.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Sums are taken in two parts: one of many large amounts may pass what the engine's whole numbers hold. */
const PART = 1_000_000;
const REVERSED = `EXISTS (SELECT 1 FROM payment_reversals r
  WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id)`;

/** Payments of all loans, a page at a time. */
export function pageOfPayments(
  connection: SqlConnection,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<Page<{ loanId: string; paymentId: string }>> {
  return listPage(
    connection,
    {
      columns: 'p.loan_id AS "loanId", p.payment_id AS "paymentId"',
      from: 'payments p',
      orderBy: 'p.payment_date DESC, p.booked_at DESC, p.loan_id, p.booking_order DESC',
    },
    conditionsOf(filter),
    page,
  );
}

/** What the payments come to, by method and by whether they stand. */
export async function paymentTotals(
  connection: SqlConnection,
  filter: PaymentFilter,
): Promise<PaymentTotal[]> {
  const { dialect } = connection;
  const conditions = conditionsOf(filter);
  const rows = await connection.all<{
    method: string;
    reversed: number;
    payments: number;
    whole: number;
    rest: number;
  }>(
    `SELECT p.method, p.reversed, count(*) AS payments,
       CAST(sum(p.amount_piastres / ${PART}) AS bigint) AS whole,
       CAST(sum(p.amount_piastres % ${PART}) AS bigint) AS rest
     FROM (SELECT p.method, p.amount_piastres, ${dialect.asNumber(REVERSED)} AS reversed
       FROM payments p${whereAll(conditions, dialect)}) p
     GROUP BY p.method, p.reversed ORDER BY p.method, p.reversed`,
    ...conditions.flatMap((c) => c.values),
  );
  return rows.map(({ method, reversed, payments, whole, rest }) => ({
    method,
    isReversed: reversed === 1,
    payments,
    amountPiastres: BigInt(whole) * BigInt(PART) + BigInt(rest),
  }));
}

function conditionsOf(filter: PaymentFilter) {
  const equals = (column: string, value: unknown) => condition(value !== undefined, `${column} = ?`, value);
  const search = foldForSearch(filter.search ?? '');
  return [
    ...condition(filter.paidFrom !== undefined, 'p.payment_date >= ?', filter.paidFrom),
    ...condition(filter.paidTo !== undefined, 'p.payment_date <= ?', filter.paidTo),
    ...condition(filter.bookedFrom !== undefined, 'p.booked_at >= ?', filter.bookedFrom),
    ...condition(filter.bookedTo !== undefined, 'p.booked_at <= ?', filter.bookedTo),
    ...equals('p.amount_piastres', filter.amountPiastres),
    ...equals('p.payment_reference', filter.reference),
    ...equals('p.method', filter.method),
    ...equals('p.batch_id', filter.batchId),
    ...condition(
      filter.search !== undefined,
      ({ contains }) =>
        ['p.payment_id', 'p.loan_id', 'p.payment_reference']
          .map((id) => contains(`lower(${id})`))
          .join(' OR '),
      search,
      search,
      search,
    ),
  ];
}
