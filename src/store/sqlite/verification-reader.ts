import type { VerificationReader } from '../port.ts';
import type { AuditRecord, JournalEntryRecord, LoanRecord } from '../records.ts';
import {
  type AttestedFact,
  AUDIT_FIELDS,
  auditHash,
  CHAIN_START,
  compareFacts,
  entryHash,
  FACT_FIELDS,
  type FactKind,
  factHash,
  type SealedItem,
  sealHash,
} from '../sealing.ts';
import { bookedFactHash } from './booked-fact.ts';
import { selectList } from './columns.ts';
import type { Connection } from './connection.ts';
import { engineFaults } from './engine-faults.ts';
import { ENTRY, type EntryRow, entriesOfLoans, postingsOfEntry } from './journal-reader.ts';
import { LOAN, loadDossiers } from './loan-reader.ts';

const LOANS_A_PAGE = 200;

/** Where each kind of attested fact is kept, and the SQL of its id there. Payments are attested by entries. */
const ATTESTED: readonly { kind: FactKind; table: string; id: string }[] = [
  { kind: 'application', table: 'applications', id: 't.application_id' },
  { kind: 'decision', table: 'decisions', id: "t.application_id || '/' || t.number" },
  { kind: 'loan', table: 'loans', id: 't.loan_id' },
  { kind: 'closure', table: 'loan_closures', id: 't.loan_id' },
  { kind: 'disbursement', table: 'disbursements', id: 't.disbursement_reference' },
  { kind: 'outcome', table: 'disbursement_outcomes', id: "t.disbursement_reference || '/' || t.outcome" },
  { kind: 'policy', table: 'policy_versions', id: 'CAST(t.version AS TEXT)' },
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
        const entriesOf = Map.groupBy(entriesOfLoans(connection, ids), (entry) => entry.loanId);
        for (const dossier of loadDossiers(connection, loans)) {
          await visit(dossier, entriesOf.get(dossier.loan.loanId) ?? []);
        }
        after = ids.at(-1) as string;
      }
    },
    orphans: async () => orphans(connection),
    visitSeals: async (visit) => {
      let previous = CHAIN_START;
      for (const seal of connection.iterate<SealRow>(SEALS)) {
        const label = seal.kind === 'audit' ? `audit ${seal.number}` : `entry ${seal.loanId}/${seal.number}`;
        const current =
          seal.kind === 'audit'
            ? currentAuditHash(connection, seal.number)
            : currentEntryHash(connection, seal.loanId as string, seal.number);
        visit({
          sequence: seal.sequence,
          item: label,
          sealedItemHash: seal.itemHash,
          storedItemHash: seal.storedItemHash,
          currentItemHash: current,
          chainHash: seal.chainHash,
          recomputedChainHash: sealHash(previous, seal.sequence, seal, seal.itemHash).toString('hex'),
        });
        previous = seal.chainHash;
      }
    },
    unsealed: async () =>
      connection
        .all<{ item: string }>(
          `SELECT 'entry ' || e.loan_id || '/' || e.entry_number AS item FROM journal_entries e
             LEFT JOIN seals s ON s.loan_id = e.loan_id AND s.number = e.entry_number WHERE s.sequence IS NULL
           UNION ALL
           SELECT 'audit ' || a.number FROM audit a
             LEFT JOIN seals s ON s.kind = 'audit' AND s.number = a.number WHERE s.sequence IS NULL`,
        )
        .map((row) => row.item),
    visitFacts: async (visit) => {
      for (const { kind, table, id } of ATTESTED) {
        const rows = connection.iterate<{ factId: string; attested: string | null }>(
          `SELECT ${id} AS factId, lower(hex(f.hash)) AS attested, ${selectList('t', FACT_FIELDS[kind])}
           FROM ${table} t LEFT JOIN audit_facts f ON f.kind = '${kind}' AND f.fact_id = ${id}`,
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
    engineFaults: async () => engineFaults(connection, migrationsDir),
  };
}

type SealRow = SealedItem & {
  readonly sequence: number;
  readonly itemHash: string;
  readonly chainHash: string;
  readonly storedItemHash: string | null;
};

const SEALS = `SELECT s.sequence, s.kind, s.loan_id AS loanId, s.number, lower(hex(s.item_hash)) AS itemHash,
    lower(hex(s.chain_hash)) AS chainHash,
    CASE WHEN e.hash IS NOT NULL THEN lower(hex(e.hash)) WHEN a.hash IS NOT NULL THEN lower(hex(a.hash)) END
      AS storedItemHash
  FROM seals s
  LEFT JOIN journal_entries e ON e.loan_id = s.loan_id AND e.entry_number = s.number
  LEFT JOIN audit a ON s.kind = 'audit' AND a.number = s.number
  ORDER BY s.sequence`;

function currentEntryHash(connection: Connection, loanId: string, number: number): string | null {
  const entry = connection.get<EntryRow & { previousHash: string | null }>(
    `SELECT ${ENTRY}, lower(hex(b.hash)) AS previousHash FROM journal_entries e
     LEFT JOIN journal_entries b ON b.loan_id = e.loan_id AND b.entry_number = e.entry_number - 1
     WHERE e.loan_id = (SELECT ?) AND e.entry_number = (SELECT ?)`,
    loanId,
    number,
  );
  if (entry === undefined) return null;
  const whole: JournalEntryRecord = {
    ...entry,
    previousHash: entry.previousHash || CHAIN_START,
    postings: postingsOfEntry(connection, loanId, number),
  };
  return entryHash(whole, number, bookedFactHash(connection, entry.eventId), whole.previousHash).toString(
    'hex',
  );
}

function currentAuditHash(connection: Connection, number: number): string | null {
  const record = connection.get<AuditRecord>(
    `SELECT ${selectList('a', AUDIT_FIELDS)} FROM audit a WHERE a.number = ?`,
    number,
  );
  if (record === undefined) return null;
  const facts = connection.all<AttestedFact>(
    `SELECT kind, fact_id AS factId, lower(hex(hash)) AS hash FROM audit_facts WHERE audit_number = ?`,
    number,
  );
  return auditHash(number, record, facts.sort(compareFacts)).toString('hex');
}

function orphans(connection: Connection): { where: string; message: string }[] {
  return [
    ...connection.all<{ where: string; message: string }>(
      `SELECT 'entry ' || e.loan_id || '/' || e.entry_number AS "where", 'its loan does not exist' AS message
       FROM journal_entries e LEFT JOIN loans l ON l.loan_id = e.loan_id WHERE l.loan_id IS NULL`,
    ),
    ...connection.all<{ where: string; message: string }>(
      `SELECT 'posting ' || p.loan_id || '/' || p.entry_number || '.' || p.line AS "where",
         'its entry does not exist' AS message
       FROM postings p
       LEFT JOIN journal_entries e ON e.loan_id = p.loan_id AND e.entry_number = p.entry_number
       WHERE e.loan_id IS NULL`,
    ),
    ...connection.all<{ where: string; message: string }>(
      `SELECT 'payment ' || p.payment_id AS "where", 'its loan does not exist' AS message
       FROM payments p LEFT JOIN loans l ON l.loan_id = p.loan_id WHERE l.loan_id IS NULL`,
    ),
  ];
}
