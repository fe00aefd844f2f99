import { unreadableFile } from '../refused-file.ts';

/** What a reader of XML is told. Names come without their prefix: structure counts, not namespaces. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void;
  /** Text between tags, in pieces, entities resolved. */
  text(text: string): void;
  close(name: string, line: number): void;
}

/** Deeper than any bank message; what nests deeper is an attack or another file. */
const MAX_DEPTH = 64;
/** Longest tag, comment or other piece that must be there whole before it can be read. */
const MAX_PIECE_CHARACTERS = 1_048_576;

const NAME = '[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*';
const OPEN_TAG = new RegExp(`^<(${NAME})((?:\\s[\\s\\S]*)?)$`);
const CLOSE_TAG = new RegExp(`^</(${NAME})\\s*$`);
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML piece by piece with flat memory: tags, attributes, text, CDATA, comments. It takes only what is
 * well-formed to its end, and no document type, by which entities could grow without bound. Throws a
 * {@link RefusedFile} with the line.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #source: string;
  #rest = '';
  #line = 1;
  #names: string[] = [];
  #rootSeen = false;

  constructor(handler: XmlHandler, source: string) {
    this.#handler = handler;
    this.#source = source;
  }

  feed(chunk: string): void {
    const text = this.#rest + chunk;
    let at = 0;
    while (at < text.length) {
      if (text.charCodeAt(at) !== 60) {
        let end = text.indexOf('<', at);
        if (end === -1) {
          // An entity may be cut by the chunk's end.
          const entity = text.lastIndexOf('&');
          end = entity >= at && !text.includes(';', entity) ? entity : text.length;
          if (end === at) break;
          this.#text(text.slice(at, end));
          at = end;
          if (end < text.length) break;
          continue;
        }
        this.#text(text.slice(at, end));
        at = end;
        continue;
      }
      const end = this.#markup(text, at);
      if (end === -1) break;
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_PIECE_CHARACTERS) this.#refuse('has a piece too long to be a bank message');
  }

  end(): void {
    if (this.#rest.trim() !== '' || this.#names.length > 0) {
      const open = this.#names.at(-1);
      this.#refuse(
        open === undefined
          ? 'ends in the middle of a tag'
          : `ends before <${open}> is closed: it was cut short`,
      );
    }
    if (!this.#rootSeen) this.#refuse('holds no element');
  }

  /** Reads the markup at a `<`; answers where it ends, −1 when its end is not there yet. */
  #markup(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return this.#skip(text, at, text.indexOf('-->', at + 4), 3);
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at + 9);
      if (end === -1) return -1;
      const content = text.slice(at + 9, end);
      if (this.#names.length === 0) this.#refuse('has text outside of its elements');
      this.#handler.text(content);
      return this.#skip(text, at, end, 3);
    }
    if (text.startsWith('<?', at)) return this.#skip(text, at, text.indexOf('?>', at + 2), 2);
    if (text.startsWith('<!', at)) {
      if (text.length - at < 9 && ['<!--', '<![CDATA['].some((start) => start.startsWith(text.slice(at))))
        return -1;
      this.#refuse('has a document type, which bank messages never have');
    }
    const end = tagEnd(text, at);
    if (end === -1) return -1;
    const tag = text.slice(at, end);
    if (tag.charCodeAt(1) === 47) this.#close(tag);
    else this.#open(tag);
    this.#countLines(tag);
    return end + 1;
  }

  #skip(text: string, from: number, end: number, mark: number): number {
    if (end === -1) return -1;
    this.#countLines(text.slice(from, end));
    return end + mark;
  }

  #open(tag: string): void {
    const empty = tag.endsWith('/');
    const match = OPEN_TAG.exec(empty ? tag.slice(0, -1) : tag);
    if (match === null) this.#refuse(`has a broken tag ${shown(tag)}`);
    const [, name = '', rest = ''] = match;
    if (this.#names.length === 0) {
      if (this.#rootSeen) this.#refuse('has more than one outermost element');
      this.#rootSeen = true;
    }
    this.#names.push(name);
    if (this.#names.length > MAX_DEPTH) this.#refuse(`nests deeper than ${MAX_DEPTH} levels`);
    this.#handler.open(
      local(name),
      rest.trim() === '' ? NO_ATTRIBUTES : this.#attributes(rest, tag),
      this.#line,
    );
    if (empty) this.#closed(name);
  }

  #attributes(text: string, tag: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    ATTRIBUTE.lastIndex = 0;
    let end = 0;
    for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
      const name = match[1] as string;
      if (found.has(name)) this.#refuse(`has the attribute ${name} twice in ${shown(tag)}`);
      found.set(name, this.#resolved(match[2] ?? match[3] ?? ''));
      end = ATTRIBUTE.lastIndex;
    }
    if (text.slice(end).trim() !== '') this.#refuse(`has a broken tag ${shown(tag)}`);
    return found;
  }

  #close(tag: string): void {
    const name = CLOSE_TAG.exec(tag)?.[1];
    if (name === undefined) this.#refuse(`has a broken tag ${shown(tag)}`);
    this.#closed(name);
  }

  #closed(name: string): void {
    const open = this.#names.pop();
    if (open !== name) {
      this.#refuse(
        open === undefined ? `closes <${name}>, which is not open` : `closes <${name}> before <${open}>`,
      );
    }
    this.#handler.close(local(name), this.#line);
  }

  #text(text: string): void {
    if (this.#names.length === 0) {
      if (text.replace('\ufeff', '').trim() !== '') this.#refuse('has text outside of its elements');
    } else this.#handler.text(this.#resolved(text));
    this.#countLines(text);
  }

  #resolved(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(/&([^;&\s]{0,12};?)/g, (_whole, body: string) => {
      const name = body.endsWith(';') ? body.slice(0, -1) : '';
      const named = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
      if (named !== undefined) return named;
      const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
      const point =
        code === null ? 0 : code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
      const isLetter = point >= 32 || point === 9 || point === 10 || point === 13;
      if (!isLetter || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        this.#refuse(`has an entity nobody knows, &${shown(body)}`);
      }
      return String.fromCodePoint(point);
    });
  }

  #countLines(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }

  #refuse(why: string): never {
    throw unreadableFile(
      this.#source,
      `is no well-formed XML: line ${this.#line} ${why}`,
      'Export it again.',
    );
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Place of the `>` that ends a tag; one inside an attribute's quotation marks does not. */
function tagEnd(text: string, from: number): number {
  const end = text.indexOf('>', from);
  if (end === -1) return -1;
  let at = from;
  while (at < end && !isQuote(text.charCodeAt(at))) at += 1;
  if (at === end) return end;
  for (;;) {
    const close = text.indexOf(text[at] as string, at + 1);
    if (close === -1) return -1;
    const next = text.slice(close + 1).search(/["'>]/);
    if (next === -1) return -1;
    at = close + 1 + next;
    if (text[at] === '>') return at;
  }
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}

function local(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
