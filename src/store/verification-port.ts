import type { LoanDossier } from './port.ts';
import type { HeldRow } from './receipt-port.ts';
import type { JournalEntryRecord } from './records.ts';

/** Raw reads for `verifyLedger`, which recomputes everything from them. */
export interface VerificationReader {
  /** Every loan's dossier with its entries, by loan id. */
  visitLoans(
    visit: (dossier: LoanDossier, entries: readonly JournalEntryRecord[]) => void | Promise<void>,
  ): Promise<void>;
  /** Every held row with the entries of its book and the payments its steps name, by id. */
  visitHeld(
    visit: (
      held: HeldRow,
      entries: readonly JournalEntryRecord[],
      payments: ReadonlyMap<string, PaymentOfHeld>,
    ) => void,
  ): Promise<void>;
  /** Every imported file with the hash its rows have now, in the order of the imports. */
  visitBatches(visit: (batch: BatchCheck) => void): Promise<void>;
  /** Payments, rows of files and held rows that do not belong to each other as they say. */
  strayReceipts(): Promise<readonly { readonly where: string; readonly message: string }[]>;
  /** Entries whose loan or held row does not exist, and postings whose entry does not exist. */
  orphans(): Promise<readonly { readonly where: string; readonly message: string }[]>;
  /** Sealed items in sequence order, each with the hash recomputed from the row it seals (null: row gone). */
  visitSeals(visit: (seal: SealCheck) => void): Promise<void>;
  /** Items that no seal covers. */
  unsealed(): Promise<readonly string[]>;
  /** Attested facts: what the audit trail says a row's hash is, and what the row hashes to now. */
  visitFacts(visit: (fact: FactCheck) => void): Promise<void>;
  /**
   * Storage-level checks of the engine itself (page checks, foreign keys, triggers present, strict tables) and of
   * sums the store keeps beside the rows they are of.
   */
  engineFaults(): Promise<readonly string[]>;
}

/** A payment that was made, or reversed, of a held row. */
export interface PaymentOfHeld {
  readonly loanId: string;
  readonly amountPiastres: number;
  readonly batchId: string | null;
  readonly isReversed: boolean;
}

export interface BatchCheck {
  readonly batchId: string;
  /** As the batch says. */
  readonly rowCount: number;
  readonly rowsHash: string;
  readonly countedRows: number;
  readonly currentRowsHash: string;
}

export interface SealCheck {
  readonly sequence: number;
  readonly item: string;
  readonly sealedItemHash: string;
  /** The hash kept with the row itself; null: row gone. */
  readonly storedItemHash: string | null;
  readonly currentItemHash: string | null;
  readonly chainHash: string;
  readonly recomputedChainHash: string;
}

export interface FactCheck {
  /** Such as `decision APP-…/1` or `policy 3`. */
  readonly fact: string;
  /** null: a row no audit record vouches for. */
  readonly attestedHash: string | null;
  /** null: an audit record vouches for a row that is gone. */
  readonly currentHash: string | null;
}
