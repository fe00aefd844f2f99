/**
 * A refusal is an answer, not an accident: the domain returns it as a value, the service turns it into a
 * problem, the shell into words and an exit code.
 */
export interface Refusal {
  readonly refused: true;
  /** Stable snake_case code of the problem catalogue (`contract/problems.ts`). */
  readonly code: string;
  /** What happened, one sentence, with the value and the figure that decided it. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Every faulty field at once, when fields are at fault. */
  readonly faults?: readonly FieldFault[];
  /** When asking again makes sense. */
  readonly retryAfterSeconds?: number;
}

/** One faulty field of a request; `field` is its JSON name. */
export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Builds a refusal. */
export function refuse(
  code: string,
  message: string,
  more: { hint?: string; faults?: readonly FieldFault[]; retryAfterSeconds?: number } = {},
): Refusal {
  return { refused: true, code, message, ...more };
}

/** Tells a refusal from any other value. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as Refusal).refused === true;
}
