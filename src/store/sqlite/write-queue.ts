import type { Connection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { gatherUnits } from './gathered-units.ts';
import { forgetEnds } from './ledger-ends.ts';
import {
  type AddUnit,
  runAlone,
  runWithinSavepoint,
  type UnitAnswer,
  type UnitWork,
} from './savepoint-unit.ts';
import { beginImmediate, isBusy } from './write-lock.ts';

/** How many waiting units share one commit: enough to hide the disk, few enough that none waits long. */
const UNITS_A_COMMIT = 64;

interface Job {
  readonly dryRun: boolean;
  readonly run: UnitWork<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Something that has the connection to itself for a while; answers its own failures. */
type Turn = () => Promise<void>;

/** Units of work in the order they came, on the one connection that writes. */
export interface WriteQueue {
  /** Runs a unit, alone on the connection, and answers after it is durable. */
  readonly add: AddUnit;
  /** Runs `work`, whose units are carried out as they come and become durable together before the promise resolves. */
  together<T>(work: (add: AddUnit) => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/**
 * Makes the queue. Units that wait together share one transaction, each within its savepoint: one that throws
 * undoes only itself, and all are answered after the commit.
 */
export function writeQueueOn(connect: () => Connection): WriteQueue {
  const waiting: (Job | Turn)[] = [];
  let running: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (typeof next === 'function') {
        waiting.shift();
        await next();
        continue;
      }
      const group = takeJobs(waiting);
      const behind = [...waiting];
      try {
        await runGroup(connect(), group);
      } catch (error) {
        for (const job of group) job.reject(error);
        if (isBusy(error)) rejectThose(waiting, behind, error);
      }
      // Who was answered is told before the next group begins, and what has arrived meanwhile joins it.
      if (waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    running = null;
  };
  const enqueue = (one: Job | Turn): void => {
    waiting.push(one);
    // After this turn, so that units added together are grouped together.
    running ??= Promise.resolve().then(drain);
  };

  return {
    add: <T>(unit: UnitWork<T>, dryRun: boolean) =>
      new Promise<T>((resolve, reject) => {
        enqueue({ dryRun, run: unit, resolve: (value) => resolve(value as T), reject });
      }),
    together: <T>(work: (add: AddUnit) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        enqueue(() => gatherUnits(connect, work).then(resolve, reject));
      }),
    idle: async () => {
      while (running !== null) await running;
    },
  };
}

/** They have waited for the lock as long as the group before them, which waited in vain. */
function rejectThose(waiting: (Job | Turn)[], late: readonly (Job | Turn)[], error: unknown): void {
  for (const one of late) {
    if (typeof one === 'function') continue;
    waiting.splice(waiting.indexOf(one), 1);
    one.reject(error);
  }
}

/** Takes the units at the front that may share a commit. */
function takeJobs(waiting: (Job | Turn)[]): readonly Job[] {
  const jobs: Job[] = [];
  while (jobs.length < UNITS_A_COMMIT) {
    const next = waiting[0];
    if (next === undefined || typeof next === 'function') break;
    waiting.shift();
    jobs.push(next);
  }
  return jobs;
}

/** Throws what concerns the whole group; what concerns one unit is answered to it. */
async function runGroup(connection: Connection, group: readonly Job[]): Promise<void> {
  const { db, path } = connection;
  const answers: UnitAnswer<unknown>[] = [];
  try {
    await beginImmediate(connection);
    let keep = false;
    for (const job of group) {
      const answer =
        group.length === 1
          ? await runAlone(connection, job.run)
          : await runWithinSavepoint(connection, job.run, job.dryRun);
      keep ||= answer.ok && !job.dryRun;
      answers.push(answer);
    }
    if (keep) connection.run('COMMIT');
    else {
      connection.run('ROLLBACK');
      forgetEnds(connection.ends);
    }
  } catch (error) {
    if (db.inTransaction) connection.run('ROLLBACK');
    forgetEnds(connection.ends);
    throw storeErrorFrom(error, path);
  }
  group.forEach((job, index) => {
    const answer = answers[index] as UnitAnswer<unknown>;
    if (answer.ok) job.resolve(answer.value);
    else job.reject(storeErrorFrom(answer.error, path));
  });
}
