import Database from 'better-sqlite3';
import type { PaymentRows } from './bare-fastify.ts';

/** The rows of each payment a service booked in a ledger, in the order of their sealing; a line of JSON for each. */
export function paymentRowsOf(ledger: string): string {
  return `${rowsOf(ledger).map(asLine).join('\n')}\n`;
}

function rowsOf(ledger: string): PaymentRows[] {
  const db = new Database(ledger, { readonly: true });
  try {
    const all = (sql: string, ...values: unknown[]) =>
      db
        .prepare(sql)
        .raw()
        .all(...values) as unknown[][];
    const first = db
      .prepare(`SELECT min(number) FROM audit WHERE action = 'payments.create' AND channel = 'http'`)
      .pluck()
      .get() as number;
    const audits = db
      .prepare(`SELECT number, json_extract(after_json, '$.payment_id') AS payment, after_json AS answer
        FROM audit WHERE number >= ? AND action = 'payments.create' ORDER BY number`)
      .all(first) as { number: number; payment: string; answer: string }[];
    return audits.map(({ number, payment, answer }) => {
      const [entry] = all('SELECT * FROM journal_entries WHERE event_id = ?', payment);
      const [loan, at] = entry as [unknown, unknown];
      const rows = [
        ...all('SELECT * FROM payments WHERE payment_id = ?', payment).map(
          (row) => ['payments', row] as const,
        ),
        ['journal_entries', entry as unknown[]] as const,
        ...all('SELECT * FROM postings WHERE loan_id = ? AND entry_number = ?', loan, at).map(
          (row) => ['postings', row] as const,
        ),
        ...all(`SELECT * FROM seals WHERE kind = 'entry' AND loan_id = ? AND number = ?`, loan, at).map(
          (row) => ['seals', row] as const,
        ),
        ...all('SELECT * FROM audit WHERE number = ?', number).map((row) => ['audit', row] as const),
        ...all(`SELECT * FROM seals WHERE kind = 'audit' AND number = ?`, number).map(
          (row) => ['seals', row] as const,
        ),
      ];
      return { rows, answer: JSON.parse(answer) };
    });
  } finally {
    db.close();
  }
}

function asLine(payment: PaymentRows): string {
  const rows = payment.rows.map(([table, values]) => [
    table,
    values.map((value) =>
      value instanceof Uint8Array ? `base64:${Buffer.from(value).toString('base64')}` : value,
    ),
  ]);
  return JSON.stringify({ rows, answer: payment.answer });
}
