/** What a JSON text says, or why nobody can mean it. */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  /** A sentence that begins with "it". */
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a JSON text. What an engine would read but nobody can mean is refused: nesting deeper than `mostLevels`
 * (found before anything is built), a name twice in one object, `__proto__`. A number that a float would change
 * (`1e400`, `1500.50`, 20 digits) stays its text, so that amounts are judged by what was written.
 */
export function readStrictJson(text: string, mostLevels: number): StrictJson {
  const fault = formFault(text, mostLevels);
  if (fault !== null) return { ok: false, reason: fault };
  try {
    return { ok: true, value: JSON.parse(text, keepNumberText) };
  } catch (error) {
    return { ok: false, reason: `it is not JSON (${error instanceof Error ? error.message : 'unreadable'})` };
  }
}

/** One pass over the text before it is parsed; on a text that is not JSON it may find nothing, which is no harm. */
function formFault(text: string, mostLevels: number): string | null {
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
      if (open.length === mostLevels) return `it nests deeper than ${mostLevels} levels`;
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
  if (name === '__proto__') return 'it has a field "__proto__"';
  if (names.has(name)) return `it has ${JSON.stringify(name.slice(0, 40))} twice in one object`;
  names.add(name);
  return null;
}

function keepNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : context.source;
}
