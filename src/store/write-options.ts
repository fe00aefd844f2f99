/** How a unit is to be carried out. */
export interface WriteOptions {
  /** Its value is answered and nothing is kept. */
  readonly dryRun?: boolean;
  /**
   * Ids of the loans it books on. A store with several writers locks them first, in the order of their ids; a unit that
   * turns out to need others is begun anew with them.
   */
  readonly loanIds?: readonly string[];
  /**
   * What it keeps rests on rows of imported files: of the units that say so a store with several writers carries out one
   * at a time, and each sees what those before it kept. It has this turn before it locks any loan.
   */
  readonly alone?: 'imports' | undefined;
  /**
   * About how many rows it inserts, given only for a unit that changes nothing that is there: one of many may be written
   * while the rows after them are made.
   */
  readonly insertCount?: number;
}
