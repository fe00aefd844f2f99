/** Texts that are packed together: enough that a pack costs nothing beside them. */
const TEXTS_A_PACK = 256;

/**
 * Packed texts end to end, and where each of them ends: as a string that has a byte for each character, of which a part
 * is read several times as fast as from bytes, or as bytes of UTF-8 where they have other characters.
 */
type Pack = { readonly ends: Uint32Array } & ({ readonly ascii: string } | { readonly bytes: Buffer });

/**
 * A growing list of texts that keeps them end to end instead of a string each: a hundred thousand of them then take
 * little more than they do in a file, and next to nothing of it is the garbage collector's to go through. A lone
 * surrogate comes back as U+FFFD.
 */
export class PackedTexts {
  readonly #packs: Pack[] = [];
  #open: string[] = [];

  get length(): number {
    return this.#packs.length * TEXTS_A_PACK + this.#open.length;
  }

  /** Adds a text; answers its place. */
  push(text: string): number {
    const at = this.length;
    this.#open.push(text);
    if (this.#open.length === TEXTS_A_PACK) {
      this.#packs.push(packOf(this.#open));
      this.#open = [];
    }
    return at;
  }

  /** The text at a place. Throws a `RangeError` where there is none. */
  at(at: number): string {
    const pack = this.#packs[Math.floor(at / TEXTS_A_PACK)];
    const inPack = at % TEXTS_A_PACK;
    if (pack === undefined) {
      const text = at < this.length ? this.#open[inPack] : undefined;
      if (text === undefined) throw new RangeError(`there is no text ${at} of ${this.length}`);
      return text;
    }
    const end = pack.ends[inPack] as number;
    const start = startOf(pack, inPack);
    return 'ascii' in pack ? pack.ascii.substring(start, end) : pack.bytes.toString('utf8', start, end);
  }
}

function startOf({ ends }: Pack, inPack: number): number {
  return inPack === 0 ? 0 : (ends[inPack - 1] as number);
}

function packOf(texts: readonly string[]): Pack {
  const whole = texts.join('');
  const ends = new Uint32Array(texts.length);
  const isAscii = Buffer.byteLength(whole) === whole.length;
  let end = 0;
  texts.forEach((text, at) => {
    end += isAscii ? text.length : Buffer.byteLength(text);
    ends[at] = end;
  });
  return isAscii ? { ends, ascii: whole } : { ends, bytes: Buffer.from(whole) };
}
