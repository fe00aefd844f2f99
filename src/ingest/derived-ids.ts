import { hash } from 'node:crypto';

/** Fields of a row that say which transaction it is, in a fixed order. */
export type NaturalKey = readonly (string | number | null)[];

/**
 * Makes whole numbers of natural keys, since a transaction's id is an integer and most sources have other ids or
 * none: the first 53 bits of the SHA-256 of the key, the same in every import, on every machine. Two keys meet in
 * one number once in some hundred million files of ten thousand rows; within a file that is noticed and answered
 * with null, for the row to be refused and not taken for the other one. Keeps two numbers a row.
 */
export class DerivedIds {
  /** The next 53 bits of each id's hash: other bits under the same id are another key. */
  readonly #checks = new Map<number, number>();
  /** How often a content came, where more than once. */
  readonly #occurrences = new Map<number, number>();

  /** The id of a row whose source gives it an id of its own; the same row again has the same id. */
  ofSource(key: NaturalKey): number | null {
    return this.#find(key)?.id ?? null;
  }

  /**
   * The id of a row known only by its content. Equal rows are equal transactions, not one: each occurrence in the
   * file counts, and the n-th one has the same id in every file.
   */
  ofContent(key: NaturalKey): number | null {
    const first = this.#find(key);
    if (first === null || !first.known) return first?.id ?? null;
    const occurrence = (this.#occurrences.get(first.id) ?? 1) + 1;
    this.#occurrences.set(first.id, occurrence);
    return this.#find([...key, occurrence])?.id ?? null;
  }

  #find(key: NaturalKey): { readonly id: number; readonly known: boolean } | null {
    const digest = hash('sha256', JSON.stringify(key), 'buffer');
    const [id, check] = [first53Bits(digest, 0), first53Bits(digest, 8)];
    const known = this.#checks.get(id);
    if (known === undefined) this.#checks.set(id, check);
    return known === undefined || known === check ? { id, known: known !== undefined } : null;
  }
}

function first53Bits(bytes: Buffer, offset: number): number {
  return (bytes.readUInt32BE(offset) >>> 11) * 2 ** 32 + bytes.readUInt32BE(offset + 4);
}
