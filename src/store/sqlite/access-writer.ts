import { ACCESS_FACT_FIELDS, type AccessFactFields } from '../access-fact-fields.ts';
import type { AccessInserts, AccessSession } from '../access-port.ts';
import { AUDIT_READ_FIELDS, insertSql, valuesOf } from '../sql/columns.ts';
import type { Connection } from './connection.ts';

/** Cleared away at a time: enough to keep up, few enough that no write waits for it. */
const FORGOTTEN_AT_ONCE = 50;

const OFFICER_ROW = insertSql('officers', ACCESS_FACT_FIELDS.officer);
const CHANGE_ROW = insertSql('officer_changes', ACCESS_FACT_FIELDS.officer_change);
const APPROVAL_ROW = insertSql('approvals', ACCESS_FACT_FIELDS.approval);
const STEP_ROW = insertSql('approval_steps', ACCESS_FACT_FIELDS.approval_step);
const AUDIT_READ_ROW = insertSql('audit_reads', AUDIT_READ_FIELDS);

/** Writes rows of one kind of fact, each to be vouched for. */
type InsertFacts = <Row extends object>(
  kind: keyof AccessFactFields,
  sql: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
) => void;

/** Facts of access: officers and approvals. */
export function accessInserts(connection: Connection, insertFacts: InsertFacts): AccessInserts {
  return {
    officers: async (rows) => insertFacts('officer', OFFICER_ROW, rows, (row) => String(row.userId)),
    officerChanges: async (rows) =>
      insertFacts('officer_change', CHANGE_ROW, rows, (row) => `${row.userId}/${row.number}`),
    approvals: async (rows) => insertFacts('approval', APPROVAL_ROW, rows, (row) => String(row.number)),
    approvalSteps: async (rows) =>
      insertFacts('approval_step', STEP_ROW, rows, (row) => `${row.approvalNumber}/${row.number}`),
    auditReads: async (rows) => {
      for (const row of rows) connection.run(AUDIT_READ_ROW, ...valuesOf(row, AUDIT_READ_FIELDS));
    },
  };
}

/** What comes and goes: signings in, tokens, failures, kept answers. */
export function accessSession(connection: Connection): AccessSession {
  return {
    startSignIn: async (row) => {
      const made = connection.get<{ signInId: number }>(
        `INSERT INTO sign_ins (user_id, started_at_ms, ends_at_ms) VALUES (?, ?, ?)
         RETURNING sign_in_id AS signInId`,
        row.userId,
        row.startedAtMs,
        row.endsAtMs,
      );
      return (made as { signInId: number }).signInId;
    },
    addTokens: async (rows) => {
      for (const row of rows) {
        connection.run(
          `INSERT INTO tokens (hash, sign_in_id, kind, number, expires_at_ms) VALUES (unhex(?), ?, ?, ?, ?)`,
          row.hash,
          row.signInId,
          row.kind,
          row.number,
          row.expiresAtMs,
        );
      }
    },
    replaceToken: async (hash, atMs) => {
      connection.run(
        'UPDATE tokens SET replaced_at_ms = ? WHERE hash = unhex(?) AND replaced_at_ms IS NULL',
        atMs,
        hash,
      );
    },
    endSignIn: async (signInId, atMs) => {
      connection.run(
        'UPDATE sign_ins SET ended_at_ms = ? WHERE sign_in_id = ? AND ended_at_ms IS NULL',
        atMs,
        signInId,
      );
    },
    endSignInsOf: async (userId, atMs) => {
      connection.run(
        'UPDATE sign_ins SET ended_at_ms = ? WHERE user_id = ? AND ended_at_ms IS NULL',
        atMs,
        userId,
      );
    },
    noteSignInFailure: async (emailHash, atMs) => {
      connection.run('INSERT INTO sign_in_failures VALUES (unhex(?), ?)', emailHash, atMs);
    },
    keepAnswer: async (row) => {
      // One that had been kept long enough may stand in the way of a key that is used anew.
      connection.run(
        `INSERT OR REPLACE INTO kept_answers (caller, key, fingerprint, operation, answer_json, kept_at_ms)
         VALUES (?, ?, ?, ?, ?, ?)`,
        row.caller,
        row.key,
        row.fingerprint,
        row.operation,
        row.answerJson,
        row.keptAtMs,
      );
    },
    forget: async (bounds) => {
      const over = `(SELECT sign_in_id FROM sign_ins WHERE ends_at_ms < ? LIMIT ${FORGOTTEN_AT_ONCE})`;
      connection.run(`DELETE FROM tokens WHERE sign_in_id IN ${over}`, bounds.signInsBeforeMs);
      connection.run(`DELETE FROM sign_ins WHERE sign_in_id IN ${over}`, bounds.signInsBeforeMs);
      connection.run(
        `DELETE FROM sign_in_failures WHERE rowid IN
           (SELECT rowid FROM sign_in_failures WHERE at_ms < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
        bounds.failuresBeforeMs,
      );
      connection.run(
        `DELETE FROM kept_answers WHERE (caller, key) IN
           (SELECT caller, key FROM kept_answers WHERE kept_at_ms < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
        bounds.answersBeforeMs,
      );
    },
  };
}
