import type { CalendarDate } from '../domain/dates.ts';
import type { IdKind } from '../domain/identifiers.ts';
import type { ServicingRules } from '../domain/servicing-rules.ts';
import type { AccessInserts, AccessReader, AccessSession } from './access-port.ts';
import type { CorrectionInserts, CorrectionReader } from './correction-port.ts';
import type {
  PaymentReversalRecord,
  RefundRecord,
  UndrawnCancellationRecord,
  WriteOffRecord,
  WriteOffReversalRecord,
} from './correction-records.ts';
import type { DataReader } from './data-port.ts';
import type { DeskReader } from './desk-port.ts';
import type { ApplicationFilter, ApplicationOrder, DisbursementFilter, LoanFilter } from './list-filters.ts';
import type { LedgerReplay, MovingReader } from './moving-port.ts';
import type { PlannedFiles, ReceiptInserts, ReceiptReader } from './receipt-port.ts';
import type {
  ApplicationRecord,
  AuditRecord,
  DecisionRecord,
  DisbursementOutcomeRecord,
  DisbursementRecord,
  FlagRecord,
  JournalEntryDraft,
  JournalEntryRecord,
  LoanClosureRecord,
  LoanRecord,
  MerchantRecord,
  OrderRecord,
  PaymentRecord,
  PolicyVersionRecord,
  SealedEntry,
  StoreRecord,
  TransactionRecord,
  UserRecord,
} from './records.ts';
import type { ReportReader } from './report-port.ts';
import type { ServerState } from './server-state.ts';
import type { VerificationReader } from './verification-port.ts';
import type { WriteOptions } from './write-options.ts';

/**
 * Where a ledger is kept. Every method is asynchronous, so that a second store (PostgreSQL) fits behind it;
 * a unit of work awaits nothing but its `tx`, can be repeated whole, and gets clock and ids as arguments
 * from its caller. Ids sort by bytes. No SQL and no dialect outside `store/`.
 */
