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

/** One JSON line a request. Lines of the same turn are written together: a write to a pipe takes its time. */
export class RequestLog {
  readonly #write: (lines: string) => void;
  #waiting = '';

  constructor(write: (lines: string) => void) {
    this.#write = write;
  }

  add(request: LoggedRequest): void {
    if (this.#waiting === '') setImmediate(() => this.flush());
    this.#waiting += `${JSON.stringify(request)}\n`;
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
