import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { canonicalPart } from '../../src/commands/payment-files/canonical-parts.ts';
import type { OperationInput, OperationOutput } from '../../src/contract/operation-types.ts';
import { openStatementFile } from '../../src/ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../../src/ingest/statements/statement-options.ts';
import type { Desk } from './desk.ts';

export type BatchInput = OperationInput<'payment_batches.plan'>;
type Answer = OperationOutput<'payment_batches.plan'>;
type EachOf<Many> = Many extends Iterable<infer Each> ? Each : never;

/** What is answered, with its rows in hand. */
export type BatchPlan = Answer & { readonly rows: readonly EachOf<Answer['rows']>[] };

export interface ToldOfFile extends Partial<BatchInput['file']> {
  /** How the file is to be read. */
  readonly read?: StatementFileOptions;
}

/** A file as the command reads it and sends it. */
export async function batchInput(
  content: string | Uint8Array,
  { read = {}, ...told }: ToldOfFile = {},
): Promise<BatchInput> {
  const bytes = Buffer.from(content as Uint8Array);
  const file = await openStatementFile('-', Readable.from([bytes]), read);
  const parts: EachOf<BatchInput['parts']>[] = [];
  for await (const some of file.parts())
    for (const part of some) parts.push(...[canonicalPart(part) ?? []].flat());
  return {
    file: {
      digest: createHash('sha256').update(bytes).digest('hex'),
      source_format: file.format,
      file_name: 'file.txt',
      source_name: file.profile,
      method: 'manual_transfer',
      use_value_date: false,
      strict_balances: false,
      strict_sequence: false,
      expect_count: null,
      expect_total: null,
      on_error: 'stop',
      has_account: !file.staff,
      ...(file.ofRejected ? { of_rejected: true } : {}),
      ...told,
    },
    parts,
  };
}

/** What a file comes to, as a dry run: nothing is kept of it. */
export async function planned(desk: Desk, text: string, told: ToldOfFile = {}): Promise<BatchPlan> {
  return withRows(await desk.done('payment_batches.plan', await batchInput(text, told), { dryRun: true }));
}

/** An answer with its rows in hand: they are made as they are gone through, and later say what came of them later. */
function withRows(answer: Answer): BatchPlan {
  return { ...answer, rows: [...answer.rows] };
}

/** Plans a file and posts it, if there is anything to post. */
export async function imported(desk: Desk, text: string, told: ToldOfFile = {}): Promise<BatchPlan> {
  const plan = await desk.done('payment_batches.plan', await batchInput(text, told));
  if (plan.batch_id === null) return withRows(plan);
  const { batch_id, plan_digest } = plan;
  return withRows(await desk.done('payment_batches.post', { batch_id, plan_digest }));
}

/** How many rows came to what, such as `{ post: 2, held: 1 }`; what is none is left out. */
export function counted({ outcomes }: BatchPlan): Record<string, number> {
  const counts = Object.entries(outcomes).map(([outcome, sums]) => [
    outcome,
    (sums as { count: number }[]).reduce((all, { count }) => all + count, 0),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** Rows of our own columns: loan, amount, date, reference. */
export function ownCsv(...rows: readonly (readonly [string, string, string, string?])[]): string {
  const lines = rows.map(([loan, amount, date, reference = '']) => `${loan},${amount},${date},${reference}`);
  return ['loan_id,payment_amount,payment_date,payment_reference', ...lines, ''].join('\n');
}
