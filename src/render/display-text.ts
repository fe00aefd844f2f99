/**
 * Control characters, escape sequences, line separators, direction controls and invisible format characters.
 * Joiners (needed by scripts and emoji) and the visible Arabic number signs are text and stay.
 */
const UNSAFE =
  /[\p{Cc}\u2028\u2029]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d])\p{Cf}|\p{Cs}/gu;
const MAYBE_UNSAFE = /[^\x20-\x7e]/;

/**
 * Makes text from outside safe for a terminal: what could move the cursor, colour the screen or turn the
 * reading direction is shown as an escape (`\n`, `\u001b`, `\u202e`).
 */
export function displayText(text: string): string {
  return MAYBE_UNSAFE.test(text) ? text.replace(UNSAFE, escapeCharacter) : text;
}

/** As `displayText`, but line ends and tabs stay: for files in which they are data, such as CSV. */
export function displayTextKeepingLines(text: string): string {
  if (!MAYBE_UNSAFE.test(text)) return text;
  return text.replace(UNSAFE, (found) =>
    found === '\n' || found === '\r' || found === '\t' ? found : escapeCharacter(found),
  );
}

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return unicodeEscapes(character);
}

/** The characters as JSON `\u` escapes, one for each UTF-16 unit. */
export function unicodeEscapes(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    escaped += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
