import type { ReadTx, WriteTx } from '../port.ts';
import type { AuditRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash } from '../sealing.ts';
import { accessInserts, accessSession } from '../sql/access-writer.ts';
import { valuesOf } from '../sql/columns.ts';
import { correctionInserts } from '../sql/correction-writer.ts';
import { dataWritersOnCall } from '../sql/data-writers.ts';
import { textOf } from '../sql/dialect.ts';
import { applicationStatusOn, lendingInserts, PAYMENT_ROW } from '../sql/lending-writer.ts';
import { loadedOnCall } from '../sql/loaded-on-call.ts';
import { BATCH_ROW, BATCH_ROW_COLUMNS, plannedFiles, receiptInserts } from '../sql/receipt-writer.ts';
import { settledFirst } from '../sql/settled-first.ts';
import type { CopyingConnection } from './copied-rows.ts';
import type { GatheredRows } from './gathered-rows.ts';
import type { LoanLocks } from './loan-locks.ts';
import { LOCK_POLICY } from './locks.ts';
import { LOG_MARK } from './log-mark.ts';
import { POSTGRES } from './postgres-dialect.ts';
import type { Unit } from './unit.ts';

/** What a unit writes with. */
interface Writing {
  /** Keeps plain INSERTs back until anything is read. */
  readonly connection: CopyingConnection;
  readonly rows: GatheredRows;
  readonly reads: ReadTx;
  readonly unit: Unit;
  /** null: nothing is kept, so nothing is locked. */
  readonly locks: LoanLocks | null;
  newSignInId(): number;
}

/** The writing half of the port, within one unit. */
export function writeTxOn(writing: Writing): WriteTx {
  const { connection, rows: gathered, reads, unit, locks } = writing;
  const insertFacts = <Row extends object>(
    kind: FactKind,
    sql: string,
    rows: readonly Row[],
    idOf: (row: Row) => string,
    extra: (row: Row) => readonly unknown[] = () => [],
  ): void => {
    for (const row of rows) {
      if (!gathered.add(sql, [...valuesOf(row, FACT_FIELDS[kind]), ...extra(row)])) {
        throw new Error(`not a plain INSERT: ${sql}`);
      }
      unit.fact(kind, idOf(row), factHash(kind, row).toString('hex'));
    }
  };

  const lending = lendingInserts(insertFacts, unit);
  const data = dataWritersOnCall(async () => (await import('./data-writers.ts')).dataWriters(connection));
  return {
    ...reads,
    holdLoans: async (ids) => locks?.hold(ids),
    loans: {
      ...reads.loans,
      byIds: async (ids) => {
        await locks?.hold(ids);
        return reads.loans.byIds(ids);
      },
    },
    keptAnswers: {
      byKey: async (caller, key) => {
        const kept = await reads.keptAnswers.byKey(caller, key);
        if (kept !== null) await connection.get(LOG_MARK);
        return kept;
      },
    },
    // What the unit has numbered must be in the tables before they are read.
    get journal() {
      return settledFirst(unit, reads.journal);
    },
    get verification() {
      return settledFirst(unit, reads.verification);
    },
    insert: {
      ...lending,
      loans: async (rows) => {
        await lending.loans(rows);
        for (const row of rows) locks?.made(row.loanId);
      },
      policyVersions: async (rows) => {
        await connection.get(LOCK_POLICY);
        await lending.policyVersions(rows);
      },
      payments: async (rows) => {
        for (const row of rows) {
          gathered.add(PAYMENT_ROW, valuesOf(row, FACT_FIELDS.payment));
          unit.bookable(row.paymentId, factHash('payment', row), true);
        }
        await unit.settleMany();
      },
      journalEntries: (drafts) => unit.number(drafts),
      audit: (record: AuditRecord) => unit.audit(record),
      ...accessInserts(connection, insertFacts),
      ...correctionInserts(insertFacts, unit),
      ...receiptInserts(insertFacts, unit),
      batchRows: async (rows) => {
        for (const row of rows) {
          gathered.add(textOf(BATCH_ROW, POSTGRES), valuesOf(row, BATCH_ROW_COLUMNS));
          await gathered.sendMany();
        }
      },
    },
    replay: loadedOnCall<WriteTx['replay']>({ add: true, finish: true }, async () =>
      (await import('./postgres-replay.ts')).postgresReplay(connection, gathered),
    ),
    session: { ...accessSession(connection, writing.newSignInId), ...plannedFiles(connection) },
    upsert: data,
    update: {
      ...data,
      applicationStatus: applicationStatusOn(connection),
    },
  };
}
