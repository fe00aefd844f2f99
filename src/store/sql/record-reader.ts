import type { ReadTx } from '../port.ts';
import type { PolicyVersionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import type { Query } from './dialect.ts';
import { latestPolicy } from './latest-policy.ts';
import { inOrderAsked } from './rows-of-ids.ts';
import { earlierRulesThrough } from './servicing-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

const POLICY = selectList('v', FACT_FIELDS.policy);

/** Reads of the policy. `latest` throws on a ledger without one: the service writes the first with `init`. */
export function policyReader(connection: SqlConnection): ReadTx['policy'] {
  return {
    versions: async () =>
      connection.all<PolicyVersionRecord>(`SELECT ${POLICY} FROM policy_versions v ORDER BY v.version`),
    latest: async () => {
      const latest = await latestPolicy(connection);
      if (latest === undefined) throw new Error('the ledger has no policy');
      return latest;
    },
    earlierRulesThrough: async () => earlierRulesThrough(connection),
    latestVersion: async () => {
      const kept = connection.ends?.policy;
      if (kept) return kept.version;
      const latest = await connection.get<{ version: number | null }>(
        'SELECT max(version) AS version FROM policy_versions',
      );
      if (typeof latest?.version !== 'number') throw new Error('the ledger has no policy');
      return latest.version;
    },
  };
}

const EXISTING = {
  application: existing('applications', 'application_id'),
  loan: existing('loans', 'loan_id'),
  disbursement: existing('disbursements', 'disbursement_reference'),
  payment: existing('payments', 'payment_id'),
  merchant: existing('merchants', 'merchant_id'),
  refund: existing('refunds', 'refund_id'),
  batch: existing('payment_batches', 'batch_id'),
  held_row: existing('held_rows', 'held_id'),
} as const;

function existing(table: string, column: string): Query {
  return inOrderAsked(`t.${column} AS id`, `${table} t`, `t.${column}`);
}

/** Looks up which ids exist. */
export function idReader(connection: SqlConnection): ReadTx['ids'] {
  return {
    existing: async (kind, ids) => {
      const rows = await connection.all<{ id: string }>(EXISTING[kind], JSON.stringify(ids));
      return rows.map((row) => row.id);
    },
  };
}
