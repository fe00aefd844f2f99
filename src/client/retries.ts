/** A read is asked for this often at most. */
export const READ_ATTEMPTS = 4;
/** Statuses after which the same read may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const FIRST_WAIT_MS = 200;
/** Longer than this nobody waits at a terminal. */
const LONGEST_WAIT_MS = 10_000;

/** Whether a status says that asking again may help. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/**
 * How long to wait before the next attempt; null: not at all, since the server asks for longer than anybody waits.
 * Full jitter: many clients that failed together do not come back together. `random`: 0 up to 1.
 */
export function waitBefore(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | null {
  const jitterMs = Math.round(random * FIRST_WAIT_MS * 2 ** (attempt - 1));
  if (retryAfterSeconds === undefined) return jitterMs;
  const waitMs = retryAfterSeconds * 1_000;
  return waitMs > LONGEST_WAIT_MS ? null : waitMs + jitterMs;
}
