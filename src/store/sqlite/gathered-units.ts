import type { Connection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { forgetEnds } from './ledger-ends.ts';
import { type AddUnit, runWithinSavepoint, type UnitAnswer, type UnitWork } from './savepoint-unit.ts';
import { beginImmediate } from './write-lock.ts';

/**
 * Runs `work` and the units it adds, as they come, in one transaction that begins with the first of them and is
 * committed before the promise resolves. When `work` throws, what its units wrote is kept and its error thrown;
 * when the transaction was lost, that is thrown and nothing is kept.
 */
export async function gatherUnits<T>(
  connect: () => Connection,
  work: (add: AddUnit) => Promise<T>,
): Promise<T> {
  const gathered = new GatheredUnits(connect);
  let answer: UnitAnswer<T>;
  try {
    answer = { ok: true, value: await work((unit, dryRun) => gathered.add(unit, dryRun)) };
  } catch (error) {
    answer = { ok: false, error };
  }
  await gathered.end();
  if (!answer.ok) throw answer.error;
  return answer.value;
}

class GatheredUnits {
  readonly #connect: () => Connection;
  #connection: Connection | null = null;
  #keep = false;
  #ended = false;
  /** What ended the transaction before its time. */
  #lost: { readonly error: unknown } | null = null;
  /** Settles when the units added so far are done: there is one savepoint at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(connect: () => Connection) {
    this.#connect = connect;
  }

  add<T>(unit: UnitWork<T>, dryRun: boolean): Promise<T> {
    if (this.#ended) return Promise.reject(new Error('a unit was added after its transaction'));
    const done = this.#turn.then(() => this.#run(unit, dryRun));
    this.#turn = done.catch(() => {});
    return done;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#turn;
    if (this.#lost !== null) throw this.#lost.error;
    const connection = this.#connection;
    if (connection === null) return;
    try {
      connection.run(this.#keep ? 'COMMIT' : 'ROLLBACK');
    } catch (error) {
      if (connection.db.inTransaction) connection.run('ROLLBACK');
      forgetEnds(connection.ends);
      throw storeErrorFrom(error, connection.path);
    }
  }

  async #run<T>(unit: UnitWork<T>, dryRun: boolean): Promise<T> {
    if (this.#lost !== null) throw this.#lost.error;
    const connection = this.#connection ?? (await this.#begin());
    let answer: UnitAnswer<T>;
    try {
      answer = await runWithinSavepoint(connection, unit, dryRun);
    } catch (error) {
      this.#lost = { error: storeErrorFrom(error, connection.path) };
      if (connection.db.inTransaction) connection.run('ROLLBACK');
      forgetEnds(connection.ends);
      throw this.#lost.error;
    }
    if (!answer.ok) throw storeErrorFrom(answer.error, connection.path);
    this.#keep ||= !dryRun;
    return answer.value;
  }

  async #begin(): Promise<Connection> {
    const connection = this.#connect();
    try {
      await beginImmediate(connection);
    } catch (error) {
      throw storeErrorFrom(error, connection.path);
    }
    this.#connection = connection;
    return connection;
  }
}
