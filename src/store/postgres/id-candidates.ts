import { Pool } from 'pg';
import { type IdCandidate, lookUpIds } from '../sql/id-lookups.ts';
import { ClosingClient } from './closing-client.ts';
import { connectionOn } from './connection.ts';
import type { ServerAddress } from './open-store.ts';
import { VALUE_TYPES } from './value-types.ts';

/** Nobody waits at a Tab: a server that takes longer has no ids to offer. */
const PATIENCE_MS = 250;

/**
 * Ids of a kind that start with what is typed, or, when none does, those whose name holds it (`folded`); newest
 * first. Throws whatever is wrong with the ledger, and where it takes long.
 */
export async function idCandidates(
  server: ServerAddress,
  kind: string,
  typed: string,
  folded: string,
  patienceMs = PATIENCE_MS,
): Promise<readonly IdCandidate[]> {
  const pool = new Pool({
    Client: ClosingClient,
    ...server,
    max: 1,
    application_name: 'loandesk',
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    query_timeout: patienceMs,
    types: VALUE_TYPES,
  });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      return await lookUpIds(connectionOn(client), kind, typed, folded);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
