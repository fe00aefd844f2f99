import type { Anchor, LedgerInfo } from '../port.ts';
import type { Connection } from './connection.ts';
import { schemaVersionOf } from './migrations.ts';

const COUNTS = `SELECT (SELECT count(*) FROM applications) AS applications, (SELECT count(*) FROM loans) AS loans,
  (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM merchants) AS merchants,
  (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM seals WHERE kind = 'entry') AS entries`;

/** What the ledger is and how much is in it. */
export function ledgerInfo(connection: Connection): LedgerInfo {
  const made = connection.get<{ value: string }>("SELECT value FROM ledger_meta WHERE key = 'created_at'");
  return {
    kind: 'sqlite',
    location: connection.path,
    schemaVersion: schemaVersionOf(connection),
    createdAt: made?.value ?? '',
    counts: connection.get<LedgerInfo['counts']>(COUNTS) as LedgerInfo['counts'],
    anchor:
      connection.get<Anchor>(
        'SELECT sequence, lower(hex(chain_hash)) AS hash FROM seals ORDER BY sequence DESC LIMIT 1',
      ) ?? null,
  };
}
