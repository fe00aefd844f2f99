/** What went wrong, as a value: the members of the HTTP problem document plus the hint people read. */
export interface Problem {
  /** Stable snake_case code of the catalogue in `problems.ts`. */
  readonly code: string;
  /** One sentence: what happened, naming the value and the figure. */
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Every faulty field at once. `pointer` is a JSON pointer such as `/requested_amount`. */
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly message: string }[];
  /** With 429 and 503: when asking again makes sense. */
  readonly retryAfterSeconds?: number;
}

/** What an operation answers: its value or a problem; it does not throw for either. */
export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Rows in all, of a page that is a bare array. */
      readonly totalCount?: number;
      /** The stored answer of an earlier call with the same idempotency key; nothing was done again. */
      readonly replayed?: boolean;
    }
  | {
      readonly ok: false;
      readonly problem: Problem;
      /** As above: what was refused first is refused again. */
      readonly replayed?: boolean;
    };
