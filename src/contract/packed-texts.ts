/** Texts that are packed together: enough that a pack costs nothing beside them. */
const TEXTS_A_PACK = 256;

/** Packed texts: their bytes end to end, and where each of them ends. */
interface Pack {
  readonly bytes: Buffer;
  readonly ends: Uint32Array;
  /** Every byte is a character: such texts are read several times as fast. */
  readonly isAscii: boolean;
}

/**
 * A growing list of texts that keeps their bytes instead of a string each: a hundred thousand of them then take
 * little more than they do in a file, and none of it is the garbage collector's to go through. A lone surrogate
 * comes back as U+FFFD.
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
    const { bytes, ends, isAscii } = pack;
    const end = ends[inPack] as number;
    const start = startOf(pack, inPack);
    return bytes.toString(isAscii ? 'latin1' : 'utf8', start, end);
  }
}

function startOf({ ends }: Pack, inPack: number): number {
  return inPack === 0 ? 0 : (ends[inPack - 1] as number);
}

function packOf(texts: readonly string[]): Pack {
  const whole = texts.join('');
  const bytes = Buffer.from(whole);
  const isAscii = bytes.length === whole.length;
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, at) => {
    end += isAscii ? text.length : Buffer.byteLength(text);
    ends[at] = end;
  });
  return { bytes, ends, isAscii };
}
