/** Texts of which a file has few beside its rows, such as its loans and days: each is kept once, under a number. */
export class FewTexts {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#texts.length;
  }

  /** The number of a text, from 1; 0 of null. */
  numberOf(text: string | null): number {
    if (text === null) return 0;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  textOf(number: number): string | null {
    return number === 0 ? null : (this.#texts[number - 1] as string);
  }
}
