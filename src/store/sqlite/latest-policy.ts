import type { PolicyVersionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from '../sql/columns.ts';
import type { Connection } from './connection.ts';

const LATEST_POLICY = `SELECT ${selectList('v', FACT_FIELDS.policy)} FROM policy_versions v
  ORDER BY v.version DESC LIMIT 1`;

/** The policy as it stands; undefined on a ledger that is being made. */
export function latestPolicy(connection: Connection): PolicyVersionRecord | undefined {
  const { ends } = connection;
  if (ends.policy !== null) return ends.policy;
  const latest = connection.get<PolicyVersionRecord>(LATEST_POLICY);
  if (ends.areKept && latest !== undefined) ends.policy = latest;
  return latest;
}
