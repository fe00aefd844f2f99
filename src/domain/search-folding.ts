/** Harakat and other marks written above or below a letter, tatweel, and marks that only set the direction. */
const DROPPED =
  /[\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const TWINS: ReadonlyMap<string, string> = new Map([
  ['\u0623', '\u0627'], // alef with hamza above
  ['\u0625', '\u0627'], // alef with hamza below
  ['\u0622', '\u0627'], // alef with madda
  ['\u0671', '\u0627'], // alef wasla
  ['\u0649', '\u064a'], // alef maksura, written for ya
  ['\u0629', '\u0647'], // ta marbuta
  ['\u0624', '\u0648'], // waw with hamza
  ['\u0626', '\u064a'], // ya with hamza
]);

const BEYOND_ASCII = /[\u0080-\uffff]/;

const FOLDED = /[\u0622-\u0626\u0629\u0649\u0671\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * The form in which names are searched: lower case, one Arabic letter for those people write interchangeably,
 * no harakat, tatweel or direction marks, Arabic-Indic digits as digits. What is stored stays untouched.
 */
export function foldForSearch(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.normalize('NFC').replace(DROPPED, '').replace(FOLDED, twinOf).toLowerCase();
}

/** Whether a text is of the 128 characters that normalization leaves as they are. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** Whether any value of a row holds a text, both folded; lists and objects as their JSON. */
export function rowSays(row: object, text: string): boolean {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return foldForSearch(values.join('\n')).includes(foldForSearch(text.trim()));
}

function twinOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0x06f0) return String(code - 0x06f0);
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660);
  return TWINS.get(character) ?? character;
}