export interface Store {
  /** Runs `query` against one consistent snapshot. */
  read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * Runs `unit` in one durable transaction, committed before the promise resolves; rolled back when the unit
   * throws or `dryRun` is set (its value is still returned).
   * Throws StoreBusy when another process holds the ledger longer than the wait allows.
   */
  write<T>(unit: (tx: WriteTx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Runs `work`, whose writes are carried out as they come, each undone by itself when it throws, and become durable
   * together before the promise resolves: what they answer is not to be told before. Its reads see its writes. When
   * `work` throws, what was written until then is kept. Other writers wait from its first call to its end.
   */
  together<T>(work: (store: Pick<Store, 'read' | 'write'>) => Promise<T>): Promise<T>;
  /**
   * A number that is another one after anybody's commit, this process's or not: while it is the same, what `read`
   * answered holds still. null: not known at this moment.
   */
  changeMark(): number | null;
  /** Absent: the ledger is a file. */
  readonly server?: ServerState;
  close(): Promise<void>;
}

export interface LedgerInfo extends LedgerEnd {
  readonly kind: 'sqlite' | 'postgres';
  readonly schemaVersion: number;
  readonly createdAt: string;
  readonly counts: {
    readonly applications: number;
    readonly loans: number;
    readonly payments: number;
    readonly merchants: number;
    readonly orders: number;
    readonly entries: number;
  };
}

/** Where a ledger is, and how far it is sealed. */
export interface LedgerEnd {
  /** Path of the file, `:memory:`, or a host without its password. */
  readonly location: string;
  readonly anchor: Anchor | null;
}

/** The end of the sealed chain: keep it outside the ledger and compare later. */
export interface Anchor {
  readonly sequence: number;
  /** Lower-case hex SHA-256. */
  readonly hash: string;
}

export interface PageRequest {
  readonly offset: number;
  /** null: every row. */
  readonly limit: number | null;
}

export interface Page<T> {
  readonly totalCount: number;
  readonly rows: readonly T[];
}

/** A disbursement with what became of it: `outcome` is the last word, `completion` stands before a failure. */
export type SettledDisbursement = DisbursementRecord & {
  readonly outcome: DisbursementOutcomeRecord | null;
  readonly completion: DisbursementOutcomeRecord | null;
};

/** A payment with what took it back. */
export type ReversiblePayment = PaymentRecord & {
  readonly reversal: PaymentReversalRecord | null;
  /** Its amount was asked for as what settles the loan; left out where it was not. */
  readonly asPayoff?: boolean;
};

/** All a loan's account is computed from. */
export interface LoanDossier {
  readonly loan: LoanRecord;
  readonly closure: LoanClosureRecord | null;
  readonly disbursements: readonly SettledDisbursement[];
  /** In booking order, reversed ones included. */
  readonly payments: readonly ReversiblePayment[];
  readonly writeOffs: readonly (WriteOffRecord & { readonly reversal: WriteOffReversalRecord | null })[];
  /** In booking order. */
  readonly refunds: readonly RefundRecord[];
  readonly undrawnCancellations: readonly UndrawnCancellationRecord[];
  /** By the policy as it stands; left out where it never had any. */
  readonly rules?: ServicingRules | null;
}

/** How many flags of one kind a month has. */
export interface FlagCount {
  /** YYYYMM, UTC. */
  readonly month: number;
  readonly flagLabel: string;
  readonly institutionName: string;
  readonly accountType: string | null;
  readonly count: number;
}

export interface ReadTx
  extends AccessReader,
    CorrectionReader,
    DataReader,
    DeskReader,
    MovingReader,
    ReceiptReader,
    ReportReader {
  /** What the ledger is: kind, place, schema version, when made, how much is in it. */
  info(): Promise<LedgerInfo>;
  /** The part of it that is found without counting. */
  end(): Promise<LedgerEnd>;
  /** A text no later snapshot has that shows anything else; null: not known, and `Store.changeMark` may be. */
  snapshotMark(): Promise<string | null>;
  readonly applications: {
    byIds(ids: readonly string[]): Promise<readonly ApplicationRecord[]>;
    byExternalReference(caller: string, reference: string): Promise<ApplicationRecord | null>;
    /** Oldest first, then id, unless another order is asked for. */
    list(
      filter: ApplicationFilter,
      page: PageRequest,
      order?: ApplicationOrder,
    ): Promise<Page<ApplicationRecord>>;
  };
  readonly decisions: {
    /** In order of their numbers. */
    ofApplications(applicationIds: readonly string[]): Promise<readonly DecisionRecord[]>;
  };
  readonly loans: {
    byIds(ids: readonly string[]): Promise<readonly LoanDossier[]>;
    /** The latest loan of each application. */
    byApplicationIds(applicationIds: readonly string[]): Promise<readonly LoanDossier[]>;
    /** Loans of a merchant by the text the application gave or by the merchant it resolved to. */
    ofMerchant(merchantIds: readonly string[]): Promise<readonly LoanDossier[]>;
    /** Oldest first, then id. Status filters are the service's: status is computed, never stored. */
    list(filter: LoanFilter, page: PageRequest): Promise<Page<LoanDossier>>;
  };
  readonly disbursements: {
    /** Those that exist, in the order asked. */
    byReferences(references: readonly string[]): Promise<readonly SettledDisbursement[]>;
    /** Newest registration first. */
    list(filter: DisbursementFilter, page: PageRequest): Promise<readonly SettledDisbursement[]>;
    /** Account the merchant was last paid to by bank transfer, wallet or check, not failed; null if never. */
    lastAccountOfMerchant(merchantId: string): Promise<string | null>;
  };
  readonly payments: {
    /** Those of an amount that stand under a reference, whatever the case of its letters, in the order of booking. */
    standingUnder(paymentReference: string, amountPiastres: number): Promise<readonly PaymentRecord[]>;
    /** Those that exist, in the order asked. */
    byIds(ids: readonly string[]): Promise<readonly PaymentRecord[]>;
  };
  readonly journal: {
    /** Entries in the order of their booking, at most `limit`; the booking times are inclusive. */
    inSequence(
      filter: { after: number; bookedFrom?: string; bookedUntil?: string },
      limit: number,
    ): Promise<readonly SealedEntry[]>;
    /** Entries of the loans (not those of held rows), by loan then entry number. */
    ofLoans(loanIds: readonly string[]): Promise<readonly JournalEntryRecord[]>;
  };
  readonly policy: {
    /** All versions, oldest first. */
    versions(): Promise<readonly PolicyVersionRecord[]>;
    latest(): Promise<PolicyVersionRecord>;
    /** The last day the rules of an earlier program hold for, by which it posted; null: there is none. */
    earlierRulesThrough(): Promise<CalendarDate | null>;
    /** Of the latest; every audit record names it. */
    latestVersion(): Promise<number>;
  };
  readonly ids: {
    /** Those of `ids` that exist as ids of that kind of thing (for "did you mean"). */
    existing(kind: IdKind, ids: readonly string[]): Promise<readonly string[]>;
  };
  readonly verification: VerificationReader;
}

export interface WriteTx extends ReadTx, LedgerReplay {
  /** Locks loans the unit will book on, as `WriteOptions.loanIds` would have; what is read after it is as they are. */
  holdLoans(loanIds: readonly string[]): Promise<void>;
  readonly insert: AccessInserts &
    CorrectionInserts &
    ReceiptInserts & {
      applications(rows: readonly ApplicationRecord[]): Promise<void>;
      decisions(rows: readonly DecisionRecord[]): Promise<void>;
      loans(rows: readonly LoanRecord[]): Promise<void>;
      loanClosures(rows: readonly LoanClosureRecord[]): Promise<void>;
      disbursements(rows: readonly DisbursementRecord[]): Promise<void>;
      disbursementOutcomes(rows: readonly DisbursementOutcomeRecord[]): Promise<void>;
      payments(rows: readonly PaymentRecord[]): Promise<void>;
      policyVersions(rows: readonly PolicyVersionRecord[]): Promise<void>;
      /** Numbers, chains and seals the entries; returns the entry number of each. Throws when one is unbalanced. */
      journalEntries(drafts: readonly JournalEntryDraft[]): Promise<readonly number[]>;
      /**
       * Writes one audit record that vouches for every fact inserted in this unit since the last one, and seals
       * it. A unit that inserted facts and no audit record does not commit.
       */
      audit(record: AuditRecord): Promise<void>;
    };
  readonly upsert: {
    merchants(rows: readonly MerchantRecord[]): Promise<readonly UpsertOutcome[]>;
    stores(rows: readonly StoreRecord[]): Promise<readonly UpsertOutcome[]>;
    orders(rows: readonly OrderRecord[]): Promise<readonly UpsertOutcome[]>;
    users(rows: readonly UserRecord[]): Promise<readonly UpsertOutcome[]>;
    transactions(rows: readonly TransactionRecord[]): Promise<readonly UpsertOutcome[]>;
    flags(rows: readonly FlagRecord[]): Promise<readonly UpsertOutcome[]>;
  };
  readonly update: {
    /** The cached status of applications (verify recomputes it from the decisions). */
    applicationStatus(applicationId: string, status: string): Promise<void>;
    /** Moves `last_updated` of users forward; never back. */
    userLastUpdated(userIds: readonly string[], at: string): Promise<void>;
    /** Moves `latest_update` of merchants forward; never back. */
    merchantLatestUpdate(merchantIds: readonly string[], at: string): Promise<void>;
  };
  readonly session: AccessSession & PlannedFiles;
}

export type UpsertOutcome = 'new' | 'updated' | 'unchanged';
