import type { Pool, PoolClient } from 'pg';
import type { HashField } from '../hashed-fields.ts';
import { AUDIT_FIELDS, auditHash, CHAIN_START, type SealedItem, sealHash } from '../sealing.ts';
import { insertSql, valuesOf } from '../sql/columns.ts';
import { connectionOn, type PostgresConnection } from './connection.ts';
import { GatheredRows } from './gathered-rows.ts';
import { CommitUnconfirmed, type LateCommits } from './late-commits.ts';
import { LOCK_SEALING, TRY_LOCK_SEALING } from './locks.ts';
import type { TableColumns } from './table-columns.ts';
import type { UnsealedRecord } from './unit.ts';
import type { WaitingEntry } from './waiting-entries.ts';

/** Items sealed in one transaction: others wait for it. */
const SEALED_AT_ONCE = 5000;
/** Seals that are made before they are sent, if they are many. */
const SENT_AT_ONCE = 1000;

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
  const { count, rows } = await takeQueued(connection, tables);
  await rows.send();
  await commits.commit(connection.client, () => {});
  return count;
}

/**
 * Seals entries a unit has just written, and before them what is queued, in its own transaction. The unit has their
 * loans locked, so that all that was booked on them before is there to be sealed first; its transaction sees what others
 * commit. False: they must queue, since somebody else is sealing or too much is queued.
 */
export async function sealEntries(
  client: PoolClient,
  tables: TableColumns,
  entries: Iterable<WaitingEntry>,
): Promise<boolean> {
  const connection = connectionOn(client);
  const lock = await connection.get<{ isOurs: number }>(TRY_LOCK_SEALING);
  if (lock?.isOurs !== 1) return false;
  const { count, rows, chain } = await takeQueued(connection, tables);
  const hasTurn = count < SEALED_AT_ONCE;
  let unsent = 0;
  for (const { loanId, number, hash } of hasTurn ? entries : []) {
    chain.add({ kind: 'entry', loanId, number }, hash);
    unsent += 1;
    if (unsent < SENT_AT_ONCE) continue;
    await rows.sendMany();
    unsent = 0;
  }
  await rows.send();
  return hasTurn;
}

/** The first of the queue, taken out of it and sealed: how many, the rows to be sent, and the chain they lengthened. */
interface Taken {
  readonly count: number;
  readonly rows: GatheredRows;
  readonly chain: SealChain;
}

async function takeQueued(connection: PostgresConnection, tables: TableColumns): Promise<Taken> {
  const [queue, lastSeal, lastAudit] = await Promise.all([
    connection.all<QueuedItem>(TAKE),
    connection.get<{ number: number; hash: Buffer }>(LAST_SEAL),
    connection.get<{ number: number | null }>(LAST_AUDIT),
  ]);
  const rows = new GatheredRows(connection, tables);
  const chain = new SealChain(rows, lastSeal);
  let auditNumber = lastAudit?.number ?? 0;
  for (const item of queue.sort(byPlace)) {
    if (item.kind === 'audit') {
      auditNumber += 1;
      const hash = writeAudit(rows, auditNumber, item);
      chain.add({ kind: 'audit', loanId: null, number: auditNumber }, hash);
    } else {
      const { loanId, number, itemHash } = item;
      chain.add({ kind: 'entry', loanId, number: number as number }, itemHash as Buffer);
    }
  }
  return { count: queue.length, rows, chain };
}

/** The chain of all seals, as it is made longer. */
class SealChain {
  readonly #rows: GatheredRows;
  #sequence: number;
  #hash: HashField;

  constructor(rows: GatheredRows, last: { readonly number: number; readonly hash: Buffer } | undefined) {
    this.#rows = rows;
    this.#sequence = last?.number ?? 0;
    this.#hash = last?.hash ?? CHAIN_START;
  }

  add(item: SealedItem, hash: Buffer): void {
    this.#sequence += 1;
    const chainHash = sealHash(this.#hash, this.#sequence, item, hash);
    this.#rows.add(SEAL_ROW, [this.#sequence, item.kind, item.loanId, item.number, hash, chainHash]);
    this.#hash = chainHash;
  }
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
