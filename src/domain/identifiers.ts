import { type Refusal, refuse } from './refusal.ts';

/** What an id of ours can stand for. */
export type IdKind =
  | 'application'
  | 'loan'
  | 'disbursement'
  | 'payment'
  | 'batch'
  | 'held_row'
  | 'merchant'
  | 'refund';

/** What the id of each kind starts with, dash included. */
export const ID_PREFIXES: Readonly<Record<IdKind, string>> = {
  application: 'APP-',
  loan: 'LN-',
  disbursement: 'DSB-',
  payment: 'PAY-',
  batch: 'BAT-',
  held_row: 'HLD-',
  merchant: 'MRC-',
  refund: 'RFD-',
};

/** Crockford's base 32: digits and capitals without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RADIX = ALPHABET.length;
/** Each letter stands for so many bits. */
const LETTER_BITS = 5;
const PAYLOAD_LENGTH = 8;
const PAYLOAD_BYTES = 5;
const CODE_LENGTH = PAYLOAD_LENGTH + 1;

/**
 * The check character of a payload: ISO 7064 hybrid system, here MOD 33,32.
 *
 * What it guarantees: every substitution of one character, the check character included, is caught. Of the
 * adjacent transpositions all are caught but one pair for each state of the sum: two neighbours of the
 * alphabet (`1` and `2`, say) standing where the running sum is exactly at its fold; 2 in 992, so 99.8 % are
 * caught.
 */
function checkCharacter(payload: string): string {
  let product = RADIX;
  for (const character of payload) {
    const sum = (product + ALPHABET.indexOf(character)) % RADIX || RADIX;
    product = (sum * 2) % (RADIX + 1);
  }
  return ALPHABET[(RADIX + 1 - product) % RADIX] as string;
}

/** Makes an id from five bytes of randomness: 40 bits, so not guessable in order. Throws on other lengths. */
export function makeId(kind: IdKind, randomBytes: Uint8Array): string {
  if (randomBytes.length !== PAYLOAD_BYTES) throw new RangeError('an id takes exactly 5 random bytes');
  let payload = '';
  let bits = 0;
  let bitCount = 0;
  for (const byte of randomBytes) {
    bits = (bits << 8) | byte;
    for (bitCount += 8; bitCount >= LETTER_BITS; bitCount -= LETTER_BITS) {
      payload += ALPHABET[(bits >> (bitCount - LETTER_BITS)) & (RADIX - 1)];
    }
    bits &= 0xff;
  }
  return ID_PREFIXES[kind] + payload + checkCharacter(payload);
}

/**
 * Reads an id in any letter case, blanks around it dropped, and returns it in capitals.
 * Refuses with `invalid_id` what has not the form of this kind, with `id_mistyped` a wrong check character.
 */
export function parseId(kind: IdKind, text: string): string | Refusal {
  const id = text.trim().toUpperCase();
  const prefix = ID_PREFIXES[kind];
  const code = id.slice(prefix.length);
  const name = kind.replace('_', ' ');
  if (!id.startsWith(prefix)) {
    const other = looksLikeId(text);
    const what =
      other === null ? `is not ${withArticle(name)} id` : `is ${withArticle(other.replace('_', ' '))} id`;
    return refuse('invalid_id', `${shown(text)} ${what}; ${withArticle(name)} id starts with ${prefix}`, {
      hint: `write it like ${prefix}${EXAMPLE}`,
    });
  }
  if (code.length !== CODE_LENGTH || ![...code].every((character) => ALPHABET.includes(character))) {
    return refuse('invalid_id', `${shown(text)} has not the form of ${withArticle(name)} id`, {
      hint: `${prefix} is followed by nine digits and letters, without I, L, O and U, like ${prefix}${EXAMPLE}`,
    });
  }
  if (!isValidCode(code)) {
    return refuse('id_mistyped', `${id} is mistyped`, {
      hint: 'its check character does not fit; read it again',
    });
  }
  return id;
}

/** Which kind of id a text has the form of (prefix and nine letters or digits), whatever its check character. */
export function looksLikeId(text: string): IdKind | null {
  const id = text.trim().toUpperCase();
  for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
    const prefix = ID_PREFIXES[kind];
    if (id.startsWith(prefix) && /^[0-9A-Z]{9}$/.test(id.slice(prefix.length))) return kind;
  }
  return null;
}

/**
 * Every valid id one slip away from a mistyped one: one character wrong, or two neighbours swapped. The caller
 * looks up which of them exist for "did you mean". About nine candidates; empty when the form is another.
 */
export function nearbyIds(kind: IdKind, text: string): string[] {
  if (looksLikeId(text) !== kind) return [];
  const prefix = ID_PREFIXES[kind];
  const code = text.trim().toUpperCase().slice(prefix.length);
  const found = new Set<string>();
  for (let i = 0; i < CODE_LENGTH; i++) {
    const before = code.slice(0, i);
    for (const letter of ALPHABET) found.add(before + letter + code.slice(i + 1));
    if (i + 1 < CODE_LENGTH) found.add(`${before}${code[i + 1]}${code[i]}${code.slice(i + 2)}`);
  }
  found.delete(code);
  return [...found]
    .filter(isValidCode)
    .map((candidate) => prefix + candidate)
    .sort();
}

const EXAMPLE = '7K3QX9B23';

function isValidCode(code: string): boolean {
  const payload = code.slice(0, PAYLOAD_LENGTH);
  return (
    [...code].every((character) => ALPHABET.includes(character)) &&
    checkCharacter(payload) === code[PAYLOAD_LENGTH]
  );
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A given text as it may stand in a message: quoted when it could be misread, cut when it is long. */
function shown(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return /^[\w-]+$/.test(short) ? short : JSON.stringify(short);
}
