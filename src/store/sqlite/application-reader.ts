import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../port.ts';
import type { ApplicationRecord, DecisionRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { APPLICATION_FIELDS, selectList } from './columns.ts';
import type { Connection } from './connection.ts';
import { ANY_ID_OF_MERCHANTS, condition, listPage } from './list-page.ts';

const APPLICATION = selectList('a', APPLICATION_FIELDS);
const DECISION = selectList('d', FACT_FIELDS.decision);

/** Reads of applications, each in the order the ids were given unless the port says otherwise. */
export function applicationReader(connection: Connection): ReadTx['applications'] {
  return {
    byIds: async (ids) =>
      connection.all<ApplicationRecord>(
        `SELECT ${APPLICATION} FROM json_each(?) w CROSS JOIN applications a ON a.application_id = w.value
         ORDER BY w.key`,
        JSON.stringify(ids),
      ),
    byExternalReference: async (caller, reference) =>
      connection.get<ApplicationRecord>(
        `SELECT ${APPLICATION} FROM applications a WHERE a.caller = ? AND a.external_reference = ?`,
        caller,
        reference,
      ) ?? null,
    list: async (filter, page) =>
      listPage<ApplicationRecord>(
        connection,
        { columns: APPLICATION, from: 'applications a', orderBy: 'a.created_at, a.application_id' },
        [
          ...condition(
            filter.status !== undefined,
            'a.status IN (SELECT value FROM json_each(?))',
            JSON.stringify(filter.status ?? []),
          ),
          ...condition(
            filter.merchantId !== undefined,
            `a.merchant_id IN (${ANY_ID_OF_MERCHANTS})`,
            JSON.stringify([filter.merchantId]),
          ),
          ...condition(
            filter.search !== undefined,
            'instr(a.business_name_folded, ?) > 0',
            foldForSearch(filter.search ?? ''),
          ),
        ],
        page,
      ),
  };
}

/** Reads of decisions. */
export function decisionReader(connection: Connection): ReadTx['decisions'] {
  return {
    ofApplications: async (applicationIds) =>
      connection.all<DecisionRecord>(
        `SELECT ${DECISION} FROM decisions d WHERE d.application_id IN (SELECT value FROM json_each(?))
         ORDER BY d.application_id, d.number`,
        JSON.stringify(applicationIds),
      ),
  };
}
