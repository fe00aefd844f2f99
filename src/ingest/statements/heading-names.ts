import { foldedHeading, headingForms } from '../plain-heading.ts';

/** The headings of a row, found by their text, or in the spelling they are compared in. */
export class Headings {
  readonly #exact = new Map<string, number[]>();
  /** Whole headings, folded. */
  readonly #whole = new Map<string, number[]>();
  /** Parts of headings that stand for them. */
  readonly #parts = new Map<string, number[]>();

  constructor(headings: readonly string[]) {
    headings.forEach((heading, place) => {
      add(this.#exact, heading.trim(), place);
      const [whole, ...parts] = headingForms(heading);
      if (whole !== undefined) add(this.#whole, whole, place);
      for (const part of parts) add(this.#parts, part, place);
    });
  }

  /** Place of the first of these names that is there; null: none is. */
  placeOf(names: readonly string[]): number | null {
    for (const name of names) {
      const [place] = this.allOf(name);
      if (place !== undefined) return place;
    }
    return null;
  }

  /** All places at which a name stands. */
  allOf(name: string): readonly number[] {
    const folded = foldedOnce(name);
    return this.#exact.get(name.trim()) ?? this.#whole.get(folded) ?? this.#parts.get(folded) ?? [];
  }
}

function add(places: Map<string, number[]>, form: string, place: number): void {
  const known = places.get(form);
  if (known === undefined) places.set(form, [place]);
  else known.push(place);
}

const FOLDED = new Map<string, string>();

/** The same names are looked for in every row that may be of headings. */
function foldedOnce(name: string): string {
  let folded = FOLDED.get(name);
  if (folded === undefined) {
    folded = foldedHeading(name);
    FOLDED.set(name, folded);
  }
  return folded;
}
