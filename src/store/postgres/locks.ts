import { query } from '../sql/dialect.ts';

/** Advisory locks of a ledger: 'LNDK', and what the lock is for. */
const OURS = 0x4c4e444b;
const MIGRATION = 1;
const SEALING = 2;
// 3 is the migrations' own, for the numbers of readings of the audit trail.
const POLICY = 4;
const IMPORTS = 5;

/** Held by whoever changes the schema, to the end of the transaction. */
export const LOCK_MIGRATION = `SELECT pg_advisory_xact_lock(${OURS}, ${MIGRATION})`;
/** Held by whoever seals, one at a time, to the end of the transaction. */
export const LOCK_SEALING = `SELECT pg_advisory_xact_lock(${OURS}, ${SEALING})`;
/** The same where nobody has it, which `isOurs` says. */
export const TRY_LOCK_SEALING = `SELECT pg_try_advisory_xact_lock(${OURS}, ${SEALING}) AS "isOurs"`;
/** Held by whoever changes the policy: waits for units that book by the one before. */
export const LOCK_POLICY = `SELECT pg_advisory_xact_lock(${OURS}, ${POLICY})`;
/**
 * Held by whoever imports or takes an import back, one at a time, to the end of the transaction; the policy cannot be
 * changed meanwhile. What is read by statements after it shows all that those before kept.
 */
export const LOCK_IMPORTS = `SELECT pg_advisory_xact_lock(${OURS}, ${IMPORTS}),
  pg_advisory_xact_lock_shared(${OURS}, ${POLICY})`;

/**
 * Locks the loans of a JSON array of ids in the order of their ids, against others who book on them, and the policy
 * against being changed meanwhile. The policy comes first, so that nobody waits for it who holds a loan.
 */
export const LOCK_LOANS = query(
  (d) => `WITH policy AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${OURS}, ${POLICY}))
  SELECT l.loan_id AS "loanId" FROM policy, loans l WHERE l.loan_id IN (SELECT value FROM ${d.eachText('w')})
  ORDER BY l.loan_id FOR NO KEY UPDATE OF l`,
);
