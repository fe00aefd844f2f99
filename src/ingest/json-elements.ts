/** One element of a JSON document, as text. */
export interface JsonElement {
  readonly line: number;
  /** null: longer than the bound, or the file ends in the middle of it. */
  readonly text: string | null;
  readonly unreadable?: string;
}

/** An order with all its lines, fees and metadata is some ten kilobytes; the largest seen are far below this. */
const MAX_ELEMENT_CHARACTERS = 4_194_304;

/** No depth: what comes after the list in its envelope is passed over. */
const REST_OF_ENVELOPE = -1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const NEWLINE = 0x0a;

/**
 * Splits JSON text into the objects it lists, one at a time, without holding the document: the elements of an
 * array at the top, or of the array under one of `keys` in an object at the top; an object at the top without such
 * an array is an element itself, so that one order and one order a line are read as well.
 */
export async function* jsonElements(
  chunks: AsyncIterable<string>,
  keys: readonly string[],
): AsyncGenerator<JsonElement> {
  const splitter = new ElementSplitter(keys);
  for await (const chunk of chunks) yield* splitter.feed(chunk);
  yield* splitter.end();
}

class ElementSplitter {
  readonly #keys: readonly string[];
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** Depth at which elements stand: 0 for objects at the top, 1 or 2 inside an array, none after that array. */
  #elementDepth = 0;
  /** Text of the element begun, in pieces; null outside of one. */
  #element: string | null = null;
  #elementLine = 1;
  #tooLong = false;
  /** The last string read directly inside an object at the top: the key when a value follows. */
  #lastString = '';

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  feed(chunk: string): JsonElement[] {
    const found: JsonElement[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (this.#inString) {
        this.#readInString(code, chunk, i);
        continue;
      }
      if (code === QUOTE) {
        this.#inString = true;
        this.#lastString = '';
      } else if (code === NEWLINE) this.#line += 1;
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (this.#opens(code)) from = i;
        this.#depth += 1;
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        this.#depth = Math.max(0, this.#depth - 1);
        if (this.#element !== null && this.#depth === this.#elementDepth) {
          this.#keep(chunk.slice(from, i + 1));
          found.push(this.#finished());
        } else if (this.#depth === 0) this.#elementDepth = 0;
        else if (this.#depth < this.#elementDepth) this.#elementDepth = REST_OF_ENVELOPE;
      }
    }
    if (this.#element !== null) this.#keep(chunk.slice(from));
    return found;
  }

  end(): JsonElement[] {
    if (this.#element === null && this.#depth === 0 && !this.#inString) return [];
    const unreadable = 'the file ends in the middle of a record';
    return [{ line: this.#element === null ? this.#line : this.#elementLine, text: null, unreadable }];
  }

  #readInString(code: number, chunk: string, i: number): void {
    if (code === NEWLINE) this.#line += 1;
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) {
      this.#inString = false;
      return;
    }
    if (this.#depth === 1 && this.#elementDepth === 0 && this.#lastString.length < 64) {
      this.#lastString += chunk[i];
    }
  }

  /** Meets an opening bracket; true when it begins an element. */
  #opens(code: number): boolean {
    if (code === OPEN_ARRAY && this.#elementDepth === 0) {
      const listsElements =
        this.#depth === 0 ||
        (this.#depth === 1 && this.#element !== null && this.#keys.includes(this.#lastString));
      if (listsElements) {
        this.#elementDepth = this.#depth + 1;
        // What was taken for an element is the envelope of some.
        this.#element = null;
      }
      return false;
    }
    if (code !== OPEN_OBJECT || this.#element !== null || this.#depth !== this.#elementDepth) return false;
    this.#element = '';
    this.#elementLine = this.#line;
    this.#tooLong = false;
    return true;
  }

  #keep(piece: string): void {
    if (this.#element === null) return;
    if (this.#element.length + piece.length > MAX_ELEMENT_CHARACTERS) this.#tooLong = true;
    if (this.#tooLong) this.#element = '';
    else this.#element += piece;
  }

  #finished(): JsonElement {
    const text = this.#element;
    this.#element = null;
    if (!this.#tooLong) return { line: this.#elementLine, text };
    return { line: this.#elementLine, text: null, unreadable: 'the record is too long for an order' };
  }
}
