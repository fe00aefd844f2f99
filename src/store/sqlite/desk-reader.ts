import { type CalendarDate, datePartsOf, fromDayNumber, toDayNumber } from '../../domain/dates.ts';
import type { DeskReader, WaitingSum } from '../desk-port.ts';
import type { Connection } from './connection.ts';

/** Sums are taken in two parts: one of many large amounts may pass what the engine's whole numbers hold. */
const PART = 1_000_000;
const FAILED = `SELECT disbursement_reference FROM disbursement_outcomes WHERE outcome = 'failed'`;

/** Reads for the day's work. */
export function deskReader(connection: Connection): DeskReader['desk'] {
  return {
    undecided: async () =>
      waitingSum(
        connection,
        'requested_amount_piastres',
        'created_on',
        "applications WHERE status IN ('submitted', 'pending_review')",
      ),
    pendingDisbursements: async (today) =>
      waitingSum(
        connection,
        'd.amount_piastres',
        'd.disbursement_date',
        `disbursements d WHERE (d.settlement = 'manual' OR d.disbursement_date > ?)
           AND NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
             WHERE o.disbursement_reference = d.disbursement_reference)`,
        today,
      ),
    notFullyPaidOut: async () =>
      connection
        .all<{ loanId: string }>(
          // Added up in one go: looking for the payouts of each loan takes three times as long.
          `SELECT loan_id AS loanId FROM (
             SELECT loan_id, approved_amount_piastres AS amount FROM loans
               WHERE loan_id NOT IN (SELECT loan_id FROM loan_closures)
             UNION ALL SELECT loan_id, -amount_piastres FROM disbursements
               WHERE disbursement_reference NOT IN (${FAILED})
             UNION ALL SELECT loan_id, -amount_piastres FROM undrawn_cancellations
           ) GROUP BY loan_id HAVING sum(amount) > 0`,
        )
        .map(({ loanId }) => loanId),
    perhapsDueOn: async (dates) => perhapsDueOn(connection, dates),
    lastVerification: async () =>
      connection.get<{ at: string; actor: string; notedJson: string }>(
        `SELECT at, actor, asked_json AS notedJson FROM audit_reads
         WHERE action = 'ledger.verify' ORDER BY number DESC LIMIT 1`,
      ) ?? null,
  };
}

function waitingSum(
  connection: Connection,
  amount: string,
  day: string,
  rest: string,
  ...values: readonly unknown[]
): WaitingSum {
  const row = connection.get<{ count: number; whole: number; rest: number; oldest: CalendarDate | null }>(
    `SELECT count(*) AS count, ifnull(sum(${amount} / ${PART}), 0) AS whole,
       ifnull(sum(${amount} % ${PART}), 0) AS rest, min(${day}) AS oldest FROM ${rest}`,
    ...values,
  );
  if (row === undefined) throw new Error('a count without a row');
  const sumPiastres = BigInt(row.whole) * BigInt(PART) + BigInt(row.rest);
  return { count: row.count, sumPiastres, oldest: row.oldest };
}

/** Loans that ended before the first of the dates are not looked at: SQLite's months never end too early. */
function perhapsDueOn(connection: Connection, dates: readonly CalendarDate[]): readonly string[] {
  const [first = ''] = dates.toSorted();
  const days = JSON.stringify([...new Set(dates.flatMap(startDaysOf))]);
  const rows = connection.all<{ loanId: string }>(
    `SELECT v.loan_id AS loanId FROM (
       SELECT loan_id, disbursement_date AS date FROM disbursements
         WHERE settlement = 'automatic' AND substr(disbursement_date, 9, 2) IN (SELECT value FROM json_each(?))
       UNION ALL SELECT loan_id, date FROM disbursement_outcomes
         WHERE outcome = 'completed' AND substr(date, 9, 2) IN (SELECT value FROM json_each(?))
     ) v JOIN loans l ON l.loan_id = v.loan_id
     WHERE date(v.date, '+' || l.term_months || ' months') >= ?`,
    days,
    days,
    first,
  );
  return [...new Set(rows.map(({ loanId }) => loanId))];
}

/** Days of the month, two digits, whose months end on or come to a date. */
function startDaysOf(date: CalendarDate): string[] {
  const { day } = datePartsOf(date);
  const isLast = datePartsOf(fromDayNumber(toDayNumber(date) + 1)).day === 1;
  const days = isLast ? Array.from({ length: 32 - day }, (_, more) => day + more) : [day];
  return days.map((one) => String(one).padStart(2, '0'));
}
