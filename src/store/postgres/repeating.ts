import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from './engine-error.ts';

export interface Patience {
  /** How long to repeat, in milliseconds from the first failure on. */
  readonly waitMs: number;
  randomBytes(size: number): Uint8Array;
}

/** Longest waits before the next attempt: who collides again and again draws from an ever longer time. */
const CONFLICT_WAITS_MS = [2, 5, 10, 20, 40, 80];
const AWAY_WAITS_MS = [20, 50, 100, 200, 250];

/**
 * Repeats `attempt` while units are in each other's way or the server is away, with waits drawn at random, then throws
 * what it threw last. A key that is taken is tried once more: the unit then either sees whose it is, or throws again.
 */
export async function repeated<T>(patience: Patience, attempt: () => Promise<T>): Promise<T> {
  let deadline: AbortSignal | undefined;
  let taken: string | undefined;
  for (let count = 0; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'other' || deadline?.aborted) throw error;
      if (trouble === 'taken') {
        // The same key again is no race: in a race the unit would have read the other's row and gone another way.
        const key = `${(error as { constraint?: string }).constraint} ${(error as { detail?: string }).detail}`;
        if (key === taken) throw error;
        taken = key;
      }
      deadline ??= AbortSignal.timeout(patience.waitMs);
      const waits = trouble === 'away' ? AWAY_WAITS_MS : CONFLICT_WAITS_MS;
      const longestMs = waits[Math.min(count, waits.length - 1)] as number;
      const [drawn = 0] = patience.randomBytes(1);
      await sleep((longestMs * (128 + drawn)) / 383);
    }
  }
}
