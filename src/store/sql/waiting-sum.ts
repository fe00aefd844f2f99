import type { CalendarDate } from '../../domain/dates.ts';
import type { WaitingSum } from '../desk-port.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Sums are taken in two parts: one of many large amounts may pass what the engine's whole numbers hold. */
const PART = 1_000_000;

/** How many rows `FROM rest` answers, what their `amount` comes to and the first `day` of any; `values` are bound in `rest`. */
export async function waitingSum(
  connection: SqlConnection,
  amount: string,
  day: string,
  rest: string,
  ...values: readonly unknown[]
): Promise<WaitingSum> {
  const sumOf = (part: string) => `CAST(coalesce(sum(${amount} ${part}), 0) AS bigint)`;
  const row = await connection.get<{
    count: number;
    whole: number;
    rest: number;
    oldest: CalendarDate | null;
  }>(
    `SELECT count(*) AS count, ${sumOf(`/ ${PART}`)} AS whole, ${sumOf(`% ${PART}`)} AS rest, min(${day}) AS oldest
     FROM ${rest}`,
    ...values,
  );
  if (row === undefined) throw new Error('a count without a row');
  const sumPiastres = BigInt(row.whole) * BigInt(PART) + BigInt(row.rest);
  return { count: row.count, sumPiastres, oldest: row.oldest };
}
