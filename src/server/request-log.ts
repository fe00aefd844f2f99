/** What is said of one request: nothing that was typed or answered. */
export interface LoggedRequest {
  readonly time: string;
  readonly request_id: string;
  readonly method: string;
  /** The address as the table has it, with names for values; null: there is no such address. */
  readonly path: string | null;
  readonly status: number;
  readonly ms: number;
  /** The officer's number; null: not signed in. */
  readonly user: number | null;
  /** The other end went away before it had its answer. */
  readonly aborted?: true;
  /** Of an error of ours: its kind and where it was thrown; its message may hold what was typed. */
  readonly fault?: string;
}

/** After a write, lines wait this long for others: nobody reads faster. */
const REST_MS = 20;

/**
 * One JSON line a request. A write to a pipe takes as long as reading a small request, so lines of the same turn are
 * written together, and those that follow closely as well. A fault is told at once.
 */
export class RequestLog {
  readonly #write: (lines: string) => void;
  #waiting = '';
  #rests = false;

  constructor(write: (lines: string) => void) {
    this.#write = write;
  }

  add(request: LoggedRequest): void {
    const isFirst = this.#waiting === '';
    this.#waiting += `${JSON.stringify(request)}\n`;
    if (request.fault !== undefined) this.flush();
    else if (isFirst && !this.#rests) setImmediate(() => this.#flushAndRest());
  }

  #flushAndRest(): void {
    this.flush();
    this.#rests = true;
    setTimeout(() => {
      this.#rests = false;
      if (this.#waiting !== '') this.#flushAndRest();
    }, REST_MS).unref();
  }

  flush(): void {
    const lines = this.#waiting;
    this.#waiting = '';
    if (lines !== '') this.#write(lines);
  }
}

/** Kind and place of an error, without its message. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim());
  return [error.name, ...frames].join(' ');
}
