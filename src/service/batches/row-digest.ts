import { hash } from 'node:crypto';

const KEY_BYTES = 16;

/** Shortens what a row is known again by to its key, lower-case hex. */
export function rowDigest(content: string): string {
  return hash('sha256', content, 'buffer').toString('hex', 0, KEY_BYTES);
}
