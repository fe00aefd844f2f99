import type { ReadTx } from '../port.ts';
import type { AuditRecord, PolicyVersionRecord } from '../records.ts';
import { AUDIT_FIELDS, FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import type { Connection } from './connection.ts';
import { condition, listPage } from './list-page.ts';

const POLICY = selectList('v', FACT_FIELDS.policy);
const AUDIT = `s.sequence AS sequence, ${selectList('a', AUDIT_FIELDS)}`;

/** Reads of the policy. `latest` throws on a ledger without one: the service writes the first with `init`. */
export function policyReader(connection: Connection): ReadTx['policy'] {
  return {
    versions: async () =>
      connection.all<PolicyVersionRecord>(`SELECT ${POLICY} FROM policy_versions v ORDER BY v.version`),
    latest: async () => {
      const latest = connection.get<PolicyVersionRecord>(
        `SELECT ${POLICY} FROM policy_versions v ORDER BY v.version DESC LIMIT 1`,
      );
      if (latest === undefined) throw new Error('the ledger has no policy');
      return latest;
    },
  };
}

/** Reads of the audit trail, oldest first. */
export function auditReader(connection: Connection): ReadTx['audit'] {
  return {
    list: async (filter, page) =>
      listPage<AuditRecord & { readonly sequence: number }>(
        connection,
        {
          columns: AUDIT,
          from: "audit a JOIN seals s ON s.kind = 'audit' AND s.number = a.number",
          orderBy: 'a.number',
        },
        [
          ...condition(filter.action !== undefined, 'a.action = ?', filter.action),
          ...condition(filter.object !== undefined, 'a.object = ?', filter.object),
          ...condition(filter.actor !== undefined, 'a.actor = ?', filter.actor),
        ],
        page,
      ),
  };
}

const ID_COLUMNS = {
  application: 'application_id AS id FROM applications',
  loan: 'loan_id AS id FROM loans',
  disbursement: 'disbursement_reference AS id FROM disbursements',
  payment: 'payment_id AS id FROM payments',
  merchant: 'merchant_id AS id FROM merchants',
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
