import { posix } from 'node:path';
import { type XmlAttributes, type XmlHandler, XmlScanner } from '../xml-events.ts';
import type { DateSystem } from './sheet-values.ts';
import { damaged, type ZipArchive } from './zip-archive.ts';

/** More text than a statement of a million rows has. */
const MAX_SHARED_BYTES = 134_217_728;
const MAX_SHARED_STRINGS = 4_000_000;
/** Forms of numbers that every workbook has without naming them: dates, with times and without. */
const DATE_FORMS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const; // prettier-ignore

/** A sheet and the part it is in. */
export interface XlsxSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** What the parts around the sheets say. */
export interface XlsxParts {
  readonly sheets: readonly XlsxSheet[];
  readonly dateSystem: DateSystem;
  readonly sharedStrings: string | null;
  readonly styles: string | null;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Reads which sheets a workbook has and where they are. */
export async function readXlsxParts(archive: ZipArchive): Promise<XlsxParts> {
  const workbook = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined) throw damaged(archive.source, 'it does not say where its sheets are');
  const relations = await relationsOf(archive, workbook);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: XlsxSheet[] = [];
  let dateSystem: DateSystem = 1900;
  await scan(archive, workbook, (name, attributes) => {
    if (name === 'workbookPr') {
      if (isTrue(attributes.date1904)) dateSystem = 1904;
    } else if (name === 'sheet') {
      const relation = byId.get(attributes['r:id'] ?? idOf(attributes) ?? '');
      if (relation?.type !== 'worksheet') return;
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', isHidden, part: relation.target });
    }
  });
  const target = (wanted: string) => relations.find(({ type }) => type === wanted)?.target ?? null;
  return { sheets, dateSystem, sharedStrings: target('sharedStrings'), styles: target('styles') };
}

/** The relation of an element whose prefix is not the usual one. */
function idOf(attributes: XmlAttributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}

/** What a part says of where others are: by the last word of their type, and the names of their parts. */
async function relationsOf(
  archive: ZipArchive,
  part: string,
): Promise<readonly (Relation & { readonly id: string })[]> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: (Relation & { readonly id: string })[] = [];
  if (!archive.has(name)) return relations;
  await scan(archive, name, (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
    if (element !== 'Relationship') return;
    const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: place });
  });
  return relations;
}

async function scan(
  archive: ZipArchive,
  part: string,
  open: (name: string, attributes: XmlAttributes) => void,
): Promise<void> {
  const scanner = new XmlScanner({ open, text() {}, close() {} }, partName(archive.source, part));
  for await (const text of archive.text(part)) scanner.feed(text);
  scanner.end();
}

/** How messages name a part of a workbook. */
export function partName(source: string, part: string): string {
  return `${source} (${part})`;
}

/** The texts that cells share, by their number. */
export async function readSharedStrings(archive: ZipArchive, part: string | null): Promise<SharedStrings> {
  const reader = new SharedStringsReader();
  if (part === null || !archive.has(part)) return reader.strings;
  const scanner = new XmlScanner(reader, partName(archive.source, part));
  for await (const text of archive.text(part)) {
    scanner.feed(text);
    if (reader.strings.isTooLarge) throw damaged(archive.source, 'it holds more text than a statement has');
  }
  scanner.end();
  return reader.strings;
}

/**
 * Texts one after the other in bytes of their own: as strings, those of a long statement would take four times the room,
 * and be gone through each time garbage is collected.
 */
export class SharedStrings {
  #bytes = Buffer.alloc(65_536);
  #ends = new Uint32Array(4_096);
  #count = 0;

  get isTooLarge(): boolean {
    return this.#end > MAX_SHARED_BYTES || this.#count > MAX_SHARED_STRINGS;
  }

  add(text: string): void {
    const from = this.#end;
    const most = from + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, from);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const more = new Uint32Array(this.#count * 2);
      more.set(this.#ends);
      this.#ends = more;
    }
    this.#ends[this.#count] = from + this.#bytes.write(text, from, 'utf8');
    this.#count += 1;
  }

  /** The text of a number; undefined when there is none. */
  at(number: number): string | undefined {
    if (!(number >= 0 && number < this.#count)) return undefined;
    const from = number === 0 ? 0 : (this.#ends[number - 1] as number);
    return this.#bytes.toString('utf8', from, this.#ends[number]);
  }

  get #end(): number {
    return this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
  }
}

class SharedStringsReader implements XmlHandler {
  readonly strings = new SharedStrings();
  #text: string | null = null;
  #isText = false;
  /** How a text is spoken, beside it in Japanese workbooks. */
  #isSpoken = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#isSpoken = true;
    else if (name === 't') this.#isText = !this.#isSpoken;
  }

  text(text: string): void {
    if (this.#isText && this.#text !== null) this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isSpoken = false;
    else if (name === 'si' && this.#text !== null) {
      this.strings.add(unescaped(this.#text));
      this.#text = null;
    }
  }
}

/** A text without the form in which workbooks write control characters: `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Whether a cell of each style is a date. */
export async function readDateStyles(archive: ZipArchive, part: string | null): Promise<readonly boolean[]> {
  if (part === null || !archive.has(part)) return [];
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  const handler: XmlHandler = {
    open(name, attributes) {
      const form = Number(attributes.numFmtId ?? Number.NaN);
      if (name === 'numFmt') custom.set(form, isDateForm(attributes.formatCode ?? ''));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) styles.push(custom.get(form) ?? isBuiltInDate(form));
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  };
  const scanner = new XmlScanner(handler, partName(archive.source, part));
  for await (const text of archive.text(part)) scanner.feed(text);
  scanner.end();
  return styles;
}

function isBuiltInDate(form: number): boolean {
  return DATE_FORMS.some(([from, to]) => form >= from && form <= to);
}

/** True for a form with a day, month, year or time of day in it, outside of quoted words and of conditions. */
function isDateForm(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  const first = bare.split(';')[0] as string;
  return /[dmyhs]/i.test(first) && !/general/i.test(first);
}

/** A truth value of XML. */
export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
