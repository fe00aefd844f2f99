import type { ReadTx } from '../port.ts';
import type { PolicyVersionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from '../sql/columns.ts';
import type { Connection } from './connection.ts';
import { latestPolicy } from './latest-policy.ts';

const POLICY = selectList('v', FACT_FIELDS.policy);

/** Reads of the policy. `latest` throws on a ledger without one: the service writes the first with `init`. */
export function policyReader(connection: Connection): ReadTx['policy'] {
  return {
    versions: async () =>
      connection.all<PolicyVersionRecord>(`SELECT ${POLICY} FROM policy_versions v ORDER BY v.version`),
    latest: async () => {
      const latest = latestPolicy(connection);
      if (latest === undefined) throw new Error('the ledger has no policy');
      return latest;
    },
    latestVersion: async () => {
      if (connection.ends.policy !== null) return connection.ends.policy.version;
      const latest = connection.get<{ version: number | null }>(
        'SELECT max(version) AS version FROM policy_versions',
      );
      if (typeof latest?.version !== 'number') throw new Error('the ledger has no policy');
      return latest.version;
    },
  };
}

const ID_COLUMNS = {
  application: 'application_id AS id FROM applications',
  loan: 'loan_id AS id FROM loans',
  disbursement: 'disbursement_reference AS id FROM disbursements',
  payment: 'payment_id AS id FROM payments',
  merchant: 'merchant_id AS id FROM merchants',
  refund: 'refund_id AS id FROM refunds',
  batch: 'batch_id AS id FROM payment_batches',
  held_row: 'held_id AS id FROM held_rows',
} as const;

/** Looks up which ids exist. */
export function idReader(connection: Connection): ReadTx['ids'] {
  return {
    existing: async (kind, ids) =>
      connection
        .all<{ id: string }>(
          `SELECT t.id FROM json_each(?) w CROSS JOIN (SELECT ${ID_COLUMNS[kind]}) t ON t.id = w.value
           ORDER BY w.key`,
          JSON.stringify(ids),
        )
        .map((row) => row.id),
  };
}
