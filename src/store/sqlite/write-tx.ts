import type { ReadTx, WriteTx } from '../port.ts';
import type { AuditRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash, factValuesHash } from '../sealing.ts';
import { accessWritersOnCall } from '../sql/access-on-call.ts';
import { valuesOf } from '../sql/columns.ts';
import { correctionInserts } from '../sql/correction-writer.ts';
import { dataWritersOnCall } from '../sql/data-writers.ts';
import { applicationStatusOn, lendingInserts, PAYMENT_ROW } from '../sql/lending-writer.ts';
import { loadedOnCall } from '../sql/loaded-on-call.ts';
import { BATCH_ROW, BATCH_ROW_COLUMNS, plannedFiles, receiptInserts } from '../sql/receipt-writer.ts';
import { settledFirst } from '../sql/settled-first.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { Connection } from './connection.ts';
import type { RowsInto } from './rows-into.ts';
import type { Unit } from './unit.ts';

/** Payments inserted at once by an import, which touches more pages than are usually kept. */
const MANY_ROWS = 100;

/** What a unit is carried out on. */
interface UnitParts {
  /** Shows what the unit has written. */
  readonly connection: SqlConnection;
  /** The connection where this thread writes itself; null: it only inserts, and that on another. */
  readonly own: Connection | null;
  readonly into: RowsInto;
  readonly unit: Unit;
}

/** The writing half of the port, for one unit after the other. */
export function writeTxOn({ connection, own, into, unit }: UnitParts, reads: ReadTx): WriteTx {
  const insertFacts = <Row extends object>(
    kind: FactKind,
    sql: string,
    rows: readonly Row[],
    idOf: (row: Row) => string,
    extra: (row: Row) => readonly unknown[] = () => [],
  ): void => {
    for (const row of rows) {
      into.insert(sql, [[...valuesOf(row, FACT_FIELDS[kind]), ...extra(row)]]);
      unit.fact(kind, idOf(row), factHash(kind, row).toString('hex'));
    }
  };

  const applicationStatus = applicationStatusOn(connection);
  const access = accessWritersOnCall(connection, insertFacts);
  const lending = lendingInserts(insertFacts, unit);
  const receipts = receiptInserts(insertFacts, unit);
  // These keep something from row to row of a unit.
  let keeping: (Pick<WriteTx, 'upsert' | 'update' | 'replay'> & { readonly unit: number }) | null = null;
  const ofUnit = () => {
    if (keeping?.unit === unit.count) return keeping;
    if (own === null) throw new Error('a unit of so many rows does nothing but insert');
    const writers = dataWritersOnCall(async () => (await import('./data-writers.ts')).dataWriters(own));
    const replay = loadedOnCall<WriteTx['replay']>({ add: true, finish: true }, async () =>
      (await import('./sqlite-replay.ts')).sqliteReplay(own),
    );
    keeping = { unit: unit.count, upsert: writers, update: { ...writers, applicationStatus }, replay };
    return keeping;
  };
  return {
    ...reads,
    // Nobody else writes meanwhile.
    holdLoans: async () => {},
    // What the unit has numbered must be in the tables before they are read.
    journal: settledFirst(unit, reads.journal),
    verification: settledFirst(unit, reads.verification),
    insert: {
      ...lending,
      policyVersions: async (rows) => {
        await lending.policyVersions(rows);
        if (connection.ends !== undefined) connection.ends.policy = null;
      },
      payments: async (rows) => {
        if (rows.length >= MANY_ROWS) into.makeRoom?.();
        const values = rows.map((row) => valuesOf(row, FACT_FIELDS.payment));
        into.insert(PAYMENT_ROW, values);
        rows.forEach(({ paymentId }, at) => {
          unit.bookable(paymentId, factValuesHash('payment', values[at] as readonly unknown[]), true);
        });
        unit.settleMany();
      },
      journalEntries: async (drafts) => {
        await into.ready?.();
        const numbers = unit.number(drafts);
        // Those of facts that are there already, such as what is held of a file.
        unit.settleMany();
        return numbers;
      },
      audit: async (record: AuditRecord) => unit.audit(record),
      ...access.inserts,
      ...correctionInserts(insertFacts, unit),
      ...receipts,
      batchRows: async (rows) => {
        const values = rows.map((row) => valuesOf(row, BATCH_ROW_COLUMNS));
        into.insert(BATCH_ROW, values);
        await into.ready?.();
      },
    },
    get replay() {
      return ofUnit().replay;
    },
    session: { ...access.session, ...plannedFiles(connection) },
    get upsert() {
      return ofUnit().upsert;
    },
    get update() {
      return ofUnit().update;
    },
  };
}
