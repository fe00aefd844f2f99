/** An element with what is below it. */
export class XmlNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly children: XmlNode[] = [];
  #text = '';

  constructor(name: string, attributes: ReadonlyMap<string, string>, line: number) {
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
    return firstOn(this, path.split('/'), 0);
  }

  /** Every element on a path of names. */
  all(path: string): readonly XmlNode[] {
    let nodes: readonly XmlNode[] = [this];
    for (const name of path.split('/')) {
      nodes = nodes.flatMap((node) => node.children.filter((child) => child.name === name));
    }
    return nodes;
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

function firstOn(node: XmlNode, names: readonly string[], at: number): XmlNode | null {
  if (at === names.length) return node;
  for (const child of node.children) {
    if (child.name !== names[at]) continue;
    const found = firstOn(child, names, at + 1);
    if (found !== null) return found;
  }
  return null;
}
