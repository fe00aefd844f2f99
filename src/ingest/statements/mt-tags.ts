/** A field of an MT940 or MT942 message: its tag and all its lines. */
export interface MtField {
  /** `61`, `60F`. */
  readonly tag: string;
  readonly line: number;
  /** The text behind the tag, line by line. */
  readonly lines: readonly string[];
}

/** What a line ends or begins. */
export type MtEvent = MtField | { readonly tag: 'end'; readonly line: number };

/** More lines than this belong to no field: the file has lost its tags. One more is kept, to be told by. */
export const MAX_FIELD_LINES = 200;

const TAGS = new Set('13 13C 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS'.split(' '));
/** The end of a message: a lone hyphen, with what SWIFT's envelope or an old modem puts behind it. */
const END = /^-(?:\}.*)?[\u0000-\u001f\s]*$/;
const TAG = /^:(\d{2}[A-Z]?|NS):/;
/** The beginning of an envelope, with the application header that names the type of the message. */
const ENVELOPE = /^[\u0000-\u001f\s]*\{1:/;

/**
 * Cuts lines into the fields of MT940 and MT942 messages. A line that only looks like a tag is text: `:08 paid`, or
 * the time `20:44:45`, even behind a colon. What stands outside of a message (envelopes, headers of banks) is left
 * out.
 */
export class MtTags {
  #tag: string | null = null;
  #line = 0;
  #lines: string[] = [];

  /** What this line completes: the field before it, the end of the message, or nothing. */
  *feed(text: string, line: number): Generator<MtEvent> {
    if (END.test(text) && this.#tag !== null) {
      yield* this.finish();
      yield { tag: 'end', line };
      return;
    }
    if (ENVELOPE.test(text)) {
      yield* this.finish();
      // Some banks write the first field behind the envelope, in the same line.
      const first = text.indexOf('{4:');
      if (first !== -1 && TAG.test(text.slice(first + 3))) yield* this.feed(text.slice(first + 3), line);
      return;
    }
    const tag = this.#tagOf(text);
    if (tag !== null) {
      yield* this.finish();
      this.#tag = tag;
      this.#line = line;
      this.#lines = [text.slice(tag.length + 2)];
    } else if (this.#tag !== null && this.#lines.length <= MAX_FIELD_LINES) this.#lines.push(text);
  }

  /** The field that is open. */
  *finish(): Generator<MtField> {
    if (this.#tag === null) return;
    const field = { tag: this.#tag, line: this.#line, lines: this.#lines };
    this.#tag = null;
    yield field;
  }

  #tagOf(text: string): string | null {
    const tag = TAG.exec(text)?.[1];
    if (tag === undefined || !TAGS.has(tag)) return null;
    if (this.#tag === '86' && /^:\d\d:\d\d(:\d\d)?(\D|$)/.test(text)) return null;
    return tag;
  }
}
