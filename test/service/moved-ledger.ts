import { exportLedger } from '../../src/service/moving/export-ledger.ts';
import { importLedger } from '../../src/service/moving/import-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import type { Desk } from './desk.ts';

/** The export of a ledger. */
export async function exported(ledger: Store): Promise<string> {
  const pieces: string[] = [];
  await ledger.read((tx) =>
    exportLedger(tx, async (text) => {
      pieces.push(text);
    }),
  );
  return pieces.join('');
}

async function* linesOf(text: string): AsyncGenerator<readonly string[]> {
  const lines = text.split('\n');
  yield lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Imports an export into a ledger, which must be empty. */
export async function importInto(ledger: Store, text: string) {
  return ledger.write((tx) => importLedger(tx, { source: 'book.jsonl', lines: linesOf(text) }));
}

/** What a person would look at: statements, reports and lists. */
export async function looked(desk: Desk): Promise<unknown> {
  const loans = await desk.done('loans.list', { size: 100 });
  const statements = [];
  for (const { loan_id } of loans.data) {
    const loan = { loan_id: loan_id as string };
    statements.push(await desk.done('loans.statement', loan), await desk.done('loans.explain', loan));
  }
  return {
    loans,
    statements,
    portfolio: await desk.done('reports.portfolio', {}),
    trialBalance: await desk.done('reports.trial_balance', {}),
    due: await desk.done('reports.due', {}),
    ageing: await desk.done('reports.ageing', {}),
    batches: await desk.done('payment_batches.list', {}),
    held: await desk.done('held_rows.list', {}),
    officers: await desk.done('officers.list', {}),
    summary: await desk.done('users.summary', { userId: 'u-2' }),
    sales: await desk.done('merchants.sales', { merchant_id: 'nile-1' }),
    events: await desk.done('events.list', {}),
    verified: await desk.done('ledger.verify', {}),
  };
}
