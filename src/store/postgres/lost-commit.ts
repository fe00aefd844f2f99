import type { Pool } from 'pg';
import { CommitUnconfirmed } from './late-commits.ts';
import type { LedgerServer } from './ledger-server.ts';
import { repeated } from './repeating.ts';

const THERE_AND_SEALED = 'SELECT 1 FROM audit WHERE unit_id = $1';
/** A row of the queue that never stays: it waits for a transaction that writes the same one. */
const PLACE_TAKEN = `INSERT INTO unsealed (unit_id, position, kind, loan_id, number, item_hash)
  VALUES ($1, $2, 'entry', '', 0, sha256('')) ON CONFLICT DO NOTHING`;

/**
 * Whether the commit of a unit took place whose answer was lost. `position` is one the unit's rows took in the queue.
 * Throws CommitUnconfirmed when the server is away for longer than the patience, or still at work on the commit.
 */
export async function tookPlace(
  { pool, patience }: Pick<LedgerServer, 'pool' | 'patience'>,
  unitId: string,
  position: number,
): Promise<boolean> {
  try {
    return await repeated(patience, () => isThere(pool, unitId, position));
  } catch (error) {
    throw new CommitUnconfirmed('the answer to a commit was lost', { cause: error });
  }
}

/**
 * The old connection may still be at work on the server: taking the unit's own place in the queue waits for its end,
 * and once we have that place it can no longer commit.
 */
async function isThere(pool: Pool, unitId: string, position: number): Promise<boolean> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const taken = await client.query(PLACE_TAKEN, [unitId, position]);
    const sealed = await client.query(THERE_AND_SEALED, [unitId]);
    await client.query('ROLLBACK');
    isWhole = true;
    return taken.rowCount === 0 || sealed.rowCount !== 0;
  } finally {
    client.release(!isWhole);
  }
}
