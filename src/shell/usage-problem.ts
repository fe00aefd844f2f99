import type { Problem } from '../contract/problem.ts';

/** A command line that cannot be understood or used as it stands: exit 2. */
export function usageProblem(detail: string, hint?: string): Problem {
  return hint === undefined ? { code: 'usage', detail } : { code: 'usage', detail, hint };
}
