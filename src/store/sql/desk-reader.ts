import { type CalendarDate, datePartsOf, fromDayNumber, toDayNumber } from '../../domain/dates.ts';
import type { DeskReader } from '../desk-port.ts';
import { query } from './dialect.ts';
import { isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';
import { waitingSum } from './waiting-sum.ts';

// Added up in one go: looking for the payouts of each loan takes three times as long.
const NOT_FULLY_PAID_OUT = `SELECT m.loan_id AS "loanId" FROM (
    SELECT l.loan_id, l.approved_amount_piastres AS amount FROM loans l
      WHERE NOT EXISTS (SELECT 1 FROM loan_closures c WHERE c.loan_id = l.loan_id)
    UNION ALL SELECT d.loan_id, -d.amount_piastres FROM disbursements d
      WHERE NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
        WHERE o.disbursement_reference = d.disbursement_reference AND o.outcome = 'failed')
    UNION ALL SELECT u.loan_id, -u.amount_piastres FROM undrawn_cancellations u
  ) m GROUP BY m.loan_id HAVING sum(m.amount) > 0`;
/** Months since the year 0 that a date is in. */
const monthNumberOf = (date: string) =>
  `CAST(substr(${date}, 1, 4) AS bigint) * 12 + CAST(substr(${date}, 6, 2) AS bigint)`;
const PERHAPS_DUE = query(
  (d) => `SELECT v.loan_id AS "loanId" FROM (
      SELECT loan_id, disbursement_date AS date FROM disbursements
        WHERE settlement = 'automatic' AND ${isAmong('substr(disbursement_date, 9, 2)', d)}
      UNION ALL SELECT loan_id, date FROM disbursement_outcomes
        WHERE outcome = 'completed' AND ${isAmong('substr(date, 9, 2)', d)}
    ) v JOIN loans l ON l.loan_id = v.loan_id
    WHERE ${monthNumberOf('v.date')} + l.term_months >= ?`,
);

/** Reads for the day's work. */
export function deskReader(connection: SqlConnection): DeskReader['desk'] {
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
      (await connection.all<{ loanId: string }>(NOT_FULLY_PAID_OUT)).map(({ loanId }) => loanId),
    perhapsDueOn: async (dates) => perhapsDueOn(connection, dates),
    lastVerification: async () =>
      (await connection.get<{ at: string; actor: string; notedJson: string }>(
        `SELECT at, actor, asked_json AS "notedJson" FROM audit_reads
         WHERE action = 'ledger.verify' ORDER BY number DESC LIMIT 1`,
      )) ?? null,
  };
}

/** Loans that ended in a month before the first of the dates are not looked at. */
async function perhapsDueOn(
  connection: SqlConnection,
  dates: readonly CalendarDate[],
): Promise<readonly string[]> {
  const [first] = dates.toSorted();
  if (first === undefined) return [];
  const days = JSON.stringify([...new Set(dates.flatMap(startDaysOf))]);
  const { year, month } = datePartsOf(first);
  const rows = await connection.all<{ loanId: string }>(PERHAPS_DUE, days, days, year * 12 + month);
  return [...new Set(rows.map(({ loanId }) => loanId))];
}

/** Days of the month, two digits, whose months end on or come to a date. */
function startDaysOf(date: CalendarDate): string[] {
  const { day } = datePartsOf(date);
  const isLast = datePartsOf(fromDayNumber(toDayNumber(date) + 1)).day === 1;
  const days = isLast ? Array.from({ length: 32 - day }, (_, more) => day + more) : [day];
  return days.map((one) => String(one).padStart(2, '0'));
}
