import type { ReadTx } from '../port.ts';
import { StoreError } from '../store-error.ts';
import { connectionOn, inOnePacket } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import type { LedgerServer } from './ledger-server.ts';
import { repeated } from './repeating.ts';
import { SealFirst } from './sealing-turns.ts';
import { sentStatement } from './statements.ts';

/** Whether anything waits for its seal. */
export const WAITS_FOR_SEAL = 'SELECT 1 FROM unsealed LIMIT 1';
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** What must have all sealed is begun anew so often because there was more: beyond it others go on writing. */
export const MOST_TURNS = 50;

/**
 * Runs a query against one consistent snapshot. Of what is sealed it shows all that was committed before the call,
 * whoever committed it: what still waits is sealed first.
 */
export async function readSnapshot<T>(server: LedgerServer, query: (tx: ReadTx) => Promise<T>): Promise<T> {
  try {
    return await repeated(server.patience, async () => {
      for (let turn = 0; ; turn++) {
        try {
          return await readOnce(server, query, turn === 0);
        } catch (error) {
          if (!(error instanceof SealFirst)) throw error;
          if (turn === MOST_TURNS) throw writtenAllTheTime(server.place);
        }
        await server.sealing.all();
      }
    });
  } catch (error) {
    throw storeErrorFrom(error, server.place);
  }
}

/** `sealsFirst`: throws SealFirst when it reads what only sealing writes, and something waits for its seal. */
async function readOnce<T>(
  server: LedgerServer,
  query: (tx: ReadTx) => Promise<T>,
  sealsFirst: boolean,
): Promise<T> {
  const client = await server.pool.connect();
  let sealed: Promise<void> | null = null;
  let mustSeal = false;
  let hasEnded = false;
  const lookAtQueue = async (): Promise<void> => {
    inOnePacket(client);
    const { text, name } = sentStatement(WAITS_FOR_SEAL);
    const waiting = await client.query({ text, name });
    if (waiting.rows.length === 0) return;
    mustSeal = true;
    throw new SealFirst();
  };
  const connection = connectionOn(client, (statement) => {
    if (hasEnded) throw new Error('a snapshot was read after its end');
    if (!sealsFirst || !statement.readsSealed) return;
    sealed ??= lookAtQueue();
    return sealed;
  });
  // Sent with the first statement: what becomes of it is what becomes of that.
  inOnePacket(client);
  client.query(BEGIN).catch(() => {});
  try {
    const value = await query(server.readTxOn(connection));
    if (mustSeal) throw new SealFirst();
    return value;
  } finally {
    hasEnded = true;
    // Nobody waits for the end of a transaction that wrote nothing.
    client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

export function writtenAllTheTime(place: string): StoreError {
  return new StoreError('ledger_busy', `Others write to the ledger ${place} all the time.`, {
    hint: 'end the services on it first, then try again',
  });
}
