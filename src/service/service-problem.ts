import type { Problem } from '../contract/problem.ts';
import { FigureTooLarge } from '../domain/money.ts';
import { StoreError } from '../store/store-error.ts';

/** What is thrown deep inside and is an answer for the caller, not a fault of the program. */
type Answerable = StoreError | FigureTooLarge;

/** True for a failure of the store, and for a figure that nothing can be kept of. */
export function isAnswerable(error: unknown): error is Answerable {
  return error instanceof StoreError || error instanceof FigureTooLarge;
}

/** What was thrown as a problem. */
export function asProblem(error: Answerable): Problem {
  if (error instanceof FigureTooLarge) return { code: 'figure_too_large', detail: error.message };
  return {
    code: error.code,
    detail: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
