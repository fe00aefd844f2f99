/** A line of a data file: the record it holds, or why it has none. */
export interface DataLine {
  /** Line of the file on which the record starts, from 1. */
  readonly line: number;
  readonly source: string;
  /** The record in our JSON Lines form; what was found instead when the line is unreadable. */
  readonly value: unknown;
  /** Set when no record can be made of the line: it is refused for this reason. */
  readonly unreadable?: string;
  /** Column or member that made the line unreadable, where there is one. */
  readonly field?: string;
  /** Set when the line is rightly no record, such as a failed or pending payment: counted, not refused. */
  readonly leftOut?: string;
  /** Set when there is no record here but something the person should know of how the file was read. */
  readonly notice?: string;
}
