import type { Problem } from '../contract/problem.ts';
import { exitCodeOf, hintOf, problemKind } from '../contract/problems.ts';
import { displayText } from '../render/display-text.ts';
import { jsonText } from '../render/json.ts';

/** A problem for people: `error:` with every faulty field, then `hint:`. Outside text in it is escaped. */
export function problemText(problem: Problem): string {
  const lines = [`error: ${displayText(problem.detail)}`];
  // Missing values are named in the sentence itself.
  const faults = problem.code === 'values_missing' ? [] : (problem.errors ?? []);
  for (const fault of faults) {
    if (!problem.detail.includes(fault.message)) {
      lines.push(`  ${displayText(fault.pointer.replace(/^\//, ''))}: ${displayText(fault.message)}`);
    }
  }
  lines.push(`hint: ${displayText(hintOf(problem))}`);
  return `${lines.join('\n')}\n`;
}

/** A problem for programs: the members of the HTTP problem document, the hint and the exit code. */
export function problemJson(problem: Problem): string {
  const { status, title } = problemKind(problem.code);
  const document = {
    type: `/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: null,
    code: problem.code,
    errors: problem.errors ?? [],
    hint: hintOf(problem),
    exit_code: exitCodeOf(problem.code),
  };
  return `${jsonText(document, 2)}\n`;
}
