import { nestsTooDeep } from './json-depth.ts';
import { readRecordJson } from './record-json.ts';

/** An object found in a JSON document. */
export interface JsonElement {
  /** Line on which it starts, from 1. */
  readonly line: number;
  /** Path of the array it stands in; `''` at the top. */
  readonly path: string;
  readonly value: unknown;
  /** Beginning of its text. */
  readonly shown: string;
  /** Set when it has no value, for this reason. */
  readonly unreadable?: string;
}

/** What to look for in a document. */
export interface ElementsWanted {
  /** Arrays whose objects are wanted (`Data.Transaction`); `''` is an array at the top. */
  readonly paths: readonly string[];
  /** True: an object at the top without such an array is wanted itself, so that one a line are read as well. */
  readonly alone: boolean;
  /** Makes the error for a text of which nothing can be taken. */
  broken(why: string): Error;
}

/** An order with all its lines, fees and metadata is some ten kilobytes; the largest seen are far below this. */
const MAX_ELEMENT_CHARACTERS = 4_194_304;
/** Documents of banks and shops nest some five levels; a text that goes on is an attack or another file. */
const MAX_DEPTH = 64;
/** Keys in paths are short; of other strings no more is kept. */
const MAX_KEY_CHARACTERS = 64;
const SHOWN_CHARACTERS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
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
 * Splits JSON text into the objects wanted of it, one at a time and in order, without holding the document. Several
 * documents may follow each other. Bad elements, and one that the text ends in, are answered in their place. Throws
 * the error of `broken` when the text nests without end, or has none of the arrays.
 */
export async function* jsonElements(
  chunks: AsyncIterable<string>,
  wanted: ElementsWanted,
): AsyncGenerator<JsonElement> {
  const splitter = new ElementSplitter(wanted);
  for await (const chunk of chunks) yield* splitter.feed(chunk);
  yield* splitter.end();
}

class ElementSplitter {
  readonly #wanted: ElementsWanted;
  readonly #containers: Container[] = [];
  #line = 1;
  #inString = false;
  #escaped = false;
  /** The string that was read last, where keys of paths stand: the key when a value follows. */
  #string = '';
  /** Brackets open inside the element that is being kept; 0 outside of elements. */
  #elementDepth = 0;
  #element = '';
  #elementLine = 1;
  #elementIsTooLong = false;
  #anyArray = false;

  constructor(wanted: ElementsWanted) {
    this.#wanted = wanted;
  }

  feed(chunk: string): JsonElement[] {
    const found: JsonElement[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (code === NEWLINE) this.#line += 1;
      if (this.#inString) this.#readString(code, chunk, i);
      else if (code === QUOTE) {
        this.#inString = true;
        this.#string = '';
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
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

  end(): JsonElement[] {
    const { paths, alone, broken } = this.#wanted;
    const isCut = this.#inString || this.#elementDepth > 0 || this.#containers.length > 0;
    if (!this.#anyArray && !alone) {
      if (isCut) throw broken(`ends in the middle of its JSON, on line ${this.#line}`);
      throw broken(`has no list ${paths.join(' or ')}`.trimEnd());
    }
    if (!isCut) return [];
    const line = this.#elementDepth > 0 ? this.#elementLine : this.#line;
    return [this.#unreadable(line, 'the file ends in the middle of a record')];
  }

  #readString(code: number, chunk: string, i: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) {
      this.#inString = false;
      return;
    }
    if (this.#mayNamePath() && this.#string.length < MAX_KEY_CHARACTERS) this.#string += chunk[i];
  }

  /** False inside of elements, but for what an object at the top holds: it may turn out to be around others. */
  #mayNamePath(): boolean {
    return this.#elementDepth === 0 || (this.#elementDepth === 1 && this.#containers.length === 0);
  }

  /** Meets an opening bracket; true when it begins an element. */
  #open(isArray: boolean): boolean {
    const { paths, alone } = this.#wanted;
    if (this.#elementDepth > 0) {
      const isAround = isArray && this.#mayNamePath() && this.#string !== '' && paths.includes(this.#string);
      if (!isAround) {
        this.#elementDepth += 1;
        return false;
      }
      // What was taken for an element is the envelope of some.
      this.#elementDepth = 0;
      this.#containers.push({ isArray: false, path: '' });
    }
    const parent = this.#containers.at(-1);
    const isWanted = parent === undefined ? alone : parent.isArray && paths.includes(parent.path);
    if (!isArray && isWanted) {
      this.#elementDepth = 1;
      this.#element = '';
      this.#elementLine = this.#line;
      this.#elementIsTooLong = false;
      return true;
    }
    if (this.#containers.length === MAX_DEPTH) {
      throw this.#wanted.broken(`nests deeper than ${MAX_DEPTH} levels, on line ${this.#line}`);
    }
    const path = parent === undefined ? '' : parent.isArray ? parent.path : joined(parent.path, this.#string);
    if (isArray && paths.includes(path)) this.#anyArray = true;
    this.#containers.push({ isArray, path });
    return false;
  }

  #finished(): JsonElement {
    const text = this.#element;
    if (this.#elementIsTooLong) return this.#unreadable(this.#elementLine, 'the record is too long');
    if (nestsTooDeep(text, MAX_DEPTH)) {
      return this.#unreadable(this.#elementLine, `the record nests deeper than ${MAX_DEPTH} levels`);
    }
    try {
      return { ...this.#place(this.#elementLine), value: readRecordJson(text) };
    } catch {
      return this.#unreadable(this.#elementLine, 'the record is not JSON');
    }
  }

  #unreadable(line: number, unreadable: string): JsonElement {
    return { ...this.#place(line), value: null, unreadable };
  }

  #place(line: number): { readonly line: number; readonly path: string; readonly shown: string } {
    const path = this.#containers.at(-1)?.path ?? '';
    return { line, path, shown: this.#element.slice(0, SHOWN_CHARACTERS) };
  }

  #keep(piece: string): void {
    if (this.#element.length + piece.length > MAX_ELEMENT_CHARACTERS) this.#elementIsTooLong = true;
    this.#element = this.#elementIsTooLong ? '' : this.#element + piece;
  }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
