import type { Connection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';

/** Reads in the order they came, each in its own snapshot. */
interface ReadQueue {
  add<T>(query: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/** Makes the queue: two reads at once would fall into one transaction of the connection. */
export function readQueueOn(connection: Connection): ReadQueue {
  let last: Promise<unknown> = Promise.resolve();
  const inSnapshot = async <T>(query: () => Promise<T>): Promise<T> => {
    try {
      connection.run('BEGIN');
      return await query();
    } catch (error) {
      throw storeErrorFrom(error, connection.path);
    } finally {
      if (connection.db.inTransaction) connection.run('COMMIT');
    }
  };
  return {
    add: (query) => {
      const result = last.then(() => inSnapshot(query));
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => {
      await last;
    },
  };
}
