import type { Connection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { beginImmediate } from './write-lock.ts';

/** How many waiting units share one commit: enough to hide the disk, few enough that none waits long. */
const UNITS_A_COMMIT = 64;

interface Job {
  readonly dryRun: boolean;
  run(connection: Connection): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** Units of work in the order they came, on the one connection that writes. */
export interface WriteQueue {
  /** Runs `unit`, alone on the connection, and answers after it is durable. */
  add<T>(unit: (connection: Connection) => Promise<T>, dryRun: boolean): Promise<T>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/**
 * Makes the queue. Units that wait together share one transaction, each within its savepoint: one that throws
 * undoes only itself, and all are answered after the commit.
 */
export function writeQueueOn(connect: () => Connection): WriteQueue {
  const waiting: Job[] = [];
  let running: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, UNITS_A_COMMIT);
      try {
        await runGroup(connect(), group);
      } catch (error) {
        for (const job of group) job.reject(error);
      }
    }
    running = null;
  };

  return {
    add: <T>(unit: (connection: Connection) => Promise<T>, dryRun: boolean) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ dryRun, run: unit, resolve: (value) => resolve(value as T), reject });
        // After this turn, so that units added together are grouped together.
        running ??= Promise.resolve().then(drain);
      }),
    idle: async () => {
      while (running !== null) await running;
    },
  };
}

/** Throws what concerns the whole group; what concerns one unit is answered to it. */
async function runGroup(connection: Connection, group: readonly Job[]): Promise<void> {
  const { db, path } = connection;
  const answers: Answer[] = [];
  try {
    await beginImmediate(connection);
    let keep = false;
    for (const job of group) {
      const answer = await runUnit(connection, job);
      keep ||= answer.ok && !job.dryRun;
      answers.push(answer);
    }
    connection.run(keep ? 'COMMIT' : 'ROLLBACK');
  } catch (error) {
    if (db.inTransaction) connection.run('ROLLBACK');
    throw storeErrorFrom(error, path);
  }
  group.forEach((job, index) => {
    const answer = answers[index] as Answer;
    if (answer.ok) job.resolve(answer.value);
    else job.reject(storeErrorFrom(answer.error, path));
  });
}

async function runUnit(connection: Connection, job: Job): Promise<Answer> {
  connection.run('SAVEPOINT unit');
  let answer: Answer;
  try {
    answer = { ok: true, value: await job.run(connection) };
  } catch (error) {
    // Some failures, such as a full disk, end the whole transaction: then no unit of the group was kept.
    if (!connection.db.inTransaction) throw error;
    answer = { ok: false, error };
  }
  if (!answer.ok || job.dryRun) connection.run('ROLLBACK TO unit');
  connection.run('RELEASE unit');
  return answer;
}
