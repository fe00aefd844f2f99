import { foldForSearch } from '../../domain/search-folding.ts';
import type { ApplicationOrder } from '../list-filters.ts';
import type { ReadTx } from '../port.ts';
import type { ApplicationRecord, DecisionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { APPLICATION_FIELDS, selectList } from './columns.ts';
import { type Dialect, query } from './dialect.ts';
import { anyIdOfMerchants, condition, listPage, textIn } from './list-page.ts';
import { inOrderAsked, isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const APPLICATION = selectList('a', APPLICATION_FIELDS);
const BY_ID = inOrderAsked(APPLICATION, 'applications a', 'a.application_id');
const DECISION = selectList('d', FACT_FIELDS.decision);

const OF_APPLICATIONS = query(
  (d) => `SELECT ${DECISION} FROM decisions d WHERE ${isAmong('d.application_id', d)}
  ORDER BY d.application_id, d.number`,
);

/** Taken or decided since, or given back by the cancellation of its loan. */
const changed = (d: Dialect) =>
  `${d.greatest(
    'a.created_at',
    "coalesce((SELECT max(d.decided_at) FROM decisions d WHERE d.application_id = a.application_id), '')",
    `coalesce((SELECT max(c.closed_at) FROM loans l JOIN loan_closures c ON c.loan_id = l.loan_id
    WHERE l.application_id = a.application_id), '')`,
  )} > ?`;

const ORDERS = {
  created: 'a.created_at',
  requested_amount: 'a.requested_amount_piastres',
  business_name: 'a.business_name_folded',
} as const;

function orderBy({ key, descending }: ApplicationOrder = { key: 'created', descending: false }): string {
  const way = descending ? ' DESC' : '';
  const ties = descending && key === 'created' ? ' DESC' : '';
  return `${ORDERS[key]}${way}, a.created_at${ties}, a.application_id${ties}`;
}

/** Reads of applications, each in the order the ids were given unless the port says otherwise. */
export function applicationReader(connection: SqlConnection): ReadTx['applications'] {
  return {
    byIds: async (ids) => connection.all<ApplicationRecord>(BY_ID, JSON.stringify(ids)),
    byExternalReference: async (caller, reference) =>
      (await connection.get<ApplicationRecord>(
        `SELECT ${APPLICATION} FROM applications a WHERE a.caller = ? AND a.external_reference = ?`,
        caller,
        reference,
      )) ?? null,
    list: async (filter, page, order) =>
      listPage<ApplicationRecord>(
        connection,
        { columns: APPLICATION, from: 'applications a', orderBy: orderBy(order) },
        [
          ...condition(
            filter.status !== undefined,
            (d) => isAmong('a.status', d),
            JSON.stringify(filter.status ?? []),
          ),
          ...condition(
            filter.merchantId !== undefined,
            (d) => `a.merchant_id IN (${anyIdOfMerchants(d)})`,
            JSON.stringify([filter.merchantId]),
          ),
          ...condition(
            filter.search !== undefined,
            textIn('a.business_name_folded', 'a.application_id', 'a.merchant_id', 'a.external_reference'),
            foldForSearch(filter.search?.trim() ?? ''),
          ),
          ...condition(
            filter.externalReference !== undefined,
            'a.external_reference = ?',
            filter.externalReference,
          ),
          ...condition(filter.createdAfter !== undefined, 'a.created_at > ?', filter.createdAfter),
          ...condition(filter.updatedAfter !== undefined, changed, filter.updatedAfter),
        ],
        page,
      ),
  };
}

/** Reads of decisions. */
export function decisionReader(connection: SqlConnection): ReadTx['decisions'] {
  return {
    ofApplications: async (applicationIds) =>
      connection.all<DecisionRecord>(OF_APPLICATIONS, JSON.stringify(applicationIds)),
  };
}
