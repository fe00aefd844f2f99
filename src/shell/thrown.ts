import type { Problem } from '../contract/problem.ts';

/** Carries a problem out of a place that has no other way to answer, such as opening the backend. */
export class ProblemThrown extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.name = 'ProblemThrown';
    this.problem = problem;
  }
}

/** The person pressed Ctrl-C at a prompt: exit 130, nothing written. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}

/** Nothing answers to what was typed at a search; its sentence says so. */
export class NothingFound extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'NothingFound';
  }
}
