import { ACCESS_FACT_FIELDS } from '../access-fact-fields.ts';
import type { AccessInserts, AccessSession } from '../access-port.ts';
import { AUDIT_READ_FIELDS, insertSql, valuesOf } from './columns.ts';
import { type Dialect, query } from './dialect.ts';
import type { InsertFacts } from './insert-facts.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Cleared away at a time: enough to keep up, few enough that no write waits for it. */
const FORGOTTEN_AT_ONCE = 50;

const OFFICER_ROW = insertSql('officers', ACCESS_FACT_FIELDS.officer);
const CHANGE_ROW = insertSql('officer_changes', ACCESS_FACT_FIELDS.officer_change);
const APPROVAL_ROW = insertSql('approvals', ACCESS_FACT_FIELDS.approval);
const STEP_ROW = insertSql('approval_steps', ACCESS_FACT_FIELDS.approval_step);
const AUDIT_READ_ROW = insertSql('audit_reads', AUDIT_READ_FIELDS);

const TOKEN_ROW = query(
  (d) => `INSERT INTO tokens (hash, sign_in_id, kind, number, expires_at_ms)
  VALUES (${d.bytesOfHex}, ?, ?, ?, ?)`,
);
const REPLACE_TOKEN = query(
  (d) => `UPDATE tokens SET replaced_at_ms = ? WHERE hash = ${d.bytesOfHex} AND replaced_at_ms IS NULL`,
);
const FAILURE_ROW = query(
  (d) => `INSERT INTO sign_in_failures (email_hash, at_ms) VALUES (${d.bytesOfHex}, ?)`,
);

/** Some of the rows a condition holds for, to be cleared away. */
const someOf = (select: string, { skipLocked }: Dialect) =>
  `${select} LIMIT ${FORGOTTEN_AT_ONCE} ${skipLocked}`;
const SIGN_INS_OVER = query((d) => someOf('SELECT sign_in_id AS id FROM sign_ins WHERE ends_at_ms < ?', d));
const FORGET_TOKENS = query(
  (d) => `DELETE FROM tokens WHERE sign_in_id IN (SELECT value FROM ${d.eachNumber('w')})`,
);
const FORGET_SIGN_INS = query(
  (d) => `DELETE FROM sign_ins WHERE sign_in_id IN (SELECT value FROM ${d.eachNumber('w')})`,
);
const FORGET_FAILURES = query(
  (d) => `DELETE FROM sign_in_failures WHERE (email_hash, at_ms) IN
    (${someOf('SELECT email_hash, at_ms FROM sign_in_failures WHERE at_ms < ?', d)})`,
);
const FORGET_ANSWERS = query(
  (d) => `DELETE FROM kept_answers WHERE (caller, key) IN
    (${someOf('SELECT caller, key FROM kept_answers WHERE kept_at_ms < ?', d)})`,
);

/** Facts of access: officers and approvals. */
export function accessInserts(connection: SqlConnection, insertFacts: InsertFacts): AccessInserts {
  return {
    officers: async (rows) => insertFacts('officer', OFFICER_ROW, rows, (row) => String(row.userId)),
    officerChanges: async (rows) =>
      insertFacts('officer_change', CHANGE_ROW, rows, (row) => `${row.userId}/${row.number}`),
    approvals: async (rows) => insertFacts('approval', APPROVAL_ROW, rows, (row) => String(row.number)),
    approvalSteps: async (rows) =>
      insertFacts('approval_step', STEP_ROW, rows, (row) => `${row.approvalNumber}/${row.number}`),
    auditReads: async (rows) => {
      for (const row of rows) await connection.run(AUDIT_READ_ROW, ...valuesOf(row, AUDIT_READ_FIELDS));
    },
  };
}

/**
 * What comes and goes: signings in, tokens, failures, kept answers. `newSignInId` answers null where the engine
 * numbers signings in itself.
 */
export function accessSession(connection: SqlConnection, newSignInId: () => number | null): AccessSession {
  return {
    startSignIn: async (row) => {
      const made = await connection.get<{ signInId: number }>(
        `INSERT INTO sign_ins (sign_in_id, user_id, started_at_ms, ends_at_ms) VALUES (?, ?, ?, ?)
         RETURNING sign_in_id AS "signInId"`,
        newSignInId(),
        row.userId,
        row.startedAtMs,
        row.endsAtMs,
      );
      return (made as { signInId: number }).signInId;
    },
    addTokens: async (rows) => {
      for (const { hash, signInId, kind, number, expiresAtMs } of rows) {
        await connection.run(TOKEN_ROW, hash, signInId, kind, number, expiresAtMs);
      }
    },
    replaceToken: async (hash, atMs) => {
      await connection.run(REPLACE_TOKEN, atMs, hash);
    },
    endSignIn: async (signInId, atMs) => {
      await connection.run(
        'UPDATE sign_ins SET ended_at_ms = ? WHERE sign_in_id = ? AND ended_at_ms IS NULL',
        atMs,
        signInId,
      );
    },
    endSignInsOf: async (userId, atMs) => {
      await connection.run(
        'UPDATE sign_ins SET ended_at_ms = ? WHERE user_id = ? AND ended_at_ms IS NULL',
        atMs,
        userId,
      );
    },
    noteSignInFailure: async (emailHash, atMs) => {
      await connection.run(FAILURE_ROW, emailHash, atMs);
    },
    keepAnswer: async (row, overBeforeMs) => {
      const { caller, key, fingerprint, operation, answerJson, keptAtMs } = row;
      // One that had been kept long enough may stand in the way of a key that is used anew.
      await connection.run(
        'DELETE FROM kept_answers WHERE caller = ? AND key = ? AND kept_at_ms < ?',
        caller,
        key,
        overBeforeMs,
      );
      await connection.run(
        `INSERT INTO kept_answers (caller, key, fingerprint, operation, answer_json, kept_at_ms)
         VALUES (?, ?, ?, ?, ?, ?)`,
        caller,
        key,
        fingerprint,
        operation,
        answerJson,
        keptAtMs,
      );
    },
    forget: async (bounds) => {
      await forgetSignIns(connection, bounds.signInsBeforeMs);
      await connection.run(FORGET_FAILURES, bounds.failuresBeforeMs);
      await connection.run(FORGET_ANSWERS, bounds.answersBeforeMs);
    },
  };
}

async function forgetSignIns(connection: SqlConnection, beforeMs: number): Promise<void> {
  const over = await connection.all<{ id: number }>(SIGN_INS_OVER, beforeMs);
  if (over.length === 0) return;
  const ids = JSON.stringify(over.map(({ id }) => id));
  await connection.run(FORGET_TOKENS, ids);
  await connection.run(FORGET_SIGN_INS, ids);
}
