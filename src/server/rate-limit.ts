import { COUNTED_CALLERS, RATE_WINDOW_MS } from './limits.ts';

interface Window {
  startedMs: number;
  requests: number;
}

/** Counts requests of each caller in windows of a minute. */
export class RateLimit {
  readonly #perMinute: number | null;
  readonly #ticksMs: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(perMinute: number | null, ticksMs: () => number) {
    this.#perMinute = perMinute;
    this.#ticksMs = ticksMs;
  }

  /** Whether there is a limit at all. */
  get isOn(): boolean {
    return this.#perMinute !== null;
  }

  /** Counts one request; seconds to wait when it is one too many, else null. */
  take(caller: string): number | null {
    if (this.#perMinute === null) return null;
    const nowMs = this.#ticksMs();
    const window = this.#windowOf(caller, nowMs);
    window.requests += 1;
    if (window.requests <= this.#perMinute) return null;
    return Math.max(1, Math.ceil((window.startedMs + RATE_WINDOW_MS - nowMs) / 1000));
  }

  #windowOf(caller: string, nowMs: number): Window {
    const known = this.#windows.get(caller);
    if (known !== undefined && nowMs - known.startedMs < RATE_WINDOW_MS) return known;
    const window = { startedMs: nowMs, requests: 0 };
    // Last in the order of the map, so that the first is the one whose window is oldest.
    this.#windows.delete(caller);
    this.#windows.set(caller, window);
    if (this.#windows.size > COUNTED_CALLERS) {
      for (const oldest of this.#windows.keys()) {
        this.#windows.delete(oldest);
        break;
      }
    }
    return window;
  }
}
