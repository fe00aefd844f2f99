/** A row among those of its key, as far as its number goes. */
export interface NumberedRow {
  readonly occurrence: number;
}

/** Numbers for new rows of a key. One that was undone has its own again, so that it is the nth again. */
export class OccurrenceNumbers {
  readonly #given: Set<number>;
  readonly #kept: ReadonlySet<number>;
  #next = 1;

  constructor(standing: readonly NumberedRow[], undone: readonly NumberedRow[]) {
    this.#given = new Set(standing.map(({ occurrence }) => occurrence));
    this.#kept = new Set(undone.map(({ occurrence }) => occurrence));
  }

  /** That of the first of `was` that is free, else the next that no row ever had. */
  next(was: readonly NumberedRow[]): number {
    const own = was.find(({ occurrence }) => !this.#given.has(occurrence))?.occurrence;
    while (own === undefined && (this.#given.has(this.#next) || this.#kept.has(this.#next))) this.#next += 1;
    const number = own ?? this.#next;
    this.#given.add(number);
    return number;
  }
}
