import { maskedPhone } from '../domain/phone.ts';
import type { Column, ColumnKind } from './view.ts';

const NUMERIC: ReadonlySet<ColumnKind> = new Set([
  'money',
  'unrounded_money',
  'percent',
  'integer',
  'decimal',
  'ratio',
]);

/** The value a column shows of a row; a dot in the key reaches into an object. Missing is null. */
export function valueAt(row: unknown, key: string): unknown {
  let value = row;
  if (typeof row === 'object' && row !== null && key in row)
    return (row as Record<string, unknown>)[key] ?? null;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[part];
  }
  return value ?? null;
}

/**
 * A value as plain text for machines: money with two decimals and no grouping, nested lists as their count,
 * null as nothing. Text is given as it is: escaping is the format's business.
 */
export function plainText(value: unknown, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'json' && typeof value === 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'number') return plainNumber(value, kind);
  if (typeof value === 'object') return JSON.stringify(value);
  return kind === 'phone' ? maskedPhone(String(value)) : String(value);
}

function plainNumber(value: number, kind: ColumnKind): string {
  if (kind === 'money') return fixedTwo(value);
  if (kind === 'ratio') return value.toFixed(4);
  return kind === 'unrounded_money' ? value.toFixed(8).replace(/0{1,6}$/, '') : String(value);
}

/** Tells whether a column holds numbers: aligned right, never taken for a formula. */
export function isNumeric(kind: ColumnKind): boolean {
  return NUMERIC.has(kind);
}

/** An amount in pounds with exactly two decimals; exact, since amounts stay below 10^12 pounds. */
export function fixedTwo(amount: number): string {
  const text = amount.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** Puts commas between the thousands of the whole part. */
export function groupThousands(text: string): string {
  return text.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** Picks the columns named, in the order named; null stands for all. Unknown names are left to the caller. */
export function pickColumns(columns: readonly Column[], keys: readonly string[] | null): readonly Column[] {
  if (keys === null) return columns;
  return keys.flatMap((key) => columns.filter((column) => column.key === key));
}
