import { foldForSearch } from '../../domain/search-folding.ts';
import type { WriteTx } from '../port.ts';
import { FACT_FIELDS, factHash } from '../sealing.ts';
import { APPLICATION_FIELDS, insertSql } from './columns.ts';
import type { BooksFacts, InsertFacts } from './insert-facts.ts';
import type { SqlConnection } from './sql-connection.ts';

const APPLICATION_ROW = insertSql('applications', [...APPLICATION_FIELDS, 'businessNameFolded']);
const LOAN_ROW = insertSql('loans', [...FACT_FIELDS.loan, 'businessNameFolded']);
const DECISION_ROW = insertSql('decisions', FACT_FIELDS.decision);
const CLOSURE_ROW = insertSql('loan_closures', FACT_FIELDS.closure);
const DISBURSEMENT_ROW = insertSql('disbursements', FACT_FIELDS.disbursement);
const OUTCOME_ROW = insertSql('disbursement_outcomes', FACT_FIELDS.outcome);
const POLICY_ROW = insertSql('policy_versions', FACT_FIELDS.policy);
/** The row of a payment: what is written by the hundred thousand, each engine writes in its own way. */
export const PAYMENT_ROW = insertSql('payments', FACT_FIELDS.payment);

type LendingInserts = Pick<
  WriteTx['insert'],
  | 'applications'
  | 'decisions'
  | 'loans'
  | 'loanClosures'
  | 'disbursements'
  | 'disbursementOutcomes'
  | 'policyVersions'
>;

/** Facts of lending beside payments. */
export function lendingInserts(insertFacts: InsertFacts, unit: BooksFacts): LendingInserts {
  return {
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
      await insertFacts('disbursement', DISBURSEMENT_ROW, rows, (row) => row.disbursementReference);
      for (const row of rows) {
        const hash = factHash('disbursement', row).toString('hex');
        // One settled by hand is booked when it is completed.
        unit.bookable(row.disbursementReference, hash, row.settlement === 'automatic');
      }
    },
    disbursementOutcomes: async (rows) =>
      insertFacts('outcome', OUTCOME_ROW, rows, (row) => `${row.disbursementReference}/${row.outcome}`),
    policyVersions: async (rows) => insertFacts('policy', POLICY_ROW, rows, (row) => String(row.version)),
  };
}

/** Changes the cached status of applications. */
export function applicationStatusOn(connection: SqlConnection): WriteTx['update']['applicationStatus'] {
  return async (applicationId, status) => {
    const changed = await connection.run(
      'UPDATE applications SET status = ? WHERE application_id = ?',
      status,
      applicationId,
    );
    if (changed !== 1) throw new Error(`no such application: ${applicationId}`);
  };
}
