import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { unreadableFile } from './refused-file.ts';

/** The attributes of an element, under their names with prefix. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** What a reader of XML is told. Names come without their prefix: structure counts, not namespaces. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes, line: number): void;
  /** Text between tags, in pieces, entities resolved. */
  text(text: string): void;
  close(name: string, line: number): void;
}

/** Deeper than any bank message or sheet; what nests deeper is an attack or another file. */
const MAX_DEPTH = 64;
/** Longest tag, comment or text; the parser holds one until its end. */
const MAX_PIECE_CHARACTERS = 1_048_576;

/**
 * Reads XML piece by piece with flat memory. It takes only what is well-formed to its end, and no document type, by
 * which entities could grow without bound. Throws a {@link RefusedFile} with the line.
 */
export class XmlScanner {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #source: string;
  readonly #names: string[] = [];
  /** Characters given to the parser since it last told of anything. */
  #untold = 0;
  /** The chunk that is read, and how far into the text it begins. */
  #chunk = '';
  #chunkAt = 0;
  #lastClosed = '';

  constructor(handler: XmlHandler, source: string) {
    this.#source = source;
    const parser = this.#parser;
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.#names.push(name);
      if (this.#names.length > MAX_DEPTH) this.#refuse(`nests deeper than ${MAX_DEPTH} levels`);
      this.#untold = 0;
      handler.open(local(name), attributes, parser.line);
    });
    parser.on('text', (text) => {
      this.#untold = 0;
      if (this.#names.length > 0) handler.text(text);
    });
    parser.on('cdata', (text) => {
      this.#untold = 0;
      handler.text(text);
    });
    parser.on('closetag', ({ name }) => {
      this.#names.pop();
      this.#lastClosed = name;
      this.#untold = 0;
      handler.close(local(name), parser.line);
    });
    parser.on('comment', () => {
      this.#untold = 0;
    });
    parser.on('doctype', () => this.#refuse('has a document type, which such files never have'));
    // The parser goes on after an error; what it says then would be a guess.
    parser.on('error', (error) => this.#refuse(this.#said(error)));
  }

  feed(chunk: string): void {
    this.#untold += chunk.length;
    this.#chunkAt += this.#chunk.length;
    this.#chunk = chunk;
    this.#parser.write(chunk);
    if (this.#untold > MAX_PIECE_CHARACTERS) this.#refuse('has a piece too long to be of a statement');
  }

  end(): void {
    const open = this.#names.at(-1);
    if (open !== undefined) this.#refuse(`ends before <${open}> is closed: it was cut short`);
    this.#parser.close();
  }

  /** The parser's own words without the place it puts before them, and both elements where two are crossed. */
  #said({ message }: Error): string {
    if (message.endsWith('unexpected close tag.')) {
      // It has closed the inner element by itself and does not name the outer one.
      const end = this.#parser.position - this.#chunkAt;
      const [, closed = 'another element'] = /<\/([^\s<>]+)\s*>?$/.exec(this.#chunk.slice(0, end)) ?? [];
      return `closes <${closed}> before <${this.#lastClosed}>`;
    }
    return `does not hold together: ${message.replace(/^[^:]*\d+:\d+: /, '').replace(/\.$/, '')}`;
  }

  #refuse(why: string): never {
    throw unreadableFile(
      this.#source,
      `is no well-formed XML: line ${this.#parser.line} ${why}`,
      'Export it again.',
    );
  }
}

function local(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
