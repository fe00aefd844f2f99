// The program of the thread that writes the rows of one large unit while the thread it belongs to makes them.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../store-error.ts';
import { type Connection, loadEngine } from './connection.ts';
import type { EngineSetup, FromEngine, SentError, ToEngine } from './engine-calls.ts';
import { insertPacked } from './insert-packed.ts';
import { makeRoom, openWriter } from './open-writer.ts';
import { liftReplaceGuards } from './replace-guards.ts';
import { beginImmediate } from './write-lock.ts';

function work(port: MessagePort, setup: EngineSetup): void {
  const say = (message: FromEngine) => port.postMessage(message);
  let engine: Engine | null = null;
  /** Rows that could not be written: nothing is carried out after them but the end of the unit. */
  let failure: { readonly error: unknown } | null = null;
  const begin = async ({ path, busyTimeoutMs, insertCount }: EngineSetup) => {
    const connection = openWriter(await loadEngine(), path, busyTimeoutMs);
    engine = { connection, putGuardsBack: () => {} };
    // Once the unit is answered, which it may be when the log is on the disk.
    connection.db.pragma('wal_autocheckpoint = 0');
    makeRoom(connection, insertCount);
    await beginImmediate(connection);
    engine = { connection, putGuardsBack: liftReplaceGuards(connection) };
  };
  port.on('message', async (message: ToEngine) => {
    const number = 'number' in message ? message.number : null;
    try {
      if (failure !== null && !isEnd(message)) throw failure.error;
      const value = 'begin' in message ? await begin(setup) : carriedOut(engine, message);
      say(number === null ? { written: true } : { number, value });
      if ('close' in message) port.close();
    } catch (error) {
      if (number === null) failure ??= { error };
      say({ number, error: sentError(error) });
    }
  });
}

const isEnd = (message: ToEngine) => 'close' in message || ('end' in message && message.end === 'ROLLBACK');

/** The connection of the unit. */
interface Engine {
  readonly connection: Connection;
  putGuardsBack(): void;
}

function carriedOut(engine: Engine | null, message: Exclude<ToEngine, { readonly begin: true }>): unknown {
  if ('close' in message) return engine === null ? null : closed(engine.connection);
  if (engine === null) throw new Error('the engine was not told to begin');
  const { connection } = engine;
  if ('rows' in message) return insertPacked(connection, message.rows);
  if ('end' in message) {
    if (message.end === 'COMMIT') engine.putGuardsBack();
    // An error of the disk or a full one may have ended it already.
    if (message.end === 'COMMIT' || connection.db.inTransaction) connection.run(message.end);
    return null;
  }
  const { as, text, values } = message;
  return connection[as](text, ...values);
}

/** Brings what the log holds into the file, as far as nobody reads what was there before, and closes. */
function closed({ db }: Connection): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    db.close();
  }
}

function sentError(error: unknown): SentError {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const { code } = error as { readonly code?: unknown };
  return {
    name,
    message,
    stack,
    code: typeof code === 'string' ? code : null,
    hint: error instanceof StoreError ? { text: error.hint } : null,
  };
}

if (parentPort !== null) work(parentPort, workerData as EngineSetup);
