/** No record or request of ours nests deeper; a text that does is an attack or another file. */
export const MAX_JSON_DEPTH = 16;

/**
 * Whether a JSON text nests deeper than so many levels. To be asked before the text is read: the engine reads any
 * depth, and what it makes of a deep text then overflows the stack of whoever walks it.
 */
export function nestsTooDeep(text: string, mostLevels: number = MAX_JSON_DEPTH): boolean {
  if (!hasMoreThan(mostLevels, text)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > mostLevels) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

/** Whether there are more opening brackets than that, by the engine's own search: nearly every line has few. */
function hasMoreThan(many: number, text: string): boolean {
  let found = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at !== -1 && found <= many; at = text.indexOf(bracket, at + 1)) {
      found += 1;
    }
  }
  return found > many;
}
