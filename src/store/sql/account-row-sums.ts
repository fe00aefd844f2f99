import type { CalendarDate } from '../../domain/dates.ts';
import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import type { AccountRowSum } from '../receipt-port.ts';
import type { SqlConnection } from './sql-connection.ts';

type Counted = Omit<AccountRowSum, 'sum'> & { readonly amount: string };

/** Sums of a bank's account's rows; the engine counts equal amounts and they are added here, exactly. */
export function accountRowSums(
  connection: SqlConnection,
  account: string,
  from: CalendarDate,
  to: CalendarDate,
): Promise<AccountRowSum[]> {
  return rowSums(connection, '', [account, from, to]);
}

/** The same of the rows whose payments were taken back since. */
export function reversedRowSums(
  connection: SqlConnection,
  account: string,
  from: CalendarDate,
  to: CalendarDate,
): Promise<AccountRowSum[]> {
  const taken = `JOIN payments p ON p.payment_id = r.payment_id
     JOIN payment_reversals t ON t.loan_id = p.loan_id AND t.payment_id = p.payment_id`;
  return rowSums(connection, taken, [account, from, to]);
}

async function rowSums(
  connection: SqlConnection,
  join: string,
  window: readonly string[],
): Promise<AccountRowSum[]> {
  const sums: { of: Counted; count: number; units: bigint }[] = [];
  const add = (row: Counted): void => {
    let sum = sums.at(-1);
    if (sum === undefined || !isCountedWith(row, sum.of)) {
      sum = { of: row, count: 0, units: 0n };
      sums.push(sum);
    }
    sum.count += row.count;
    sum.units += unitsOf(row.amount) * BigInt(row.count);
  };
  await connection.visit(
    `SELECT r.batch_id AS "batchId", r.date, r.currency, r.direction, r.outcome, r.amount, count(*) AS count
     FROM batch_rows r ${join}
     WHERE r.account = ? AND r.date BETWEEN ? AND ?
       AND NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = r.batch_id)
     GROUP BY r.batch_id, r.date, r.currency, r.direction, r.outcome, r.amount
     ORDER BY r.date, r.batch_id, r.currency, r.direction, r.outcome`,
    window,
    add,
  );
  return sums.map(({ of: { amount: _, ...of }, count, units }) => ({
    ...of,
    count,
    sum: textOfUnits(units),
  }));
}

function isCountedWith(row: Counted, sum: Counted): boolean {
  return (
    row.batchId === sum.batchId &&
    row.date === sum.date &&
    row.currency === sum.currency &&
    row.direction === sum.direction &&
    row.outcome === sum.outcome
  );
}
