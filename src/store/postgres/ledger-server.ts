import type { Pool } from 'pg';
import type { ReadTx } from '../port.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { LateCommits } from './late-commits.ts';
import type { LoanTurns } from './loan-turns.ts';
import type { Patience } from './repeating.ts';
import type { SealingTurns } from './sealing-turns.ts';
import type { TableColumns } from './table-columns.ts';

/** A ledger on a server, as reads and units need it. */
export interface LedgerServer {
  readonly pool: Pool;
  readonly tables: TableColumns;
  readonly sealing: SealingTurns;
  readonly turns: LoanTurns;
  /** The same for units that import, as if all were of one loan. */
  readonly importTurns: LoanTurns;
  readonly patience: Patience;
  readonly lateCommits: LateCommits;
  /** Host and database for messages, without a password. */
  readonly place: string;
  /** All reads over a connection, in whatever transaction it is in. */
  readTxOn(connection: SqlConnection): ReadTx;
  newUnitId(): string;
  newSignInId(): number;
}
