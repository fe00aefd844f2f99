/** An object found in an array of a JSON document. */
export interface ArrayElement {
  /** Line on which it starts, from 1. */
  readonly line: number;
  /** Path of the array it stands in. */
  readonly path: string;
  readonly value: unknown;
  /** Set when it has no value, for this reason. */
  readonly unreadable?: string;
}

/** A transaction with all its enrichment is a few kilobytes. */
const MAX_ELEMENT_CHARACTERS = 1_048_576;
/** Documents of banks nest some five levels; a text that goes on is an attack or another file. */
const MAX_DEPTH = 64;

/** Keys in paths are short; of other strings no more is kept. */
const MAX_KEY_CHARACTERS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const NEWLINE = 0x0a;

interface Container {
  readonly isArray: boolean;
  /** Keys from the top, joined by points; arrays add nothing, so that an array of pages reads like a page. */
  readonly path: string;
}

/**
 * Splits JSON text into the objects of the arrays at these paths (`Data.Transaction`; `''` is an array at the top),
 * one at a time and in order, without holding the document. Several documents may follow each other. Throws the
 * error of `broken` when the text ends in the middle, nests without end, or has no such array at all.
 */
export async function* arrayElements(
  chunks: AsyncIterable<string>,
  paths: readonly string[],
  broken: (why: string) => Error,
): AsyncGenerator<ArrayElement> {
  const splitter = new ArraySplitter(paths, broken);
  for await (const chunk of chunks) yield* splitter.feed(chunk);
  splitter.end();
}

class ArraySplitter {
  readonly #paths: readonly string[];
  readonly #broken: (why: string) => Error;
  readonly #containers: Container[] = [];
  #line = 1;
  #inString = false;
  #escaped = false;
  /** Text of the string that was read last outside of elements: a key when a colon follows. */
  #string = '';
  #key = '';
  /** Brackets open inside the element that is being kept; 0 outside of elements. */
  #elementDepth = 0;
  #element = '';
  #elementLine = 1;
  #elementIsTooLong = false;
  #anyArray = false;

  constructor(paths: readonly string[], broken: (why: string) => Error) {
    this.#paths = paths;
    this.#broken = broken;
  }

  feed(chunk: string): ArrayElement[] {
    const found: ArrayElement[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (code === NEWLINE) this.#line += 1;
      if (this.#inString) this.#readString(code, chunk, i);
      else if (code === QUOTE) {
        this.#inString = true;
        this.#string = '';
      } else if (code === COLON) this.#key = this.#string;
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (this.#open(code === OPEN_ARRAY)) from = i;
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (this.#elementDepth === 0) this.#containers.pop();
        else if (--this.#elementDepth === 0) {
          this.#keep(chunk.slice(from, i + 1));
          found.push(this.#finished());
        }
      }
    }
    if (this.#elementDepth > 0) this.#keep(chunk.slice(from));
    return found;
  }

  end(): void {
    if (this.#inString || this.#elementDepth > 0 || this.#containers.length > 0) {
      throw this.#broken(`ends in the middle of its JSON, on line ${this.#line}`);
    }
    if (!this.#anyArray) throw this.#broken(`has no list ${this.#paths.join(' or ')}`.trimEnd());
  }

  #readString(code: number, chunk: string, i: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) {
      this.#inString = false;
      return;
    }
    if (this.#elementDepth === 0 && this.#string.length < MAX_KEY_CHARACTERS) this.#string += chunk[i];
  }

  /** Meets an opening bracket; true when it begins an element. */
  #open(isArray: boolean): boolean {
    if (this.#elementDepth > 0) {
      this.#elementDepth += 1;
      return false;
    }
    const parent = this.#containers.at(-1);
    if (!isArray && parent?.isArray === true && this.#paths.includes(parent.path)) {
      this.#elementDepth = 1;
      this.#element = '';
      this.#elementLine = this.#line;
      this.#elementIsTooLong = false;
      return true;
    }
    if (this.#containers.length === MAX_DEPTH) {
      throw this.#broken(`nests deeper than ${MAX_DEPTH} levels, on line ${this.#line}`);
    }
    const path = parent === undefined ? '' : parent.isArray ? parent.path : joined(parent.path, this.#key);
    if (isArray && this.#paths.includes(path)) this.#anyArray = true;
    this.#containers.push({ isArray, path });
    return false;
  }

  #finished(): ArrayElement {
    const place = { line: this.#elementLine, path: this.#containers.at(-1)?.path ?? '' };
    if (this.#elementIsTooLong)
      return { ...place, value: null, unreadable: 'it is too long for a transaction' };
    try {
      return { ...place, value: JSON.parse(this.#element) };
    } catch {
      return { ...place, value: null, unreadable: 'it is not JSON' };
    }
  }

  #keep(piece: string): void {
    if (this.#element.length + piece.length > MAX_ELEMENT_CHARACTERS) this.#elementIsTooLong = true;
    this.#element = this.#elementIsTooLong ? '' : this.#element + piece;
  }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
