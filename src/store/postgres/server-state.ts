import type { Pool } from 'pg';
import type { ServerState } from '../server-state.ts';
import { storeErrorFrom } from './engine-error.ts';
import type { LateCommits } from './late-commits.ts';

/** A standby answers reads, and so does a primary that an operator set to read only. */
const TAKES_WRITES = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS yes`;

/** What the pool and the server say of themselves. */
export function serverStateOf(pool: Pool, place: string, commits: LateCommits): ServerState {
  return {
    async takesWrites() {
      if (commits.areWaiting) return false;
      try {
        const { rows } = await pool.query<{ yes: number | boolean }>(TAKES_WRITES);
        return Boolean(rows[0]?.yes);
      } catch (error) {
        throw storeErrorFrom(error, place);
      }
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
