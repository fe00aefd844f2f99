import type { CalendarDate } from '../domain/dates.ts';
import type { Piastres } from '../domain/money.ts';
import type { Page, PageRequest } from './port.ts';
import type {
  BankStatementRecord,
  BatchRowRecord,
  BatchUndoRecord,
  HeldRowRecord,
  HeldStepRecord,
  PaymentBatchRecord,
} from './receipt-records.ts';

export type BatchWithUndo = PaymentBatchRecord & { readonly undo: BatchUndoRecord | null };

/** A held row with its steps in their order. */
export type HeldRow = HeldRowRecord & { readonly steps: readonly HeldStepRecord[] };

export interface HeldFilter {
  /** `open`: something of it still waits for a person; `settled`: nothing does. Absent: both. */
  readonly state?: 'open' | 'settled';
  /** Those held for one of these reasons. */
  readonly codes?: readonly string[];
  readonly batchId?: string;
  /** Part of a reference, text, payer's name, phone or account, matched on the folded column; or the whole amount. */
  readonly search?: string;
}

/** A row that was imported before with a batch that stands, and what it came to. */
export interface KnownRow extends BatchRowRecord {
  /** Of the payment it came to by itself; null: of none. */
  readonly loanId: string | null;
  /** When its payment was reversed, by itself; null when it stands, there is none, or a returned row took it back. */
  readonly reversedOn: CalendarDate | null;
  /** Why it is held, and what became of that last; null: it is not held, or nothing did yet. */
  readonly heldCode: string | null;
  readonly lastStep: HeldStepRecord['kind'] | null;
  /** 1: its payment came with another batch, which was undone. */
  readonly isFreed: 0 | 1;
}

/** A payment somebody or something booked under a reference. */
export interface ReferencedPayment {
  readonly paymentId: string;
  readonly loanId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly paymentReference: string | null;
  readonly batchId: string | null;
  readonly isReversed: 0 | 1;
}

/** Rows of a bank's account of one day and batch, added up; those of undone batches left out. Sums are decimal text. */
export interface AccountRowSum {
  readonly batchId: string;
  readonly date: CalendarDate;
  readonly currency: string;
  readonly direction: 'credit' | 'debit';
  readonly outcome: BatchRowRecord['outcome'];
  readonly count: number;
  readonly sum: string;
}

/** A held row of a bank's account as its batch has it. */
export type HeldOfAccount = HeldRow & {
  readonly direction: 'credit' | 'debit';
  /** As the sums count it; what is held may be dated later. */
  readonly rowDate: CalendarDate;
};

