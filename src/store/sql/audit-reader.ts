import { foldForSearch } from '../../domain/search-folding.ts';
import type { AccessReader, AuditReadRecord, EventRecord, SealedAuditRecord } from '../access-port.ts';
import { AUDIT_FIELDS } from '../sealing.ts';
import { AUDIT_READ_FIELDS, selectList } from './columns.ts';
import { type Dialect, query } from './dialect.ts';
import { type Condition, condition, listPage, textIn } from './list-page.ts';
import type { SqlConnection } from './sql-connection.ts';

const AUDIT = `s.sequence AS sequence, ${selectList('a', AUDIT_FIELDS)}`;
const SEALED_AUDIT = "audit a JOIN seals s ON s.kind = 'audit' AND s.number = a.number";

/** As in the index `audit_events`, to the letter: the engine uses it for nothing else. */
const IS_EVENT = `outcome = 'done' AND substr(action, 1, 5) <> 'auth.' AND action NOT IN ('users.list', 'users.get')`;

const EVENTS = query(
  (d) => `SELECT a.at, a.actor, a.action, a.object, a.after_json AS "afterJson",
    l.application_id AS "applicationId"
  FROM (SELECT number FROM audit WHERE ${IS_EVENT} ORDER BY number ${d.page}) e
  JOIN audit a ON a.number = e.number LEFT JOIN loans l ON l.loan_id = ${d.firstLine('a.object')}
  ORDER BY a.number`,
);

/** Records that name an id among what they touch, and those of imports of older programs, which named their loans nowhere. */
function touching(id: string | undefined): Condition[] {
  if (id === undefined) return [];
  const isNamed = (d: Dialect) => d.contains(`${d.lineFeed} || a.object || ${d.lineFeed}`);
  const ofBatches = 'a.object IN (SELECT p.batch_id FROM payments p WHERE p.loan_id = ?)';
  return condition(true, (d) => `${isNamed(d)} OR ${ofBatches}`, `\n${id}\n`, id);
}

/** Reads of the audit trail, and of the changes it tells of. */
export function auditReader(connection: SqlConnection): AccessReader['audit'] {
  return {
    list: async (filter, page, order = 'oldest') =>
      listPage<SealedAuditRecord>(
        connection,
        {
          columns: AUDIT,
          from: SEALED_AUDIT,
          orderBy: order === 'oldest' ? 'a.number' : 'a.number DESC',
        },
        [
          ...condition(filter.action !== undefined, 'a.action = ?', filter.action),
          ...touching(filter.object),
          ...condition(filter.actor !== undefined, 'a.actor = ?', filter.actor),
          ...condition(
            filter.search !== undefined,
            textIn("''", 'a.actor', 'a.action', 'a.object', 'a.outcome'),
            foldForSearch(filter.search?.trim() ?? ''),
          ),
          ...condition(filter.since !== undefined, 'a.at >= ?', filter.since),
          ...condition(filter.until !== undefined, 'a.at <= ?', filter.until),
        ],
        page,
      ),
    bySequence: async (sequence) =>
      (await connection.get<SealedAuditRecord>(
        `SELECT ${AUDIT} FROM seals s JOIN audit a ON s.kind = 'audit' AND a.number = s.number
         WHERE s.sequence = ?`,
        sequence,
      )) ?? null,
    reads: async (page) =>
      listPage<AuditReadRecord & { readonly number: number }>(
        connection,
        {
          columns: selectList('r', ['number', ...AUDIT_READ_FIELDS]),
          from: 'audit_reads r',
          orderBy: 'r.number DESC',
        },
        [],
        page,
      ),
    events: async (after, limit) => {
      const rows = await connection.all<Omit<EventRecord, 'sequence'>>(EVENTS, limit, after);
      return rows.map((row, index) => ({ ...row, sequence: after + index + 1 }));
    },
  };
}
