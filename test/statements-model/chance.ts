/** Choices that repeat for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number of both ends' range. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True so often of one time. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  pick<Each>(from: readonly Each[]): Each {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[this.between(0, from.length - 1)] as Each;
  }

  shuffled<Each>(all: readonly Each[]): Each[] {
    return all
      .map((each) => [this.next(), each] as const)
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);
  }
}
