import { groupThousands } from '../../render/cell-values.ts';

/** A policy value as people read it in a table: thousands grouped, yes and no; lists and objects as JSON. */
export function policyValueInWords(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return /^-?\d+(\.\d+)?$/.test(text) ? groupThousands(text) : text;
}
