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
  const form = formOf(text, mostLevels);
  if (form.fault !== null) return { ok: false, reason: form.fault };
  try {
    return { ok: true, value: form.numbersStay ? JSON.parse(text) : JSON.parse(text, keepNumberText) };
  } catch (error) {
    return { ok: false, reason: `it is not JSON (${error instanceof Error ? error.message : 'unreadable'})` };
  }
}

/** What is known of a text before it is parsed. */
interface Form {
  readonly fault: string | null;
  /** Every number is written as a float of its value is: nothing has to be kept as its text. */
  readonly numbersStay: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const NUMBER_PARTS = '0123456789.eE+-';
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** One pass over the text before it is parsed; on a text that is not JSON it may find nothing, which is no harm. */
function formOf(text: string, mostLevels: number): Form {
  /** Names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  let nameMayFollow = false;
  let numbersStay = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (nameMayFollow && names) {
        const fault = takeName(names, text.slice(at, end + 1));
        if (fault !== null) return { fault, numbersStay };
        nameMayFollow = false;
      }
      at = end;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (open.length === mostLevels) {
        return { fault: `it nests deeper than ${mostLevels} levels`, numbersStay };
      }
      open.push(code === OPEN_OBJECT ? new Set() : null);
      nameMayFollow = code === OPEN_OBJECT;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
      nameMayFollow = false;
    } else if (code === COMMA) {
      nameMayFollow = open.at(-1) !== null;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      const written = text.slice(at, end);
      numbersStay &&= String(Number(written)) === written;
      at = end - 1;
    }
  }
  return { fault: null, numbersStay };
}

/** The place after a number: the next character that cannot be in one. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && NUMBER_PARTS.includes(text[at] as string)) at += 1;
  return at;
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
  let name = quoted.slice(1, -1);
  if (name.includes('\\')) {
    try {
      // With its escapes read: "a" and "\u0061" are the same name.
      name = JSON.parse(quoted);
    } catch {
      return null;
    }
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
