import type { PoolClient } from 'pg';
import type { ReadTx, Store } from '../port.ts';
import type { WriteOptions } from '../write-options.ts';
import { connectionOn, type PostgresConnection } from './connection.ts';
import { isDisconnection, storeErrorFrom } from './engine-error.ts';
import { GatheredRows, gatheringOn } from './gathered-rows.ts';
import { CommitUnconfirmed } from './late-commits.ts';
import type { LedgerServer } from './ledger-server.ts';
import { LoanLocks } from './loan-locks.ts';
import { LOCK_IMPORTS } from './locks.ts';
import { tookPlace } from './lost-commit.ts';
import { repeated } from './repeating.ts';
import { SealFirst } from './sealing-turns.ts';
import { beginUnit, type UnitPlace } from './unit.ts';
import type { UnitWork } from './units.ts';
import { writeTxOn } from './write-tx.ts';

type UnitStore = Pick<Store, 'read' | 'write'>;

/**
 * Runs `work`, whose units share one transaction and are each undone by themselves, and commits before the promise
 * resolves. The transaction cannot be repeated, since `work` is the caller's: what ends it is thrown.
 */
export async function writeTogether<T>(
  server: LedgerServer,
  work: (store: UnitStore) => Promise<T>,
): Promise<T> {
  const units = new UnitsTogether(server);
  let answer: { readonly value: T } | { readonly error: unknown };
  try {
    answer = {
      value: await work({
        read: (query) => units.add((together) => together.read(query)),
        write: (unit, how) => units.add((together) => together.write(unit, how)),
      }),
    };
  } catch (error) {
    answer = { error };
  }
  try {
    await units.end();
  } catch (error) {
    throw storeErrorFrom(error, server.place);
  }
  if ('error' in answer) throw answer.error;
  return answer.value;
}

class UnitsTogether {
  readonly #server: LedgerServer;
  readonly #place: UnitPlace;
  #transaction: SharedTransaction | null = null;
  #hasEnded = false;
  /** What ended the transaction before its time. */
  #lost: { readonly error: unknown } | null = null;
  /** Settles when the units added so far are done: there is one savepoint at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(server: LedgerServer) {
    this.#server = server;
    this.#place = { unitId: server.newUnitId(), next: 0 };
  }

  add<T>(step: (transaction: SharedTransaction) => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(new Error('a unit was added after its transaction'));
    const done = this.#turn.then(() => this.#run(step));
    this.#turn = done.catch(() => {});
    return done;
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#turn;
    if (this.#lost !== null) throw this.#lost.error;
    await this.#transaction?.end();
  }

  async #run<T>(step: (transaction: SharedTransaction) => Promise<T>): Promise<T> {
    if (this.#lost !== null) throw this.#lost.error;
    try {
      this.#transaction ??= await SharedTransaction.begin(this.#server, this.#place);
      return await step(this.#transaction);
    } catch (error) {
      if (!(error instanceof TransactionLost)) throw storeErrorFrom(error, this.#server.place);
      this.#transaction?.forget();
      this.#lost = { error: storeErrorFrom(error.cause, this.#server.place) };
      throw this.#lost.error;
    }
  }
}

/** One transaction, with a savepoint for each unit. */
class SharedTransaction {
  readonly #server: LedgerServer;
  readonly #place: UnitPlace;
  readonly #client: PoolClient;
  readonly #connection: PostgresConnection;
  /** Place of the first row in the queue that was kept, null when none was. */
  #firstKept: number | null = null;
  #keep = false;

  private constructor(server: LedgerServer, place: UnitPlace, client: PoolClient) {
    this.#server = server;
    this.#place = place;
    this.#client = client;
    this.#connection = connectionOn(client, (statement) => {
      if (statement.readsSealed && server.sealing.areBehind) throw new SealFirst();
    });
  }

  static async begin(server: LedgerServer, place: UnitPlace): Promise<SharedTransaction> {
    return repeated(server.patience, async () => {
      const client = await server.pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      } catch (error) {
        client.release(true);
        throw error;
      }
      return new SharedTransaction(server, place, client);
    });
  }

  async read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.#within(true, () => query(this.#server.readTxOn(this.#connection)));
  }

  async write<T>(work: UnitWork<T>, { dryRun = false, loanIds = [], alone }: WriteOptions = {}): Promise<T> {
    let first = this.#place.next;
    const value = await this.#within(dryRun, async () => {
      // What an attempt before queued was undone: its places are nobody's.
      first = this.#place.next;
      const rows = new GatheredRows(this.#connection, this.#server.tables);
      const gathering = gatheringOn(this.#connection, rows);
      const unit = beginUnit(this.#connection, gathering, rows, this.#place);
      const locks = dryRun ? null : new LoanLocks(this.#connection, false, []);
      if (alone !== undefined && !dryRun) await this.#connection.get(LOCK_IMPORTS);
      await locks?.hold(loanIds);
      const { newSignInId } = this.#server;
      const reads = this.#server.readTxOn(gathering);
      const answer = await work(writeTxOn({ connection: gathering, reads, unit, rows, locks, newSignInId }));
      await unit.finish();
      await rows.send();
      return answer;
    });
    if (dryRun) return value;
    this.#keep = true;
    if (this.#place.next > first) this.#firstKept ??= first;
    return value;
  }

  /** Commits what was kept. */
  async end(): Promise<void> {
    if (!this.#keep) {
      await this.#client.query('ROLLBACK');
      this.#client.release();
      return;
    }
    try {
      await this.#server.lateCommits.commit(this.#client, () => this.#committed());
    } catch (error) {
      if (error instanceof CommitUnconfirmed) throw error;
      this.forget();
      if (!isDisconnection(error) || !(await this.#tookPlace())) throw error;
      this.#committed();
      return;
    }
    this.#client.release();
    this.#committed();
  }

  forget(): void {
    this.#client.release(true);
  }

  /** Carries out a step in its savepoint, again when others were in its way; undone when it throws or `undo` is set. */
  async #within<T>(undo: boolean, step: () => Promise<T>): Promise<T> {
    return repeated(this.#server.patience, async () => {
      for (;;) {
        await this.#client.query('SAVEPOINT unit');
        try {
          const value = await step();
          await this.#client.query(undo ? 'ROLLBACK TO unit' : 'RELEASE unit');
          return value;
        } catch (error) {
          if (isDisconnection(error)) throw new TransactionLost('the connection was lost', { cause: error });
          await this.#client.query('ROLLBACK TO unit');
          if (!(error instanceof SealFirst)) throw error;
        }
        await this.#server.sealing.now();
      }
    });
  }

  #committed(): void {
    if (this.#firstKept !== null) this.#server.sealing.committed();
  }

  async #tookPlace(): Promise<boolean> {
    const first = this.#firstKept;
    if (first === null) return false;
    return tookPlace(this.#server, this.#place.unitId, first);
  }
}

/** Not to be repeated: the savepoint is gone with its transaction. */
class TransactionLost extends Error {}
