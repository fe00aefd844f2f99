import type { ReadTx, WriteTx } from '../port.ts';
import { textOf } from '../sql/dialect.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { StoreError } from '../store-error.ts';
import type { Connection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { EngineLost, type EngineThread, startEngine } from './engine-thread.ts';
import { forgetEnds, renewEnds } from './ledger-ends.ts';
import { SQLITE } from './sqlite-dialect.ts';

/**
 * Carries out a unit that inserts so many rows that half of its time would be the engine's: this thread makes the rows,
 * another writes them meanwhile. `local` is a connection of this thread, which only reads; `insertCount` says how many
 * there are; `readsOn` makes the readers of what the unit sees. Answers when it is durable, and what resolves when the
 * thread has ended: it still brings the log into the file. A unit that throws is undone.
 */
export async function unitOnThread<T>(
  { local, insertCount }: { readonly local: Connection; readonly insertCount: number },
  readsOn: (shown: SqlConnection) => ReadTx,
  work: (tx: WriteTx) => Promise<T>,
): Promise<{ readonly value: T; readonly ended: Promise<void> }> {
  const { unitRunner } = await import('./unit-runner.ts');
  const { path, busyTimeoutMs } = local;
  const engine = startEngine({ path, busyTimeoutMs, insertCount });
  try {
    await engine.begin();
    const value = await readingBeside(local, () => {
      const shown = showing(local, engine);
      return unitRunner(local, readsOn(shown), { shown, into: engine })(work);
    });
    await committed(engine, path);
    return { value, ended: engine.close() };
  } catch (error) {
    await engine.end('ROLLBACK').catch(() => {});
    await engine.close();
    throw storeErrorFrom(error, path);
  } finally {
    forgetEnds(local.ends);
  }
}

/** Once the engine was told to commit, only its answer tells whether it did. */
async function committed(engine: EngineThread, path: string): Promise<void> {
  try {
    await engine.end('COMMIT');
  } catch (error) {
    if (!(error instanceof EngineLost)) throw error;
    throw new StoreError('ledger_unconfirmed', `It is not known whether the ledger ${path} was written.`, {
      cause: error,
      hint: 'it may still count: look before you repeat it, or repeat it with the same idempotency key',
    });
  }
}

/** Does `work` in a transaction that reads. Nobody else writes meanwhile, so that it may begin with any read. */
async function readingBeside<T>(local: Connection, work: () => Promise<T>): Promise<T> {
  local.run('BEGIN');
  try {
    renewEnds(local);
    return await work();
  } finally {
    if (local.db.inTransaction) local.run('COMMIT');
  }
}

/** What the unit sees: until it has written anything, what was there before. */
function showing(local: Connection, engine: EngineThread): SqlConnection {
  return {
    dialect: SQLITE,
    ends: local.ends,
    get: (statement, ...values) =>
      engine.hasWritten()
        ? engine.ask('get', textOf(statement, SQLITE), values)
        : local.get(statement, ...values),
    all: (statement, ...values) =>
      engine.hasWritten()
        ? engine.ask('all', textOf(statement, SQLITE), values)
        : local.all(statement, ...values),
    run: (statement, ...values) => engine.ask('run', textOf(statement, SQLITE), values),
    visit: async <Row>(
      statement: Parameters<SqlConnection['visit']>[0],
      values: readonly unknown[],
      see: (row: Row) => void,
    ) => {
      if (!engine.hasWritten()) return local.visit(statement, values, see);
      for (const row of await engine.ask<Row[]>('all', textOf(statement, SQLITE), values)) see(row);
    },
  };
}
