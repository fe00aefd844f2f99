import type { Problem } from '../contract/problem.ts';
import { StoreError } from '../store/store-error.ts';

/** True for a failure of the store that is an answer for the caller, not a fault of the program. */
export function isAnswerable(error: unknown): error is StoreError {
  return error instanceof StoreError;
}

/** A store's failure as a problem. */
export function asProblem(error: StoreError): Problem {
  return {
    code: error.code,
    detail: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
