import type { HashField } from '../hashed-fields.ts';
import type { PolicyVersionRecord } from '../records.ts';
import type { Connection } from './connection.ts';

/** The last link of a chain. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: HashField;
}

/**
 * What every unit needs of the ledger's ends, kept by the connection that writes from one unit to the next. It holds
 * as long as nobody else commits and nothing is undone: `renewEnds` and `forgetEnds` see to that.
 */
export interface LedgerEnds {
  /** Whether what is read may be kept: not on a connection that reads, which sees what others commit. */
  areKept: boolean;
  /** The number SQLite changes when another connection commits. */
  dataVersion: number | null;
  seal: ChainEnd | null;
  auditNumber: number | null;
  policy: PolicyVersionRecord | null;
}

/** Ends of which nothing is known, and nothing is kept before a transaction that writes. */
export function unknownEnds(): LedgerEnds {
  return { areKept: false, dataVersion: null, seal: null, auditNumber: null, policy: null };
}

/** To be called when a transaction that writes has begun: forgets what another connection may have changed. */
export function renewEnds({ ends, get }: Connection): void {
  const dataVersion = get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? null;
  if (dataVersion === null || dataVersion !== ends.dataVersion) forgetEnds(ends);
  ends.dataVersion = dataVersion;
  ends.areKept = true;
}

/** To be called when anything was undone. */
export function forgetEnds(ends: LedgerEnds): void {
  ends.seal = null;
  ends.auditNumber = null;
  ends.policy = null;
}
