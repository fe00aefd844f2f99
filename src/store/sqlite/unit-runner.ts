import type { ReadTx, WriteTx } from '../port.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { Connection } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import { makeRoom } from './open-writer.ts';
import type { RowsInto } from './rows-into.ts';
import { unitsOn } from './unit.ts';
import { writeTxOn } from './write-tx.ts';

/** Carries out a unit of work in the transaction that is open. */
export type RunUnit = <T>(work: (tx: WriteTx) => Promise<T>) => Promise<T>;

/** Where rows are written that the connection of a unit does not write itself, and what shows them. */
interface Aside {
  readonly shown: SqlConnection;
  readonly into: RowsInto;
}

/** Runs units of work, one after the other, on the connection that writes, or that only reads when rows go `aside`. */
export function unitRunner(connection: Connection, reads: ReadTx, aside?: Aside): RunUnit {
  const { shown, into }: Aside = aside ?? {
    shown: connection,
    into: {
      insert: (statement, rows) => insertRows(connection, statement, rows),
      makeRoom: () => makeRoom(connection),
    },
  };
  const unit = unitsOn(connection, into);
  const tx = writeTxOn({ connection: shown, own: aside ? null : connection, into, unit }, reads);
  return async (work) => {
    unit.begin();
    const value = await work(tx);
    unit.finish();
    return value;
  };
}
