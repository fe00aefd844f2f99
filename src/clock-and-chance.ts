/** The machine's clock, a clock that never steps, and its randomness: the one file that reaches for them. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Milliseconds of a clock that never steps, to measure with. */
export function ticksMs(): number {
  return performance.now();
}

/** Web Crypto's generator: the same source as `node:crypto`, without the time it takes to load. */
export function randomBytes(size: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(size));
}
