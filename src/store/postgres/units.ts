import type { PoolClient } from 'pg';
import type { WriteTx } from '../port.ts';
import type { WriteOptions } from '../write-options.ts';
import { connectionOn, inOnePacket, type PostgresConnection } from './connection.ts';
import { isDisconnection, isReadOnly, storeErrorFrom } from './engine-error.ts';
import { GatheredRows, gatheringOn } from './gathered-rows.ts';
import { CommitUnconfirmed } from './late-commits.ts';
import type { LedgerServer } from './ledger-server.ts';
import { LoanLocks, LockFirst } from './loan-locks.ts';
import { LOCK_IMPORTS, LOCK_LOANS } from './locks.ts';
import { tookPlace } from './lost-commit.ts';
import { repeated } from './repeating.ts';
import { sealEntries } from './sealer.ts';
import { SealFirst } from './sealing-turns.ts';
import { MOST_TURNS, writtenAllTheTime } from './snapshot.ts';
import { beginUnit, type UnitPlace } from './unit.ts';
import { writeTxOn } from './write-tx.ts';

/** A unit of work of the port. */
export type UnitWork<T> = (tx: WriteTx) => Promise<T>;

/**
 * With its loans locked, or nobody else importing, each statement may see what was committed until then, and must: who
 * waited is to see what it waited for. Without, units must be as in turn.
 */
const BEGIN_LOCKED = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_FREE = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** How a unit is carried out once its loans are known. */
interface UnitManner {
  readonly loanIds: readonly string[];
  readonly dryRun: boolean;
  /** Of a unit that imports: settles when it has its turn at its loans. null: of others, which have theirs. */
  readonly turn: (() => Promise<void>) | null;
}

/** Runs a unit in a transaction of its own, repeated whole as often as others are in its way. */
export async function writeUnit<T>(
  server: LedgerServer,
  work: UnitWork<T>,
  { dryRun = false, loanIds = [], alone }: Omit<WriteOptions, 'insertCount'> = {},
): Promise<T> {
  const repeat = (ofLoans: readonly string[], turn: UnitManner['turn'] = null) =>
    repeatUnit(server, work, { loanIds: ofLoans, dryRun, turn });
  // What keeps nothing need not wait for anybody.
  if (dryRun) return repeat(loanIds);
  const { turns, importTurns } = server;
  if (alone === undefined) return onItsLoans(loanIds, (some) => turns.take(some, () => repeat(some)));
  return importTurns.take([alone], () =>
    onItsLoans(loanIds, (some) => turns.takeLater(some, (turn) => repeat(some, turn))),
  );
}

/** Does `work` with the loans it turns out to book on. */
async function onItsLoans<T>(
  loanIds: readonly string[],
  work: (loanIds: readonly string[]) => Promise<T>,
): Promise<T> {
  const known = new Set(loanIds);
  for (;;) {
    try {
      return await work([...known]);
    } catch (error) {
      if (!(error instanceof LockFirst)) throw error;
      // Found out by an alias, a payment or a file: it stands behind who came for them before.
      for (const loanId of error.loanIds) known.add(loanId);
    }
  }
}

/** Throws LockFirst when it turns out to book on loans none of which was named. */
async function repeatUnit<T>(server: LedgerServer, work: UnitWork<T>, manner: UnitManner): Promise<T> {
  try {
    return await repeated(server.patience, async () => {
      for (let turn = 0; ; turn++) {
        try {
          return await new UnitAttempt(server, manner).run(work);
        } catch (error) {
          if (!(error instanceof SealFirst)) throw error;
          if (turn >= MOST_TURNS) throw writtenAllTheTime(server.place);
          await server.sealing.now();
        }
      }
    });
  } catch (error) {
    throw storeErrorFrom(error, server.place);
  }
}

/** One attempt at a unit: from the connection to the answer of the commit. */
class UnitAttempt {
  readonly #server: LedgerServer;
  readonly #loanIds: readonly string[];
  readonly #dryRun: boolean;
  readonly #turn: UnitManner['turn'];
  readonly #place: UnitPlace;
  #hasEnded = false;
  /** The beginning of the transaction, and the locks of its loans. */
  #locked: Promise<unknown> = Promise.resolve();
  /** Whether the server was told to commit. */
  #isSent = false;

  constructor(server: LedgerServer, { loanIds, dryRun, turn }: UnitManner) {
    this.#server = server;
    this.#loanIds = dryRun ? [] : loanIds;
    this.#dryRun = dryRun;
    this.#turn = turn;
    this.#place = { unitId: server.newUnitId(), next: 0 };
  }

