import { createHash } from 'node:crypto';
import type { OperationName } from '../contract/operation-types.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The same for the same request: its operation and its input, whatever the order and the blanks of the body. Kept in
 * the ledger, so it is made without passwords: a plain hash of one could be guessed at.
 */
export function fingerprint(name: OperationName, input: Fields): string {
  const { password: _secret, ...rest } = input;
  return createHash('sha256')
    .update(JSON.stringify([name, sorted(rest)]))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, sorted(part)]);
}
