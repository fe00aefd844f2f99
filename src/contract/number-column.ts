const PLACES_A_CHUNK = 4096;

/** Whole numbers by place; 0 where none was set. */
export class NumberColumn {
  readonly #chunks: Float64Array[] = [];

  set(at: number, number: number): void {
    const chunkAt = Math.floor(at / PLACES_A_CHUNK);
    this.#chunks[chunkAt] ??= new Float64Array(PLACES_A_CHUNK);
    this.#chunks[chunkAt][at % PLACES_A_CHUNK] = number;
  }

  get(at: number): number {
    return this.#chunks[Math.floor(at / PLACES_A_CHUNK)]?.[at % PLACES_A_CHUNK] ?? 0;
  }
}
