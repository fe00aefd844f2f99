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
   * About how many rows it inserts, given only for a unit that changes nothing that is there: one of many may be written
   * while the rows after them are made.
   */
  readonly insertCount?: number;
}
