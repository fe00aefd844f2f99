import type { XmlAttributes } from '../xml-events.ts';

/** An element with what is below it. */
export class XmlNode {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly line: number;
  readonly children: XmlNode[] = [];
  #text = '';

  constructor(name: string, attributes: XmlAttributes, line: number) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
  }

  addText(text: string): void {
    this.#text += text;
  }

  /** Its own text without blanks around it. */
  get text(): string {
    return this.#text.trim();
  }

  /** The first element on a path of names, such as `Acct/Id/IBAN`; null when there is none. */
  first(path: string): XmlNode | null {
    return this.children.length === 0 ? null : firstOn(this, namesOf(path), 0);
  }

  /** Every element on a path of names. */
  all(path: string): readonly XmlNode[] {
    if (this.children.length === 0) return NONE;
    const found: XmlNode[] = [];
    gather(this, namesOf(path), 0, found);
    return found;
  }

  /** The text of the first of these paths that has any; null when none has. */
  value(...paths: readonly string[]): string | null {
    for (const path of paths) {
      const text = this.first(path)?.text ?? '';
      if (text !== '') return text;
    }
    return null;
  }
}

const NONE: readonly XmlNode[] = [];
/** Paths are constants of the readers: each is taken apart once. */
const knownPaths = new Map<string, readonly string[]>();

function namesOf(path: string): readonly string[] {
  let names = knownPaths.get(path);
  if (names === undefined) {
    names = path.split('/');
    knownPaths.set(path, names);
  }
  return names;
}

function gather(node: XmlNode, names: readonly string[], at: number, found: XmlNode[]): void {
  for (const child of node.children) {
    if (child.name !== names[at]) continue;
    if (at === names.length - 1) found.push(child);
    else gather(child, names, at + 1, found);
  }
}

function firstOn(node: XmlNode, names: readonly string[], at: number): XmlNode | null {
  if (at === names.length) return node;
  for (const child of node.children) {
    if (child.name !== names[at]) continue;
    const found = firstOn(child, names, at + 1);
    if (found !== null) return found;
  }
  return null;
}
