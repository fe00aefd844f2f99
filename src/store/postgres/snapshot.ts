import type { ReadTx } from '../port.ts';
import { connectionOn, inOnePacket } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import type { LedgerServer } from './ledger-server.ts';
import { repeated } from './repeating.ts';
import { SealFirst } from './sealing-turns.ts';

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Runs a query against one consistent snapshot, which shows what this program committed before, sealed. */
export async function readSnapshot<T>(server: LedgerServer, query: (tx: ReadTx) => Promise<T>): Promise<T> {
  try {
    return await repeated(server.patience, async () => {
      for (;;) {
        try {
          return await readOnce(server, query);
        } catch (error) {
          if (!(error instanceof SealFirst)) throw error;
          await server.sealing.now();
        }
      }
    });
  } catch (error) {
    throw storeErrorFrom(error, server.place);
  }
}

async function readOnce<T>(server: LedgerServer, query: (tx: ReadTx) => Promise<T>): Promise<T> {
  const client = await server.pool.connect();
  // As it was before the snapshot: what is sealed meanwhile is not in it.
  const { areBehind } = server.sealing;
  let mustSeal = false;
  let hasEnded = false;
  const connection = connectionOn(client, (statement) => {
    if (hasEnded) throw new Error('a snapshot was read after its end');
    if (!statement.readsSealed || !areBehind) return;
    mustSeal = true;
    throw new SealFirst();
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
