/** No answer of the interface nests deeper than a few levels. */
const DEEPEST = 32;

/** The value of a JSON text; undefined for a text that is none, or that nests absurdly deep. */
export function readAnswerJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Looked at before it is parsed: whatever walks a value a million levels deep overflows its stack. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) {
      at = endOfString(text, at);
    } else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
