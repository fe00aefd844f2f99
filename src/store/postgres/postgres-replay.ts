import { type LedgerReplay, RefusedFacts } from '../moving-port.ts';
import { ledgerReplay, type OwnerKind, type RowSink } from '../sql/ledger-replay.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { GatheredRows } from './gathered-rows.ts';
import { LOCK_SEALING } from './locks.ts';

/** Whose unit an audit record came from: of one that came from another ledger nobody asks. */
const MOVED_UNIT = 'moved';

/** Replays the facts of another ledger within a unit: nobody else seals meanwhile. */
export function postgresReplay(connection: SqlConnection, rows: GatheredRows): LedgerReplay['replay'] {
  const replay = ledgerReplay(rowSink(connection, rows));
  let isLocked = false;
  return {
    add: async (facts) => {
      if (!isLocked) await connection.get(LOCK_SEALING);
      isLocked = true;
      await replay.add(facts);
    },
    finish: async (earlierRulesThrough) => {
      await replay.finish(earlierRulesThrough);
      // Else the server plans what is asked next as if every table were still empty.
      await connection.run('ANALYZE');
    },
  };
}

/** Many rows a statement. One that is refused is found by writing them one by one. */
function rowSink(connection: SqlConnection, gathered: GatheredRows): RowSink {
  const send = async (statement: string, rows: readonly (readonly unknown[])[]): Promise<void> => {
    for (const row of rows) {
      if (!gathered.add(statement, row)) await connection.run(statement, ...row);
    }
    await gathered.send();
  };
  return {
    insert: async (table, columns, rows) => {
      const isAudit = table === 'audit';
      const statement = insertInto(table, isAudit ? [...columns, 'unit_id'] : columns);
      const written = isAudit ? rows.map((row) => [...row, MOVED_UNIT]) : rows;
      await connection.run('SAVEPOINT replay');
      try {
        await send(statement, written);
      } catch (error) {
        if (!isOfTheRow(error)) throw error;
        await connection.run('ROLLBACK TO SAVEPOINT replay');
        await findRefused(written, (row) => send(statement, [row]));
        throw error;
      }
      await connection.run('RELEASE SAVEPOINT replay');
    },
    newKey: (id) => id,
    keyOf: async (kind, ids) => ((await isThere(connection, kind, ids)) ? ids.join('/') : undefined),
  };
}

/** Throws RefusedFacts for the first row that is refused by itself; the unit is to be undone anyway. */
async function findRefused(
  rows: readonly (readonly unknown[])[],
  write: (row: readonly unknown[]) => Promise<void>,
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    try {
      await write(row);
    } catch (error) {
      throw new RefusedFacts(index, index, (error as Error).message, error);
    }
  }
}

const OWNERS: Readonly<Record<OwnerKind, string>> = {
  merchant: 'SELECT 1 FROM merchants WHERE merchant_key = ?',
  store: 'SELECT 1 FROM stores WHERE store_key = ?',
  user: 'SELECT 1 FROM users WHERE user_key = ?',
};

async function isThere(connection: SqlConnection, kind: OwnerKind, ids: readonly string[]): Promise<boolean> {
  return (await connection.get(OWNERS[kind], ids.join('/'))) !== undefined;
}

function insertInto(table: string, columns: readonly string[]): string {
  const names = columns.map((name) => `"${name}"`).join(', ');
  return `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** A constraint, a trigger or the type of a column says no; anything else is of the server or of the program. */
function isOfTheRow(error: unknown): boolean {
  return /^(?:22|23|P0001)/.test(String((error as { code?: unknown } | null)?.code));
}
