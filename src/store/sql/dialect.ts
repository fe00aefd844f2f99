/**
 * What the engines write differently in a statement. Everything else in `store/sql` is SQL both understand: values are
 * bound as `?` in order, names of results are quoted, and only what stands here differs.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** A bound value compared with a column where there is an ORDER BY; see `SqlConnection.all`. */
  readonly bound: string;
  /** A join whose left side the planner is to walk outermost, where it can be told so. Takes an ON. */
  readonly join: string;
  /** After a table in FROM: looks it up in an index, where the planner can be told so. */
  indexedBy(index: string): string;
  /** A column compared and sorted without regard to the case of its ASCII letters; what is bound is lower-case. */
  caseBlind(column: string): string;
  /** For FROM: the texts of a JSON array, bound once, as rows (`value`, `key`) in their order. */
  eachText(alias: string): string;
  /** For FROM: the whole numbers of a JSON array, bound once, as rows (`value`, `key`) in their order. */
  eachNumber(alias: string): string;
  /** Lower-case hex of a column of bytes. */
  hex(column: string): string;
  /** Bytes of a hex text bound once, to be stored or compared. */
  readonly bytesOfHex: string;
  /** Bytes of an expression that is a hex text. */
  bytesOf(hexText: string): string;
  /** An aggregate: the texts of a group with a separator between them, in no order. */
  joined(expression: string, separator: string): string;
  /** That a text, bound once, is part of another. */
  contains(expression: string): string;
  /** The largest of some expressions, none of them null. */
  greatest(...expressions: readonly string[]): string;
  /** The smallest of some expressions, none of them null. */
  least(...expressions: readonly string[]): string;
  /** A line feed. */
  readonly lineFeed: string;
  /** The first line of a text. */
  firstLine(expression: string): string;
  /** A condition as 1 or 0. */
  asNumber(condition: string): string;
  /** For FROM: what covers entries and audit records, or will (`loan_id`, `kind`, `number`, `sequence`). */
  readonly covered: string;
  /** For FROM: what audit records vouch for, those that wait for their number too (`kind`, `fact_id`, `hash`). */
  readonly attested: string;
  /** At the end of a SELECT of rows to be cleared away: leaves out those somebody else is at. */
  readonly skipLocked: string;
  /** Rows to answer and rows to leave out, bound in this order; null for the first answers all there are. */
  readonly page: string;
}

/** A statement: SQL all engines understand, or a text made for each. */
export type Query = string | DialectQuery;

/** A statement that is written differently for each engine; made once for each, when first asked for. */
class DialectQuery {
  readonly #write: (dialect: Dialect) => string;
  readonly #texts: Partial<Record<Dialect['name'], string>> = {};

  constructor(write: (dialect: Dialect) => string) {
    this.#write = write;
  }

  in(dialect: Dialect): string {
    this.#texts[dialect.name] ??= this.#write(dialect);
    return this.#texts[dialect.name] as string;
  }
}

/** A statement to be written in the dialect of the engine that is to carry it out. */
export function query(write: (dialect: Dialect) => string): DialectQuery {
  return new DialectQuery(write);
}

/** The text of a statement for an engine. */
export function textOf(statement: Query, dialect: Dialect): string {
  return typeof statement === 'string' ? statement : statement.in(dialect);
}

/** What is bound to be compared with a column without regard to case (`Dialect.caseBlind`). */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
