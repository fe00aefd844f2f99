import type { PolicyVersionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import type { SqlConnection } from './sql-connection.ts';

const LATEST_POLICY = `SELECT ${selectList('v', FACT_FIELDS.policy)} FROM policy_versions v
  ORDER BY v.version DESC LIMIT 1`;

/** The policy as it stands; undefined on a ledger that is being made. */
export async function latestPolicy(connection: SqlConnection): Promise<PolicyVersionRecord | undefined> {
  const { ends } = connection;
  if (ends !== undefined && ends.policy !== null) return ends.policy;
  const latest = await connection.get<PolicyVersionRecord>(LATEST_POLICY);
  if (ends?.areKept && latest !== undefined) ends.policy = latest;
  return latest;
}
