import { Client } from 'pg';
import type { RawPayment } from './raw-postgres.ts';

type Row = readonly (string | null)[];

/** The rows of each payment services booked in a database, in the order of their sealing; a line of JSON for each. */
export async function rawPaymentsOf(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    // All as text, as it is sent again.
    types: { getTypeParser: () => (text: string) => text },
  });
  await client.connect();
  const keyed = async (key: string, from: string): Promise<Map<string, Row[]>> => {
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${key}, t.* FROM ${from}`,
      rowMode: 'array',
    });
    const groups = Map.groupBy(rows, ([first]) => first as string);
    return new Map([...groups].map(([id, many]) => [id, many.map((row) => row.slice(1))]));
  };
  try {
    const numberOf = "e.loan_id || '/' || e.entry_number";
    const byHttp = `(SELECT a.*, CAST(a.after_json AS json) ->> 'payment_id' AS payment FROM audit a
      WHERE a.action = 'payments.create' AND a.channel = 'http')`;
    const order = await client.query<{ payment: string; audit: string; loan: string; entry: string }>(
      `SELECT a.payment, a.number AS audit, e.loan_id AS loan, ${numberOf} AS entry
       FROM ${byHttp} a JOIN journal_entries e ON e.event_id = a.payment ORDER BY a.number`,
    );
    const payments = await keyed('t.payment_id', 'payments t');
    const entries = await keyed(numberOf.replaceAll('e.', 't.'), 'journal_entries t');
    const postings = await keyed(numberOf.replaceAll('e.', 't.'), 'postings t');
    const audits = await keyed('t.number', 'audit t');
    const entrySeals = await keyed("t.loan_id || '/' || t.number", "seals t WHERE t.kind = 'entry'");
    const auditSeals = await keyed('t.number', "seals t WHERE t.kind = 'audit'");
    const named = (table: string, rows: readonly Row[] = []) => rows.map((row) => [table, row] as const);
    const lines = order.rows.map(({ payment, audit, loan, entry }): RawPayment => {
      const seals = [...(entrySeals.get(entry) ?? []), ...(auditSeals.get(audit) ?? [])];
      return {
        loanId: loan,
        rows: [
          ...named('payments', payments.get(payment)),
          ...named('journal_entries', entries.get(entry)),
          ...named('postings', postings.get(entry)),
          ...named('audit', audits.get(audit)),
          ...named('seals', seals),
        ],
      };
    });
    return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  } finally {
    await client.end();
  }
}
