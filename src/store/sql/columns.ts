import type { AuditReadRecord } from '../access-port.ts';
import { FACT_FIELDS } from '../sealing.ts';

/** Record fields whose column has another name than their own in snake case (`order` is a word of SQL). */
const COLUMN_NAMES: Readonly<Record<string, string>> = { order: 'booking_order' };

/** The column a record field is kept in. */
export function columnOf(field: string): string {
  return COLUMN_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A select list that answers rows shaped as records: `t."loan_id" AS "loanId", …`. */
export function selectList(table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}."${columnOf(field)}" AS "${field}"`).join(', ');
}

/** An INSERT with one positional parameter a field. */
export function insertSql(table: string, fields: readonly string[]): string {
  const columns = fields.map((field) => `"${columnOf(field)}"`).join(', ');
  return `INSERT INTO ${table} (${columns}) VALUES (${fields.map(() => '?').join(', ')})`;
}

/** The values of `fields` in order, for `insertSql`. */
export function valuesOf(record: object, fields: readonly string[]): unknown[] {
  return fields.map((field) => (record as Record<string, unknown>)[field]);
}

export const APPLICATION_FIELDS = [...FACT_FIELDS.application, 'status'] as const;

/** Fields of a reading of the audit trail beside its number. */
export const AUDIT_READ_FIELDS = [
  'at',
  'actor',
  'osUser',
  'host',
  'channel',
  'action',
  'askedJson',
  'requestId',
] as const satisfies readonly (keyof AuditReadRecord)[];

/** `"a" = ?, "b" = ?`, for an UPDATE. */
export function assignments(fields: readonly string[]): string {
  return fields.map((field) => `"${columnOf(field)}" = ?`).join(', ');
}

/** Whether two rows hold the same values. */
export function sameValues(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((value, index) => value === b[index]);
}