  async run<T>(work: UnitWork<T>): Promise<T> {
    const client = await this.#server.pool.connect();
    let answer: { readonly value: T } | undefined;
    try {
      const { areBehind } = this.#server.sealing;
      const connection = connectionOn(client, (statement) => {
        if (this.#hasEnded) throw new Error('a unit was used after its end');
        if (statement.readsSealed && areBehind) throw new SealFirst();
      });
      const rows = new GatheredRows(connection, this.#server.tables);
      if (this.#turn === null) this.#begin(connection);
      else await this.#beginAlone(connection, this.#turn);
      answer = { value: await this.#carryOut(connection, rows, work) };
      if (this.#dryRun) {
        await rows.send();
        await client.query('ROLLBACK');
      } else {
        await this.#commit(client, rows);
      }
    } catch (thrown) {
      this.#hasEnded = true;
      if (thrown instanceof CommitUnconfirmed) throw thrown;
      // What went wrong first is what went wrong: the statements behind it only hear that something did.
      const error = await this.#locked.then(
        () => thrown,
        (first: unknown) => first,
      );
      await undo(client, error);
      if (answer === undefined || !this.#isSent || !isDisconnection(error)) throw error;
      if (!(await this.#tookPlace())) throw error;
      this.#committed();
      return answer.value;
    }
    this.#hasEnded = true;
    client.release();
    if (!this.#dryRun) this.#committed();
    return answer.value;
  }

  /** Sent with the first reads: the server begins with each when the one before is done, and sees what is so then. */
  #begin(connection: PostgresConnection): void {
    const hasLoans = this.#loanIds.length > 0;
    inOnePacket(connection.client);
    const begun = connection.client.query(hasLoans ? BEGIN_LOCKED : BEGIN_FREE);
    this.#locked = hasLoans ? Promise.all([begun, this.#lockLoans(connection)]) : begun;
    this.#locked.catch(() => {});
  }

  /** Waits for other programs that import before it stands in line for its loans: others may book on them meanwhile. */
  async #beginAlone(connection: PostgresConnection, turn: () => Promise<void>): Promise<void> {
    inOnePacket(connection.client);
    await Promise.all([connection.client.query(BEGIN_LOCKED), connection.get(LOCK_IMPORTS)]);
    await turn();
    if (this.#loanIds.length === 0) return;
    this.#locked = this.#lockLoans(connection);
    this.#locked.catch(() => {});
  }

  #lockLoans(connection: PostgresConnection): Promise<unknown> {
    return connection.all(LOCK_LOANS, JSON.stringify(this.#loanIds));
  }

  async #carryOut<T>(connection: PostgresConnection, rows: GatheredRows, work: UnitWork<T>): Promise<T> {
    const isLocked = this.#loanIds.length > 0 || this.#turn !== null;
    // With loans locked, or imports, so is the policy.
    const gathering = gatheringOn(connection, rows, isLocked);
    // What was sealed meanwhile is seen only by those whose snapshot is not as old as they are.
    const seals = !this.#dryRun && isLocked;
    const unit = beginUnit(
      connection,
      gathering,
      rows,
      this.#place,
      seals ? (entries) => sealEntries(connection.client, this.#server.tables, entries) : null,
    );
    unit.foresee(this.#loanIds);
    const locks = this.#dryRun ? null : new LoanLocks(connection, this.#loanIds.length === 0, this.#loanIds);
    const { newSignInId } = this.#server;
    const reads = this.#server.readTxOn(gathering);
    const value = await work(writeTxOn({ connection: gathering, reads, unit, rows, locks, newSignInId }));
    await unit.finish();
    return value;
  }

  /**
   * The commit is not sent before the server has the last rows: those in the queue are what tells, when its answer is
   * lost, whether the transaction is still under way.
   */
  async #commit(client: PoolClient, rows: GatheredRows): Promise<void> {
    await rows.send();
    this.#isSent = true;
    await this.#server.lateCommits.commit(client, () => this.#committed());
  }

  /** A unit that queued nothing changed no record: it may be repeated as it is. */
  async #tookPlace(): Promise<boolean> {
    if (this.#place.next === 0) return false;
    return tookPlace(this.#server, this.#place.unitId, this.#place.next - 1);
  }

  #committed(): void {
    if (this.#place.next > 0) this.#server.sealing.committed();
  }
}

/** Undoes the transaction; a connection that cannot, or that leads to a server that only reads, is not used again. */
async function undo(client: PoolClient, error: unknown): Promise<void> {
  if (isDisconnection(error) || isReadOnly(error)) {
    client.release(true);
    return;
  }
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}
