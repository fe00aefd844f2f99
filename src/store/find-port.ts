import type { CalendarDate } from '../domain/dates.ts';
import type { Piastres } from '../domain/money.ts';

/** Kinds of things that are found. */
export type FoundKind = 'merchant' | 'user' | 'application' | 'loan' | 'payment' | 'held_row' | 'batch';

/** Which value of a thing answers. */
export type FoundBy = 'id' | 'alias' | 'name' | 'phone' | 'account' | 'reference' | 'amount' | 'merchant';

/** What is looked for, in the forms the ledger keeps. */
export interface Sought {
  /** As it was typed, blanks around it dropped. */
  readonly text: string;
  /** Its words, folded; a name holds each of them. */
  readonly words: readonly string[];
  /** Folded and without blanks: part of an account or of an id of somebody else's. */
  readonly compact: string;
  /** As an alias is kept. */
  readonly alias: string;
  /** What an id of each kind of ours that it may be the beginning of begins with. */
  readonly ids: Readonly<Partial<Record<FoundKind | 'disbursement' | 'refund', string>>>;
  /** null: no amount. */
  readonly amountPiastres: Piastres | null;
  /** null: no phone number, nor a telling part of one. */
  readonly phoneDigits: string | null;
}

export interface FoundRow {
  readonly id: string;
  readonly matched: FoundBy;
  /** The value that does, as it is kept. */
  readonly value: string;
  /** Of the merchant, the user, the business, the payer or the file. */
  readonly name: string | null;
  readonly amountPiastres: number | null;
  readonly on: CalendarDate | null;
}

/** Looks through all there is. Never reads every payment. */
export interface FindReader {
  readonly find: {
    /** Rows of a kind, ids first, each once, `limit` at most. */
    rows(kind: FoundKind, sought: Sought, limit: number): Promise<readonly FoundRow[]>;
  };
}
