import type { LoanRecord } from '../records.ts';
import { FACT_FIELDS, type FactKind, factHash } from '../sealing.ts';
import type { VerificationReader } from '../verification-port.ts';
import { BOOKS, LOAN_BOOK } from './books.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { entriesOf } from './journal-reader.ts';
import { LOAN, loadDossiers } from './loan-reader.ts';
import { orphans } from './orphans.ts';
import { receiptVerificationReader } from './receipt-verification-reader.ts';
import { visitSeals } from './seal-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

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
  { kind: 'payment_payoff', table: 'payment_payoffs', id: 't.payment_id' },
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

const LOANS_AFTER = query(
  (d) => `SELECT ${LOAN} FROM loans l WHERE l.loan_id > ${d.bound} ORDER BY l.loan_id LIMIT ${LOANS_A_PAGE}`,
);

/** As a difference of two sets: joined by loan SQLite looks through all seals of a loan for each of its entries. */
const UNSEALED = query((d) =>
  [
    ...BOOKS.map(
      ({ entries, key }) => `SELECT 'entry ' || owner || '/' || number AS item FROM
      (SELECT e.${key} AS owner, e.entry_number AS number FROM ${entries} e
       EXCEPT SELECT s.loan_id, s.number FROM ${d.covered} s) missing`,
    ),
    `SELECT 'audit ' || a.number AS item FROM audit a
    LEFT JOIN seals s ON s.kind = 'audit' AND s.number = a.number WHERE s.sequence IS NULL`,
  ].join(' UNION ALL '),
);

/**
 * Rows of facts with what vouches for them, and what vouches for rows that are gone. Materialized, so that SQLite
 * makes an index of them: there is none by fact, and one look through all for every row is minutes on a large ledger.
 * Cast, since it makes none of an id put together, which to it is no text.
 */
const FACTS = ATTESTED.map(({ kind, table, id }) => ({
  kind,
  standing: query(
    (d) => `WITH f AS MATERIALIZED (SELECT fact_id, hash FROM ${d.attested} a WHERE kind = '${kind}')
      SELECT ${id} AS "factId", ${d.hex('f.hash')} AS attested, ${selectList('t', FACT_FIELDS[kind])}
      FROM ${table} t LEFT JOIN f ON f.fact_id = ${id}`,
  ),
  gone: query(
    (d) => `WITH k AS MATERIALIZED (SELECT CAST(${id} AS TEXT) AS fact_id FROM ${table} t)
      SELECT f.fact_id AS "factId", ${d.hex('f.hash')} AS attested FROM ${d.attested} f
      LEFT JOIN k ON k.fact_id = f.fact_id WHERE f.kind = '${kind}' AND k.fact_id IS NULL`,
  ),
}));

/** What an engine finds wrong with itself and with its schema. */
type EngineFaults = () => Promise<readonly string[]>;

/** Raw reads for the checker; every hash is computed anew from the rows as they stand. */
export function verificationReader(
  connection: SqlConnection,
  migrationsDir: string,
  engineFaults: EngineFaults,
): VerificationReader {
  return {
    visitLoans: async (visit) => {
      for (let after = ''; ; ) {
        const loans: LoanRecord[] = await connection.all<LoanRecord>(LOANS_AFTER, after);
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
    unsealed: async () => (await connection.all<{ item: string }>(UNSEALED)).map((row) => row.item),
    visitFacts: async (visit) => {
      for (const { kind, standing, gone } of FACTS) {
        await connection.visit<{ factId: string; attested: string | null }>(standing, [], (row) => {
          visit({
            fact: `${kind} ${row.factId}`,
            // The hex of nothing may be an empty text.
            attestedHash: row.attested || null,
            currentHash: factHash(kind, row).toString('hex'),
          });
        });
        for (const row of await connection.all<{ factId: string; attested: string }>(gone)) {
          visit({ fact: `${kind} ${row.factId}`, attestedHash: row.attested, currentHash: null });
        }
      }
    },
    // Loaded when it is asked for: every read of a loan would pay for it.
    engineFaults: async () => {
      const { storageFaults } = await import('./storage-faults.ts');
      return [...(await engineFaults()), ...(await storageFaults(connection, migrationsDir))];
    },
  };
}
