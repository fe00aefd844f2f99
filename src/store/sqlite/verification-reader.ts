import type { LoanRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash } from '../sealing.ts';
import { BOOKS, LOAN_BOOK } from '../sql/books.ts';
import { selectList } from '../sql/columns.ts';
import { entriesOf } from '../sql/journal-reader.ts';
import { LOAN, loadDossiers } from '../sql/loan-reader.ts';
import type { VerificationReader } from '../verification-port.ts';
import type { Connection } from './connection.ts';
import { orphans } from './orphans.ts';
import { receiptVerificationReader } from './receipt-verification-reader.ts';
import { visitSeals } from './seal-reader.ts';

/** Few enough that a page of long loans does not fill the memory. */
const LOANS_A_PAGE = 50;

/** Where each kind of attested fact is kept, and the SQL of its id there. Payments are attested by entries. */
const ATTESTED: readonly { kind: FactKind; table: string; id: string }[] = [
  { kind: 'application', table: 'applications', id: 't.application_id' },
  { kind: 'decision', table: 'decisions', id: "t.application_id || '/' || t.number" },
  { kind: 'loan', table: 'loans', id: 't.loan_id' },
  { kind: 'closure', table: 'loan_closures', id: 't.loan_id' },
  { kind: 'disbursement', table: 'disbursements', id: 't.disbursement_reference' },
  { kind: 'outcome', table: 'disbursement_outcomes', id: "t.disbursement_reference || '/' || t.outcome" },
  { kind: 'policy', table: 'policy_versions', id: 'CAST(t.version AS TEXT)' },
  { kind: 'officer', table: 'officers', id: 'CAST(t.user_id AS TEXT)' },
  { kind: 'officer_change', table: 'officer_changes', id: "t.user_id || '/' || t.number" },
  { kind: 'approval', table: 'approvals', id: 'CAST(t.number AS TEXT)' },
  { kind: 'approval_step', table: 'approval_steps', id: "t.approval_number || '/' || t.number" },
  { kind: 'payment_reversal', table: 'payment_reversals', id: 't.payment_id' },
  { kind: 'payment_repeat', table: 'payment_repeats', id: 't.payment_id' },
  { kind: 'write_off', table: 'write_offs', id: 't.write_off_id' },
  { kind: 'write_off_reversal', table: 'write_off_reversals', id: 't.write_off_id' },
  { kind: 'refund', table: 'refunds', id: 't.refund_id' },
  { kind: 'undrawn_cancellation', table: 'undrawn_cancellations', id: "t.loan_id || '/' || t.number" },
  { kind: 'loan_note', table: 'loan_notes', id: "t.loan_id || '/' || t.number" },
  { kind: 'loan_alias', table: 'loan_aliases', id: 't.alias_folded' },
  { kind: 'disbursement_export', table: 'disbursement_exports', id: 't.disbursement_reference' },
  { kind: 'payment_batch', table: 'payment_batches', id: 't.batch_id' },
  { kind: 'batch_undo', table: 'batch_undos', id: 't.batch_id' },
  { kind: 'bank_statement', table: 'bank_statements', id: "t.batch_id || '/' || t.number" },
  { kind: 'held_row', table: 'held_rows', id: 't.held_id' },
  { kind: 'held_step', table: 'held_steps', id: 't.step_id' },
];

/** Raw reads for the checker; every hash is computed anew from the rows as they stand. */
export function verificationReader(connection: Connection, migrationsDir: string): VerificationReader {
  return {
    visitLoans: async (visit) => {
      for (let after = ''; ; ) {
        const loans = connection.all<LoanRecord>(
          `SELECT ${LOAN} FROM loans l WHERE l.loan_id > ? ORDER BY l.loan_id LIMIT ${LOANS_A_PAGE}`,
          after,
        );
        if (loans.length === 0) return;
        const ids = loans.map((loan) => loan.loanId);
        const journalOf = Map.groupBy(await entriesOf(connection, LOAN_BOOK, ids), (entry) => entry.loanId);
        for (const dossier of await loadDossiers(connection, loans)) {
          await visit(dossier, journalOf.get(dossier.loan.loanId) ?? []);
        }
        after = ids.at(-1) as string;
      }
    },
    ...receiptVerificationReader(connection),
    orphans: async () => orphans(connection),
    visitSeals: async (visit) => visitSeals(connection, visit),
    unsealed: async () =>
      connection
        .all<{ item: string }>(
          `${BOOKS.map(
            ({
              entries,
              key,
            }) => `SELECT 'entry ' || e.${key} || '/' || e.entry_number AS item FROM ${entries} e
             LEFT JOIN seals s ON s.loan_id = e.${key} AND s.number = e.entry_number WHERE s.sequence IS NULL
           UNION ALL`,
          ).join(' ')}
           SELECT 'audit ' || a.number FROM audit a
             LEFT JOIN seals s ON s.kind = 'audit' AND s.number = a.number WHERE s.sequence IS NULL`,
        )
        .map((row) => row.item),
    visitFacts: async (visit) => {
      for (const { kind, table, id } of ATTESTED) {
        const rows = connection.iterate<{ factId: string; attested: string | null }>(
          // Materialized, so that the engine makes an index of it: the table has none by fact, and one look
          // through it for every row is minutes on a large ledger.
          `WITH f AS MATERIALIZED (SELECT fact_id, hash FROM audit_facts WHERE kind = '${kind}')
           SELECT ${id} AS factId, lower(hex(f.hash)) AS attested, ${selectList('t', FACT_FIELDS[kind])}
           FROM ${table} t LEFT JOIN f ON f.fact_id = ${id}`,
        );
        for (const row of rows) {
          visit({
            fact: `${kind} ${row.factId}`,
            // hex() of null is an empty text.
            attestedHash: row.attested === '' ? null : row.attested,
            currentHash: factHash(kind, row).toString('hex'),
          });
        }
        const gone = connection.all<{ factId: string; attested: string }>(
          `SELECT f.fact_id AS factId, lower(hex(f.hash)) AS attested FROM audit_facts f
           WHERE f.kind = '${kind}' AND f.fact_id NOT IN (SELECT ${id} FROM ${table} t)`,
        );
        for (const row of gone) {
          visit({ fact: `${kind} ${row.factId}`, attestedHash: row.attested, currentHash: null });
        }
      }
    },
    // Loaded when it is asked for: every read of a loan would pay for it.
    engineFaults: async () => (await import('./storage-faults.ts')).storageFaults(connection, migrationsDir),
  };
}
