import { type LedgerReplay, RefusedFacts } from '../moving-port.ts';
import { ledgerReplay, type OwnerKind, type RowSink } from '../sql/ledger-replay.ts';
import type { Connection } from './connection.ts';
import { forgetEnds } from './ledger-ends.ts';
import { makeRoom } from './open-writer.ts';

const KEYS: Readonly<Record<OwnerKind, string>> = {
  merchant: 'SELECT merchant_key AS key FROM merchants WHERE merchant_id = ?',
  store: `SELECT s.store_key AS key FROM merchants m JOIN stores s ON s.merchant_key = m.merchant_key
    WHERE m.merchant_id = ? AND s.store_id = ?`,
  user: 'SELECT user_key AS key FROM users WHERE user_id = ?',
};

/** Replays the facts of another ledger on the connection that writes. */
export function sqliteReplay(connection: Connection): LedgerReplay['replay'] {
  makeRoom(connection);
  const replay = ledgerReplay(rowSink(connection));
  return {
    add: replay.add,
    finish: async (earlierRulesThrough) => {
      await replay.finish(earlierRulesThrough);
      forgetEnds(connection.ends);
    },
  };
}

/** Rows written one by one by a statement for each table: within one process nothing is quicker. */
function rowSink(connection: Connection): RowSink {
  return {
    insert: async (table, columns, rows) => {
      const statement = connection.statement(
        `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
         VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const [index, row] of rows.entries()) {
        try {
          statement.run(row);
        } catch (error) {
          if (!isOfTheRow(error)) throw error;
          throw new RefusedFacts(index, index, (error as Error).message, error);
        }
      }
    },
    newKey: () => null,
    keyOf: async (kind, ids) => connection.get<{ key: unknown }>(KEYS[kind], ...ids)?.key,
  };
}

/** A constraint or a trigger says no; anything else is of the file or of the program. */
function isOfTheRow(error: unknown): boolean {
  return /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG)/.test(String((error as { code?: unknown }).code));
}
