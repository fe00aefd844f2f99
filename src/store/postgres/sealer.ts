import type { Pool } from 'pg';
import { AUDIT_FIELDS, auditHash, CHAIN_START, type SealedItem, sealHash } from '../sealing.ts';
import { insertSql, valuesOf } from '../sql/columns.ts';
import { connectionOn, type PostgresConnection } from './connection.ts';
import { GatheredRows } from './gathered-rows.ts';
import { CommitUnconfirmed, type LateCommits } from './late-commits.ts';
import { LOCK_SEALING } from './locks.ts';
import type { TableColumns } from './table-columns.ts';
import type { UnsealedRecord } from './unit.ts';

/** Items sealed in one transaction: others wait for it. */
const SEALED_AT_ONCE = 5000;

interface QueuedItem {
  readonly unitId: string;
  readonly position: number;
  readonly queuedAtUs: number;
  readonly kind: SealedItem['kind'];
  readonly loanId: string | null;
  readonly number: number | null;
  readonly itemHash: Buffer | null;
  readonly recordJson: string | null;
}

/**
 * Takes the first of the queue out of it. By their places in the table: for a join by their keys the planner would have
 * to know how long the queue is, which changes all the time.
 */
const TAKE = `DELETE FROM unsealed WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM unsealed ORDER BY queued_at_us, unit_id, position LIMIT ${SEALED_AT_ONCE}))
  RETURNING unit_id AS "unitId", position, queued_at_us AS "queuedAtUs", kind, loan_id AS "loanId", number,
    item_hash AS "itemHash", record_json AS "recordJson"`;
const LAST_SEAL =
  'SELECT sequence AS "number", chain_hash AS "hash" FROM seals ORDER BY sequence DESC LIMIT 1';
const LAST_AUDIT = 'SELECT max(number) AS "number" FROM audit';
const SEAL_ROW = `INSERT INTO seals (sequence, kind, loan_id, number, item_hash, chain_hash)
  VALUES (?, ?, ?, ?, ?, ?)`;
const AUDIT_ROW = insertSql('audit', ['number', ...AUDIT_FIELDS, 'hash', 'unitId']);
const FACT_ROW = `INSERT INTO audit_facts (audit_number, kind, fact_id, hash) VALUES (?, ?, ?, decode(?, 'hex'))`;
/**
 * Seals what is committed and waits for it, in the order of the queue: numbers the audit records and lengthens the
 * chain. One program at a time; the others wait, and find nothing left to do.
 */
export async function sealQueue(pool: Pool, tables: TableColumns, commits: LateCommits): Promise<void> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    const connection = connectionOn(client);
    while ((await sealSome(connection, tables, commits)) === SEALED_AT_ONCE);
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    if (!(failed instanceof CommitUnconfirmed)) client.release(failed !== undefined);
  }
}

async function sealSome(
  connection: PostgresConnection,
  tables: TableColumns,
  commits: LateCommits,
): Promise<number> {
  await connection.run('BEGIN ISOLATION LEVEL READ COMMITTED');
  // The next statement must not be on its way yet: it is to see what was sealed while we waited.
  await connection.get(LOCK_SEALING);
  const [queue, lastSeal, lastAudit] = await Promise.all([
    connection.all<QueuedItem>(TAKE),
    connection.get<{ number: number; hash: Buffer }>(LAST_SEAL),
    connection.get<{ number: number | null }>(LAST_AUDIT),
  ]);
  if (queue.length > 0) {
    const rows = new GatheredRows(connection, tables);
    let chain = { number: lastSeal?.number ?? 0, hash: lastSeal?.hash ?? CHAIN_START };
    let auditNumber = lastAudit?.number ?? 0;
    for (const item of queue.sort(byPlace)) {
      let hash = item.itemHash;
      let sealed: SealedItem;
      if (item.kind === 'audit') {
        auditNumber += 1;
        hash = writeAudit(rows, auditNumber, item);
        sealed = { kind: 'audit', loanId: null, number: auditNumber };
      } else {
        sealed = { kind: 'entry', loanId: item.loanId, number: item.number as number };
      }
      const sequence = chain.number + 1;
      const chainHash = sealHash(chain.hash, sequence, sealed, hash as Buffer);
      rows.add(SEAL_ROW, [sequence, sealed.kind, sealed.loanId, sealed.number, hash, chainHash]);
      chain = { number: sequence, hash: chainHash };
    }
    await rows.send();
  }
  await commits.commit(connection.client, () => {});
  return queue.length;
}

/** Writes an audit record under its number, with what it vouches for; answers its hash. */
function writeAudit(rows: GatheredRows, number: number, { recordJson, unitId }: QueuedItem): Buffer {
  const { record, facts } = JSON.parse(recordJson as string) as UnsealedRecord;
  const hash = auditHash(number, record, facts);
  rows.add(AUDIT_ROW, [number, ...valuesOf(record, AUDIT_FIELDS), hash, unitId]);
  for (const fact of facts) rows.add(FACT_ROW, [number, fact.kind, fact.factId, fact.hash]);
  return hash;
}

/** The order of the queue. Ids of units are ASCII. */
function byPlace(a: QueuedItem, b: QueuedItem): number {
  if (a.queuedAtUs !== b.queuedAtUs) return a.queuedAtUs - b.queuedAtUs;
  if (a.unitId !== b.unitId) return a.unitId < b.unitId ? -1 : 1;
  return a.position - b.position;
}
