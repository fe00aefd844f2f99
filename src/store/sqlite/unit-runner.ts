import type { ReadTx, WriteTx } from '../port.ts';
import type { Connection } from './connection.ts';
import { unitsOn } from './unit.ts';
import { writeTxOn } from './write-tx.ts';

/** Carries out a unit of work in the transaction that is open. */
export type RunUnit = <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>;

/** Runs units of work, one after the other, on the connection that writes. */
export function unitRunner(connection: Connection, reads: ReadTx): RunUnit {
  const unit = unitsOn(connection);
  const tx = writeTxOn(connection, reads, unit);
  return async (work) => {
    unit.begin();
    const value = await work(tx);
    unit.finish();
    return value;
  };
}
