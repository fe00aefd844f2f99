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
  readonly #seen = new SeenIds();
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
    const id = first53Bits(digest, 0);
    const outcome = this.#seen.add(id, first53Bits(digest, 8));
    return outcome === 'collides' ? null : { id, known: outcome === 'known' };
  }
}

function first53Bits(bytes: Buffer, offset: number): number {
  return (bytes.readUInt32BE(offset) >>> 11) * 2 ** 32 + bytes.readUInt32BE(offset + 4);
}

/**
 * Ids with further bits of their hashes in one flat array: a Map would take some hundred bytes a row. Open
 * addressing, at most half full; the ids are hashes already, so their low bits say where to look first.
 */
class SeenIds {
  #slots = new Float64Array(2 * 1024);
  #count = 0;

  /** `collides`: this id was seen with other bits, so it stands for another key. */
  add(id: number, check: number): 'new' | 'known' | 'collides' {
    if (4 * this.#count >= this.#slots.length) this.#grow();
    const slot = slotOf(this.#slots, id);
    if (this.#slots[slot + 1] !== 0) return this.#slots[slot + 1] === check + 1 ? 'known' : 'collides';
    this.#slots[slot] = id;
    // One more, so that zero is an empty slot.
    this.#slots[slot + 1] = check + 1;
    this.#count += 1;
    return 'new';
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (let i = 0; i < before.length; i += 2) {
      if (before[i + 1] === 0) continue;
      const slot = slotOf(this.#slots, before[i] as number);
      this.#slots[slot] = before[i] as number;
      this.#slots[slot + 1] = before[i + 1] as number;
    }
  }
}

/** Where an id stands, or the empty slot where it would. */
function slotOf(slots: Float64Array, id: number): number {
  let slot = (id % (slots.length / 2)) * 2;
  while (slots[slot + 1] !== 0 && slots[slot] !== id) slot = (slot + 2) % slots.length;
  return slot;
}