/** Payments of one amount over a window of their dates, both ends included, that imports of a bank's account brought. */
export interface PaymentsOfAccount {
  readonly account: string;
  readonly amountPiastres: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Reads of imported files, their rows and what is held of them. */
export interface ReceiptReader {
  readonly receipts: {
    /** Standing rows of a bank's account on some days, by day, then in the order they were imported. */
    rowsOfDays(account: string, dates: readonly CalendarDate[]): Promise<readonly KnownRow[]>;
    /** The same of batches that were undone. */
    undoneRowsOfDays(account: string, dates: readonly CalendarDate[]): Promise<readonly KnownRow[]>;
    /** Standing rows with one of some real references that are of an account or held. */
    rowsByReferences(references: readonly string[]): Promise<readonly KnownRow[]>;
    /** Standing rows of no account and no real reference with one of some keys. */
    rowsByKeys(keys: readonly string[]): Promise<readonly KnownRow[]>;
    /** Rows of some batches, batch by batch in the order of their files. */
    rowsOfBatches(batchIds: readonly string[]): Promise<readonly KnownRow[]>;
    /** Accounts of which there are statements. */
    statedAccounts(): Promise<readonly string[]>;
    /** Payments with one of some references, however their ASCII letters are written, or with one of some ids. */
    paymentsByReferences(references: readonly string[]): Promise<readonly ReferencedPayment[]>;
    paymentsByIds(paymentIds: readonly string[]): Promise<readonly ReferencedPayment[]>;
    /** Those that exist, in the order asked. */
    batchesByIds(ids: readonly string[]): Promise<readonly BatchWithUndo[]>;
    /** Those of a file's digest that stand, newest first. */
    standingBatchesOf(digest: string): Promise<readonly BatchWithUndo[]>;
    /** Newest first. */
    batches(page: PageRequest): Promise<Page<BatchWithUndo>>;
    /** Of the file, in its order. */
    rowsOfBatch(batchId: string, page: PageRequest): Promise<Page<BatchRowRecord>>;
    /** Payments booked by a batch or from what it held, with those of their loans, by loan then booking order. */
    paymentsOfBatch(
      batchId: string,
    ): Promise<readonly { readonly loanId: string; readonly paymentId: string }[]>;
    /** Those that stand, newest first, at most `limit`. */
    paymentsOfAccount(
      which: PaymentsOfAccount,
      limit: number,
    ): Promise<readonly { readonly loanId: string; readonly paymentId: string }[]>;
    /** Standing statements of an account in the order they were imported; the latest `limit` of them. */
    statementsOfAccount(
      account: string,
      currency: string,
      limit: number,
    ): Promise<readonly BankStatementRecord[]>;
    /** Standing statements of an account that touch the window, intraday ones left out, by their first date. */
    statementsBetween(
      account: string,
      from: CalendarDate,
      to: CalendarDate,
    ): Promise<readonly BankStatementRecord[]>;
    /** Standing rows of an account by currency, direction, outcome, day and batch. */
    accountRowSums(account: string, from: CalendarDate, to: CalendarDate): Promise<readonly AccountRowSum[]>;
    /** Those of them that were posted and whose payments were taken back since, one by one. */
    reversedOfAccount(
      account: string,
      from: CalendarDate,
      to: CalendarDate,
    ): Promise<readonly AccountRowSum[]>;
    /** Held rows of standing batches whose rows are of an account and dated in the window; of some codes only. */
    heldOfAccount(
      account: string,
      from: CalendarDate,
      to: CalendarDate,
      codes?: readonly string[],
    ): Promise<readonly HeldOfAccount[]>;
    /** Batches undone since that had rows of the account dated in the window, newest first. */
    undoneOfAccount(account: string, from: CalendarDate, to: CalendarDate): Promise<readonly BatchWithUndo[]>;
    /** Those that exist, in the order asked. */
    heldByIds(ids: readonly string[]): Promise<readonly HeldRow[]>;
    /** What those may be that were held because they may be known: as `candidatesJson` of their rows. */
    candidatesOfHeld(
      heldIds: readonly string[],
    ): Promise<readonly { readonly heldId: string; readonly candidatesJson: string }[]>;
    /** Oldest date first, then id. */
    held(filter: HeldFilter, page: PageRequest): Promise<Page<HeldRow>>;
    /** Those held by one batch, in the order of its rows. */
    heldOfBatch(batchId: string): Promise<readonly HeldRow[]>;
    /** The held row each payment was made of, for those that were. */
    heldOfPayments(paymentIds: readonly string[]): Promise<readonly { paymentId: string; heldId: string }[]>;
    /** What waits in EGP of one kind: rows, their sum whichever way the money went, and the oldest date. */
    waiting(kind: HeldRowRecord['kind']): Promise<{
      readonly count: number;
      readonly sumPiastres: bigint;
      readonly oldest: CalendarDate | null;
    }>;
    /** Merchants' payout accounts that were used, as they were given, each once with each merchant it was used for. */
    payoutAccounts(): Promise<readonly { readonly account: string; readonly merchantId: string }[]>;
    /** Merchants with a phone of their own. */
    merchantPhones(): Promise<readonly { readonly phone: string; readonly merchantId: string }[]>;
    /** Loans by the folded name of their business. */
    loansOfBusinesses(
      foldedNames: readonly string[],
    ): Promise<readonly { readonly businessNameFolded: string; readonly loanId: string }[]>;
    /** Whether the ledger has any alias at all: most texts need no looking up then. */
    hasAliases(): Promise<boolean>;
  };
}

/** Inserts of an import's facts; each is vouched for by the unit's audit record, batch rows by their batch. */
export interface ReceiptInserts {
  paymentBatches(rows: readonly PaymentBatchRecord[]): Promise<void>;
  /** Rows of one batch in their order, in one go or several. */
  batchRows(rows: readonly BatchRowRecord[]): Promise<void>;
  batchUndos(rows: readonly BatchUndoRecord[]): Promise<void>;
  bankStatements(rows: readonly BankStatementRecord[]): Promise<void>;
  /** A unit that inserts one in EGP without the entry that books it does not commit. */
  heldRows(rows: readonly HeldRowRecord[]): Promise<void>;
  /** Likewise. */
  heldSteps(rows: readonly HeldStepRecord[]): Promise<void>;
}

/** Planned files a service keeps between its plan and its posting. Not part of the record: they come and go. */
export interface PlannedFiles {
  /** `content` is what the file's rows were sent as. Drops those kept before `droppedBefore`. */
  keepPlan(
    batchId: string,
    actor: string,
    at: string,
    content: Uint8Array,
    droppedBefore: string,
  ): Promise<void>;
  plan(
    batchId: string,
  ): Promise<{ readonly actor: string; readonly at: string; readonly content: Uint8Array } | null>;
  dropPlan(batchId: string): Promise<void>;
}
