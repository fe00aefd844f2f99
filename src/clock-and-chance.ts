/** The machine's clock, a clock that never steps, and its randomness: the one file that reaches for them. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Milliseconds of a clock that never steps, to measure with. */
export function ticksMs(): number {
  return performance.now();
}

/** Drawn at once: asking the generator costs the same for a few bytes as for this many. */
const DRAWN_BYTES = 4096;
let drawn = new Uint8Array(0);
let drawnUsed = 0;
let isFirst = true;

/**
 * Web Crypto's generator: the same source as `node:crypto`, without the time it takes to load. From the second call
 * on bytes come out of a supply; each is given once and is then no longer in it.
 */
export function randomBytes(size: number): Uint8Array {
  if (isFirst || size > DRAWN_BYTES) {
    isFirst = false;
    return globalThis.crypto.getRandomValues(new Uint8Array(size));
  }
  if (drawnUsed + size > drawn.length) {
    drawn = globalThis.crypto.getRandomValues(new Uint8Array(DRAWN_BYTES));
    drawnUsed = 0;
  }
  const given = drawn.slice(drawnUsed, drawnUsed + size);
  drawn.fill(0, drawnUsed, drawnUsed + size);
  drawnUsed += size;
  return given;
}
