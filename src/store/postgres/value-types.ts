/** Numbers of the types a statement may answer, as the server names them. */
const BOOLEAN = 16;
const BIGINT = 20;
const SMALLINT = 21;
const INTEGER = 23;
const BYTES = 17;

type Parser = (text: string) => unknown;

const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOLEAN, (text) => (text === 't' ? 1 : 0)],
  [BIGINT, wholeNumber],
  [SMALLINT, wholeNumber],
  [INTEGER, wholeNumber],
  [BYTES, (text) => Buffer.from(text.slice(2), 'hex')],
]);

const asText: Parser = (text) => text;

/** Reads what the server answers as the readers of `store/sql` expect it; all else stays text. */
export const VALUE_TYPES = {
  getTypeParser: (type: number): Parser => PARSERS.get(type) ?? asText,
};

/** Throws a RangeError for a number that would be rounded. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large a number`);
  return value;
}
