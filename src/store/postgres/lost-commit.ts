import type { PoolClient } from 'pg';
import { CommitUnconfirmed } from './late-commits.ts';
import type { LedgerServer } from './ledger-server.ts';
import { LOG_MARK } from './log-mark.ts';
import { repeated } from './repeating.ts';

const THERE_AND_SEALED = 'SELECT 1 FROM audit WHERE unit_id = $1';
/** A row of the queue that never stays: it waits for a transaction that writes the same one. */
const PLACE_TAKEN = `INSERT INTO unsealed (unit_id, position, kind, loan_id, number, item_hash)
  VALUES ($1, $2, 'entry', '', 0, sha256('')) ON CONFLICT DO NOTHING`;

type Lookup = Pick<LedgerServer, 'pool' | 'patience' | 'lateCommits'>;

/**
 * Whether the commit of a unit took place whose answer was lost. `position` is one the unit's rows took in the queue.
 * Throws CommitUnconfirmed when the server is away for longer than the patience, still at work on the commit, or without
 * the standby that is to have it.
 */
export async function tookPlace(server: Lookup, unitId: string, position: number): Promise<boolean> {
  try {
    return await repeated(server.patience, () => lookUp(server, unitId, position));
  } catch (error) {
    throw new CommitUnconfirmed('the answer to a commit was lost', { cause: error });
  }
}

async function lookUp({ pool, lateCommits }: Lookup, unitId: string, position: number): Promise<boolean> {
  const client = await pool.connect();
  let isWhole = false;
  let isOurs = true;
  try {
    const took = await isThere(client, unitId, position);
    if (took) {
      await client.query('BEGIN');
      await client.query(LOG_MARK);
      await lateCommits.commit(client, () => {});
    }
    isWhole = true;
    return took;
  } catch (error) {
    if (error instanceof CommitUnconfirmed) isOurs = false;
    throw error;
  } finally {
    if (isOurs) client.release(!isWhole);
  }
}

/**
 * The old connection may still be at work on the server: taking the unit's own place in the queue waits for its end,
 * and once we have that place it can no longer commit.
 */
async function isThere(client: PoolClient, unitId: string, position: number): Promise<boolean> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  const taken = await client.query(PLACE_TAKEN, [unitId, position]);
  const sealed = await client.query(THERE_AND_SEALED, [unitId]);
  await client.query('ROLLBACK');
  return taken.rowCount === 0 || sealed.rowCount !== 0;
}
