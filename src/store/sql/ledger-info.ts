import type { Anchor, LedgerEnd, LedgerInfo } from '../port.ts';
import { query } from './dialect.ts';
import type { SqlConnection } from './sql-connection.ts';

const COUNTS = `SELECT (SELECT count(*) FROM applications) AS applications, (SELECT count(*) FROM loans) AS loans,
  (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM merchants) AS merchants,
  (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM seals WHERE kind = 'entry') AS entries`;
const MADE = `SELECT m.value, (SELECT max(version) FROM schema_migrations) AS version
  FROM ledger_meta m WHERE m.key = 'created_at'`;
const ANCHOR = query(
  (d) => `SELECT sequence, ${d.hex('chain_hash')} AS hash FROM seals ORDER BY sequence DESC LIMIT 1`,
);

/** Which engine keeps the ledger, and where. */
export type LedgerSite = Pick<LedgerInfo, 'kind' | 'location'>;

/** What the ledger is and how much is in it. */
export async function ledgerInfo(connection: SqlConnection, site: LedgerSite): Promise<LedgerInfo> {
  const made = await connection.get<{ value: string; version: number | null }>(MADE);
  return {
    ...site,
    ...(await ledgerEnd(connection, site)),
    schemaVersion: made?.version ?? 0,
    createdAt: made?.value ?? '',
    counts: (await connection.get<LedgerInfo['counts']>(COUNTS)) as LedgerInfo['counts'],
  };
}

/** Where the ledger is, and the end of its sealed chain. */
export async function ledgerEnd(connection: SqlConnection, { location }: LedgerSite): Promise<LedgerEnd> {
  return { location, anchor: (await connection.get<Anchor>(ANCHOR)) ?? null };
}
