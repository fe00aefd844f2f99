import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx, WriteTx } from '../port.ts';
import type { AuditRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash } from '../sealing.ts';
import { accessInserts, accessSession } from '../sql/access-writer.ts';
import { APPLICATION_FIELDS, insertSql, valuesOf } from '../sql/columns.ts';
import { correctionInserts } from '../sql/correction-writer.ts';
import { loadedOnCall } from '../sql/loaded-on-call.ts';
import type { Connection } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import { plannedFiles, receiptInserts } from './receipt-writer.ts';
import type { Unit } from './unit.ts';

const APPLICATION_ROW = insertSql('applications', [...APPLICATION_FIELDS, 'businessNameFolded']);
const LOAN_ROW = insertSql('loans', [...FACT_FIELDS.loan, 'businessNameFolded']);
const DECISION_ROW = insertSql('decisions', FACT_FIELDS.decision);
const CLOSURE_ROW = insertSql('loan_closures', FACT_FIELDS.closure);
const DISBURSEMENT_ROW = insertSql('disbursements', FACT_FIELDS.disbursement);
const OUTCOME_ROW = insertSql('disbursement_outcomes', FACT_FIELDS.outcome);
const POLICY_ROW = insertSql('policy_versions', FACT_FIELDS.policy);
const PAYMENT_ROW = insertSql('payments', FACT_FIELDS.payment);

const DATA_WRITERS = {
  merchants: true,
  stores: true,
  orders: true,
  users: true,
  transactions: true,
  flags: true,
  userLastUpdated: true,
  merchantLatestUpdate: true,
} as const;

/** The writing half of the port over the writing connection, for one unit after the other. */
export function writeTxOn(connection: Connection, reads: ReadTx, unit: Unit): WriteTx {
  const insertFacts = <Row extends object>(
    kind: FactKind,
    sql: string,
    rows: readonly Row[],
    idOf: (row: Row) => string,
    extra: (row: Row) => readonly unknown[] = () => [],
  ): void => {
    for (const row of rows) {
      connection.run(sql, ...valuesOf(row, FACT_FIELDS[kind]), ...extra(row));
      unit.fact(kind, idOf(row), factHash(kind, row).toString('hex'));
    }
  };

  const applicationStatus: WriteTx['update']['applicationStatus'] = async (applicationId, status) => {
    const changed = connection.run(
      'UPDATE applications SET status = ? WHERE application_id = ?',
      status,
      applicationId,
    );
    if (changed !== 1) throw new Error(`no such application: ${applicationId}`);
  };
  // These keep something from row to row of a unit.
  let keeping: (Pick<WriteTx, 'upsert' | 'update' | 'replay'> & { readonly unit: number }) | null = null;
  const ofUnit = () => {
    if (keeping?.unit === unit.count) return keeping;
    const writers = loadedOnCall(DATA_WRITERS, async () =>
      (await import('./data-writers.ts')).dataWriters(connection),
    );
    const replay = loadedOnCall<WriteTx['replay']>({ add: true, finish: true }, async () =>
      (await import('./sqlite-replay.ts')).sqliteReplay(connection),
    );
    keeping = { unit: unit.count, upsert: writers, update: { ...writers, applicationStatus }, replay };
    return keeping;
  };
  return {
    ...reads,
    // What the unit has numbered must be in the tables before they are read.
    journal: settledFirst(unit, reads.journal),
    verification: settledFirst(unit, reads.verification),
    insert: {
      applications: async (rows) =>
        insertFacts(
          'application',
          APPLICATION_ROW,
          rows,
          (row) => row.applicationId,
          (row) => [row.status, foldForSearch(row.businessName)],
        ),
      decisions: async (rows) =>
        insertFacts('decision', DECISION_ROW, rows, (row) => `${row.applicationId}/${row.number}`),
      loans: async (rows) =>
        insertFacts(
          'loan',
          LOAN_ROW,
          rows,
          (row) => row.loanId,
          (row) => [foldForSearch(row.businessName)],
        ),
      loanClosures: async (rows) => insertFacts('closure', CLOSURE_ROW, rows, (row) => row.loanId),
      disbursements: async (rows) => {
        insertFacts('disbursement', DISBURSEMENT_ROW, rows, (row) => row.disbursementReference);
        for (const row of rows) {
          const hash = factHash('disbursement', row).toString('hex');
          // One settled by hand is booked when it is completed.
          unit.bookable(row.disbursementReference, hash, row.settlement === 'automatic');
        }
      },
      disbursementOutcomes: async (rows) =>
        insertFacts('outcome', OUTCOME_ROW, rows, (row) => `${row.disbursementReference}/${row.outcome}`),
      policyVersions: async (rows) => {
        insertFacts('policy', POLICY_ROW, rows, (row) => String(row.version));
        connection.ends.policy = null;
      },
      payments: async (rows) => {
        const values = rows.map((row) => valuesOf(row, FACT_FIELDS.payment));
        insertRows(connection, PAYMENT_ROW, values);
        for (const row of rows) unit.bookable(row.paymentId, factHash('payment', row), true);
        unit.settleMany();
      },
      journalEntries: async (drafts) => unit.number(drafts),
      audit: async (record: AuditRecord) => unit.audit(record),
      ...accessInserts(connection, insertFacts),
      ...correctionInserts(insertFacts, unit),
      ...receiptInserts(connection, insertFacts, unit),
    },
    get replay() {
      return ofUnit().replay;
    },
    session: { ...accessSession(connection, () => null), ...plannedFiles(connection) },
    get upsert() {
      return ofUnit().upsert;
    },
    get update() {
      return ofUnit().update;
    },
  };
}

/** The same methods, each settling the unit before it reads. */
function settledFirst<Methods extends object>(unit: Unit, methods: Methods): Methods {
  const settled: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methods)) {
    settled[name] = async (...values: unknown[]) => {
      unit.settle();
      return method(...values);
    };
  }
  return settled as Methods;
}
