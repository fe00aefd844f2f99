import { statSync } from 'node:fs';
import { type IdCandidate, lookUpIds } from '../sql/id-lookups.ts';
import { loadEngine } from './connection.ts';
import { refuseNetworkFileSystem } from './ledger-file.ts';
import { openForReading } from './open-for-reading.ts';

/** Nobody waits at a Tab: a ledger that somebody holds longer than this has no ids to offer. */
const BUSY_TIMEOUT_MS = 100;
/**
 * Ids of a kind that start with what is typed, or, when none does, those whose name holds it (`folded`); newest
 * first. Waits for nothing, makes nothing, and throws whatever is wrong with the ledger.
 */
export async function idCandidates(
  path: string,
  kind: string,
  typed: string,
  folded: string,
): Promise<readonly IdCandidate[]> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() !== true || file.size === 0) return [];
  refuseNetworkFileSystem(path);
  const connection = openForReading(await loadEngine(), path, BUSY_TIMEOUT_MS);
  try {
    return await lookUpIds(connection, kind, typed, folded);
  } finally {
    connection.db.close();
  }
}
