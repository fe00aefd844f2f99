import { PackedTexts } from './packed-texts.ts';

const PLACES_A_CHUNK = 4096;
/** Longer texts may be a view of the much longer text they were cut from, which would be kept with them. */
const OWN_LENGTH = 12;

/** Texts by place, such as a column of a file has: 4 bytes a place where any near it has one, and the texts. */
export class TextColumn {
  readonly #chunks: (Uint32Array | undefined)[] = [];
  readonly #common: string[] = [];
  readonly #commonNumbers = new Map<string, number>();
  readonly #others = new PackedTexts();
  readonly #mostCommon: number;

  /** The first `mostCommon` texts are kept once each and answered at once, the others as often as they come. */
  constructor(mostCommon: number) {
    this.#mostCommon = mostCommon;
  }

  set(at: number, text: string | null | undefined): void {
    const isNone = text === null || text === undefined;
    const chunkAt = Math.floor(at / PLACES_A_CHUNK);
    if (isNone && this.#chunks[chunkAt] === undefined) return;
    this.#chunks[chunkAt] ??= new Uint32Array(PLACES_A_CHUNK);
    this.#chunks[chunkAt][at % PLACES_A_CHUNK] = isNone ? 0 : this.#numberOf(text);
  }

  get(at: number): string | null {
    const number = this.#numberAt(at);
    if (number === 0) return null;
    return number <= this.#mostCommon
      ? (this.#common[number - 1] as string)
      : this.#others.at(number - this.#mostCommon - 1);
  }

  has(at: number): boolean {
    return this.#numberAt(at) !== 0;
  }

  #numberAt(at: number): number {
    return this.#chunks[Math.floor(at / PLACES_A_CHUNK)]?.[at % PLACES_A_CHUNK] ?? 0;
  }

  /** From 1: those that are kept once come first, whether they are all there or not. */
  #numberOf(text: string): number {
    const known = this.#commonNumbers.get(text);
    if (known !== undefined) return known;
    if (this.#common.length === this.#mostCommon) return this.#mostCommon + this.#others.push(text) + 1;
    const own = text.length > OWN_LENGTH ? Buffer.from(text).toString() : text;
    const number = this.#common.push(own);
    this.#commonNumbers.set(own, number);
    return number;
  }
}
