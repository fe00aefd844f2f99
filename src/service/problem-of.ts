import type { Problem } from '../contract/problem.ts';
import type { Refusal } from '../domain/refusal.ts';

/** A refusal as the problem people and programs get: field names become JSON pointers. */
export function problemOf(refusal: Refusal): Problem {
  const { code, message, hint, faults, retryAfterSeconds } = refusal;
  return {
    code,
    detail: message,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(faults === undefined
      ? {}
      : {
          errors: faults.map((fault) => ({
            pointer: `/${fault.field}`,
            code: fault.code,
            message: fault.message,
          })),
        }),
  };
}
