import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { OperationInput, OperationName, OperationOutput } from '../../src/contract/operation-types.ts';
import type { Outcome } from '../../src/contract/problem.ts';
import { type RejectedRow, rejectedRows } from '../../src/ingest/statements/rejected-rows.ts';
import { openStatementFile } from '../../src/ingest/statements/statement-files.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import type { Store } from '../../src/store/port.ts';
import { runningLoan } from '../service/bank-statements.ts';
import { Desk, OFFICER } from '../service/desk.ts';
import { type BatchPlan, batchInput } from '../service/payment-files.ts';
import { type Engine, openEmptyLedger, USUAL } from '../store/empty-ledger.ts';
import { openLedger, temporaryFolder } from '../store/temporary-ledger.ts';
import type { RenderedFile } from './rendered-file.ts';

const TODAY = '2026-04-30';
const LOANS = 6;

/** A desk with running loans, without the schemas every call is held against elsewhere: they take half the time. */
export class ModelDesk {
  readonly loans: readonly string[];
  readonly #desk: Desk;

  constructor(desk: Desk, loans: readonly string[]) {
    this.#desk = desk;
    this.loans = loans;
  }

  async call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Outcome<OperationOutput<Name>>> {
    const desk = this.#desk;
    const backend = localBackend({
      store: desk.store,
      nowMs: () => desk.nowMs(),
      randomBytes: (size) => desk.randomBytes(size),
      caller: desk.caller,
      givenBusinessDate: null,
      describedAs: 'ledger of the model',
      passwords: desk.passwords,
    });
    return backend.call(name, input);
  }

  /** A call that must succeed. */
  async done<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<OperationOutput<Name>> {
    const answer = await this.call(name, input);
    if (!answer.ok) throw new Error(`${name} was refused: ${answer.problem.code}: ${answer.problem.detail}`);
    return answer.value;
  }

  /** Plans a file and posts it, if there is anything to post. Throws what the reader refuses it for. */
  async imported(
    { text, bytes = Buffer.from(text), read }: RenderedFile,
    on_error: 'stop' | 'reject' = 'stop',
  ): Promise<BatchPlan> {
    const plan = await this.done('payment_batches.plan', await batchInput(bytes, { read, on_error }));
    const { batch_id, plan_digest } = plan;
    const answer =
      batch_id === null ? plan : await this.done('payment_batches.post', { batch_id, plan_digest });
    return { ...answer, rows: [...answer.rows] };
  }

  /** The reject file of what was refused of a file. */
  async rejects({ text, bytes = Buffer.from(text), read }: RenderedFile, batch: BatchPlan): Promise<string> {
    const stream = Readable.from([Buffer.from(bytes)]);
    const file = await openStatementFile('-', stream, { ...read, readAgain: true });
    for await (const _parts of file.parts());
    const rejected = batch.rows.flatMap(({ outcome, line, place, code, reason }): RejectedRow[] =>
      outcome === 'refused' ? [{ line, place, code: code ?? '', reason: reason ?? '' }] : [],
    );
    let written = '';
    for await (const piece of rejectedRows(file, rejected)) written += piece;
    return written;
  }

  close(): Promise<void> {
    return this.#desk.close();
  }
}

/** A ledger with the model's loans, as it is copied for each run. */
let template: Promise<{ readonly content: Buffer; readonly loans: readonly string[] }> | undefined;

/** Opens a desk with six running loans and nothing repaid. */
export async function openModelDesk(engine: Engine = USUAL): Promise<ModelDesk> {
  if (engine === 'postgres') {
    const store = await openEmptyLedger(engine);
    return new ModelDesk(new Desk(store, TODAY), await lend(store));
  }
  template ??= makeTemplate();
  const { content, loans } = await template;
  const desk = new Desk(await openLedger(':memory:', { content }), TODAY);
  // Randomness begins anew with each desk: without this it would draw the ids of the loans again.
  desk.randomBytes(16_384);
  return new ModelDesk(desk, loans);
}

async function makeTemplate() {
  const folder = temporaryFolder();
  try {
    const path = join(folder.path, 'ledger.db');
    const store = await openLedger(path);
    const loans = await lend(store);
    await store.close();
    const content = readFileSync(path);
    // In memory there is no log beside it, as its header has it.
    content.fill(1, 18, 20);
    return { content, loans };
  } finally {
    folder.remove();
  }
}

async function lend(store: Store): Promise<readonly string[]> {
  await foundLedger(store, OFFICER, '2026-03-01T12:00:00.000Z', 'founding');
  const desk = new Desk(store, TODAY);
  const loans: string[] = [];
  for (let at = 1; at <= LOANS; at++) loans.push((await runningLoan(desk, `M-${at}`)).loanId);
  return loans;
}
