import type { Problem } from '../contract/problem.ts';
import { exitCodeOf, hintOf, problemKind } from '../contract/problems.ts';
import { displayText } from '../render/display-text.ts';
import { jsonText } from '../render/json.ts';
import { flagsByField, type Typed, withTypedIds } from './typed-names.ts';

/**
 * A problem for people: `error:` with every faulty field, then `hint:`. Fields are named by the flags that were typed.
 * Outside text in it is escaped. A no to a question is no error: it says what came of it and no more.
 */
export function problemText(problem: Problem, typed?: Typed): string {
  if (problem.code === 'declined') return displayText(problem.detail);
  const names = typed === undefined ? new Map<string, string>() : flagsByField(typed);
  const lines = [`error: ${displayText(namedAtStart(leadOf(problem), names))}`];
  for (const fault of problem.errors ?? []) {
    // Missing values are named in the sentence itself.
    if (problem.code === 'values_missing' && fault.code === 'required') continue;
    if (!problem.detail.includes(fault.message)) lines.push(`  ${displayText(faultLine(fault, names))}`);
  }
  lines.push(`hint: ${displayText(shownHint(problem, typed))}`);
  return lines.join('\n');
}

/** A problem for programs: the members of the HTTP problem document, the hint and the exit code. */
export function problemJson(problem: Problem, typed?: Typed): string {
  const { status, title } = problemKind(problem.code);
  const document = {
    type: `/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: null,
    code: problem.code,
    errors: problem.errors ?? [],
    hint: shownHint(problem, typed),
    exit_code: exitCodeOf(problem.code),
  };
  return `${jsonText(document, 2)}\n`;
}

function shownHint(problem: Problem, typed: Typed | undefined): string {
  const hint = hintOf(problem);
  return typed === undefined ? hint : withTypedIds(hint, typed);
}

/** The sentence; where a line for each field follows, their names are not listed in it too. */
function leadOf({ code, detail, errors = [] }: Problem): string {
  return code === 'validation_failed' && errors.length > 1
    ? detail.replace(/^(\d+) fields are not right: .*$/s, '$1 values are not right:')
    : detail;
}

/** `amount: -10 is negative` → `--amount: -10 is negative`. */
function namedAtStart(sentence: string, names: ReadonlyMap<string, string>): string {
  const [field = ''] = /^[A-Za-z_]+(?=:? )/.exec(sentence) ?? [];
  const name = names.get(field);
  return name === undefined ? sentence : name + sentence.slice(field.length);
}

type Fault = NonNullable<Problem['errors']>[number];

/** One faulty field: its name once, by its flag where one was typed; of many applications, which one of them. */
function faultLine({ pointer, message }: Fault, names: ReadonlyMap<string, string>): string {
  const steps = pointer.split('/').slice(1);
  const number = steps.findIndex((step) => /^\d+$/.test(step));
  const where = number === -1 ? '' : `application ${Number(steps[number]) + 1}`;
  const field = steps.slice(number + 1).join('/');
  if (field === '') return `${where}: ${message}`;
  const name = names.get(field) ?? field;
  const said = message.startsWith(`${field}: `) || message.startsWith(`${field} `);
  return `${where === '' ? '' : `${where}, `}${name}${said ? message.slice(field.length) : `: ${message}`}`;
}
