import { JSON_DEPTH } from './limits.ts';
import { requestProblem } from './request-problem.ts';

/**
 * Reads the JSON of a body. What the engine would read but nobody can mean is refused: nesting beyond the limit
 * (found before anything is built), a name twice in one object, `__proto__`. A number that a float would change
 * (`1e400`, `1500.50`, 20 digits) stays its text, so that amounts are judged by what was written. Throws the problem
 * `malformed_json`.
 */
export function readJsonBody(bytes: Uint8Array): unknown {
  const text = decoded(bytes);
  if (text.trim() === '') return {};
  const fault = faultOfForm(text);
  if (fault !== null) throw malformed(fault);
  try {
    return JSON.parse(text, keepNumberText);
  } catch (error) {
    throw malformed(`the body is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
}

function malformed(detail: string) {
  return requestProblem('malformed_json', detail);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('the body is not UTF-8');
  }
}

/** One pass over the text before it is parsed; on a text that is not JSON it may find nothing, which is no harm. */
function faultOfForm(text: string): string | null {
  /** Names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  let nameMayFollow = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (nameMayFollow && names) {
        const fault = takeName(names, text.slice(at, end + 1));
        if (fault !== null) return fault;
        nameMayFollow = false;
      }
      at = end;
    } else if (character === '{' || character === '[') {
      if (open.length === JSON_DEPTH) return `the body nests deeper than ${JSON_DEPTH} levels`;
      open.push(character === '{' ? new Set() : null);
      nameMayFollow = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      nameMayFollow = false;
    } else if (character === ',') {
      nameMayFollow = open.at(-1) !== null;
    }
  }
  return null;
}

/** Where the string that starts at a quote ends: at its other quote, else at the end of the text. */
function endOfString(text: string, start: number): number {
  // By the engine's own search: a text of a megabyte is looked through in no time.
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

function takeName(names: Set<string>, quoted: string): string | null {
  let name: string;
  try {
    // With its escapes read: "a" and "\u0061" are the same name.
    name = JSON.parse(quoted);
  } catch {
    return null;
  }
  if (name === '__proto__') return 'the body has a field "__proto__"';
  if (names.has(name)) return `the body has ${JSON.stringify(name.slice(0, 40))} twice in one object`;
  names.add(name);
  return null;
}

function keepNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : context.source;
}
