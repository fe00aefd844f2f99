import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx, WriteTx } from '../port.ts';
import type { AuditRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash } from '../sealing.ts';
import { accessInserts, accessSession } from '../sql/access-writer.ts';
import { APPLICATION_FIELDS, insertSql, valuesOf } from '../sql/columns.ts';
import { correctionInserts } from '../sql/correction-writer.ts';
import { loadedOnCall } from '../sql/loaded-on-call.ts';
import type { CopyingConnection } from './copied-rows.ts';
import type { GatheredRows } from './gathered-rows.ts';
import type { LoanLocks } from './loan-locks.ts';
import { LOCK_POLICY } from './locks.ts';
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

  const data = loadedOnCall(DATA_WRITERS, async () =>
    (await import('./data-writers.ts')).dataWriters(connection),
  );
  return {
    ...reads,
    loans: {
      ...reads.loans,
      byIds: async (ids) => {
        await locks?.hold(ids);
        return reads.loans.byIds(ids);
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
      loans: async (rows) => {
        insertFacts(
          'loan',
          LOAN_ROW,
          rows,
          (row) => row.loanId,
          (row) => [foldForSearch(row.businessName)],
        );
        for (const row of rows) locks?.made(row.loanId);
      },
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
        await connection.get(LOCK_POLICY);
        insertFacts('policy', POLICY_ROW, rows, (row) => String(row.version));
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
      ...receiptInserts(gathered, insertFacts, unit),
    },
    replay: loadedOnCall<WriteTx['replay']>({ add: true, finish: true }, async () =>
      (await import('./postgres-replay.ts')).postgresReplay(connection, gathered),
    ),
    session: { ...accessSession(connection, writing.newSignInId), ...plannedFiles(connection) },
    upsert: data,
    update: {
      ...data,
      applicationStatus: async (applicationId, status) => {
        const changed = await connection.run(
          'UPDATE applications SET status = ? WHERE application_id = ?',
          status,
          applicationId,
        );
        if (changed !== 1) throw new Error(`no such application: ${applicationId}`);
      },
    },
  };
}

/** The same methods, each settling the unit before it reads. */
function settledFirst<Methods extends object>(unit: Unit, methods: Methods): Methods {
  const settled: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methods)) {
    settled[name] = async (...values: unknown[]) => {
      await unit.settle();
      return method(...values);
    };
  }
  return settled as Methods;
}
