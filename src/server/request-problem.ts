import type { Problem } from '../contract/problem.ts';

/** Carries the problem of a request out of the step that found it; the app's error handler answers it. */
export class RequestProblem extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  constructor(problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.code);
    this.problem = problem;
    this.headers = headers;
  }
}

/** A problem to throw, where code and sentence say it all. */
export function requestProblem(code: string, detail: string): RequestProblem {
  return new RequestProblem({ code, detail });
}
