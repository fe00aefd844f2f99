const HASH_BYTES = 32;
const FIRST_ROOM = 64;

/** An entry that waits for its seal. */
export interface WaitingEntry {
  readonly loanId: string;
  readonly number: number;
  readonly hash: Buffer;
  /** Its place in the queue, should it get there. */
  readonly position: number;
}

/** Entries that wait for their seals, packed: a large unit has a hundred thousand of them. */
export class WaitingEntries {
  #loanIds: string[] = [];
  #numbers: number[] = [];
  #positions: number[] = [];
  #hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);

  get count(): number {
    return this.#loanIds.length;
  }

  add(loanId: string, number: number, hash: Buffer, position: number): void {
    const at = this.count * HASH_BYTES;
    if (at === this.#hashes.length) this.#hashes = Buffer.concat([this.#hashes, Buffer.alloc(at)]);
    hash.copy(this.#hashes, at);
    this.#loanIds.push(loanId);
    this.#numbers.push(number);
    this.#positions.push(position);
  }

  clear(): void {
    this.#loanIds = [];
    this.#numbers = [];
    this.#positions = [];
    this.#hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);
  }

  *[Symbol.iterator](): Generator<WaitingEntry> {
    for (let at = 0; at < this.count; at++) {
      yield {
        loanId: this.#loanIds[at] as string,
        number: this.#numbers[at] as number,
        hash: this.#hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
        position: this.#positions[at] as number,
      };
    }
  }
}
