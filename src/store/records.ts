import type { CalendarDate } from '../domain/dates.ts';
import type { LedgerAccount } from '../domain/gl-accounts.ts';
import type { LoanTerms } from '../domain/loan-terms.ts';
import type { Piastres } from '../domain/money.ts';
import type { RateE4 } from '../domain/rate.ts';

/** Instants are ISO 8601 UTC text with milliseconds (`2026-03-01T12:00:00.000Z`), so they sort by bytes. */
export type Instant = string;

export interface ApplicationRecord {
  readonly applicationId: string;
  /** The text the caller gave: a service id or an external id. */
  readonly merchantId: string;
  readonly businessName: string;
  readonly requestedAmountPiastres: Piastres;
  readonly loanPurpose: string;
  readonly monthlySalesPiastres: Piastres;
  readonly platformType: string;
  readonly requestedTermMonths: number;
  readonly currency: string;
  readonly externalReference: string | null;
  /** Who the external reference is unique for. */
  readonly caller: string;
  readonly createdOn: CalendarDate;
  readonly createdAt: Instant;
  /** Cache of what the decisions and closures say. */
  readonly status: string;
}

export interface DecisionRecord {
  readonly applicationId: string;
  /** 1 for the application's first decision. */
  readonly number: number;
  readonly decision: 'approved' | 'rejected' | 'pending_review';
  readonly approvedAmountPiastres: Piastres | null;
  readonly annualRateE4: RateE4 | null;
  readonly termMonths: number | null;
  readonly dayCount: string | null;
  readonly repaymentStyle: string | null;
  readonly graceMonths: number | null;
  readonly revenueSharePercentE4: RateE4 | null;
  readonly rejectionReason: string | null;
  readonly decisionMakerId: string;
  /** What differs from the recommendation: JSON object of field → {recommended, given}, or null. */
  readonly overridesJson: string | null;
  readonly overrideReason: string | null;
  readonly note: string | null;
  readonly loanId: string | null;
  readonly decidedOn: CalendarDate;
  readonly decidedAt: Instant;
  readonly decidedBy: string;
  readonly policyVersion: number;
  /** The assessment with its explanation as it stood, JSON. */
  readonly assessmentJson: string;
}

export interface LoanRecord extends LoanTerms {
  readonly loanId: string;
  readonly applicationId: string;
  readonly merchantId: string;
  readonly businessName: string;
  readonly currency: string;
  readonly revenueSharePercentE4: RateE4 | null;
  readonly approvedOn: CalendarDate;
  readonly createdAt: Instant;
}

export interface LoanClosureRecord {
  readonly loanId: string;
  /** `cancelled` closes the loan. */
  readonly kind: 'cancelled';
  readonly closedOn: CalendarDate;
  readonly closedBy: string;
  readonly closedAt: Instant;
  readonly reason: string;
}

export interface DisbursementRecord {
  readonly disbursementReference: string;
  readonly loanId: string;
  /** 1 for the loan's first. */
  readonly number: number;
  readonly merchantBankAccount: string;
  readonly amountPiastres: Piastres;
  /** The scheduled date; the value date unless a manual completion gives another. */
  readonly disbursementDate: CalendarDate;
  readonly method: string;
  /** Policy `settlement` as it stood at registration. */
  readonly settlement: 'automatic' | 'manual';
  /** Booking order among the loan's events. */
  readonly order: number;
  readonly registeredAt: Instant;
  readonly registeredBy: string;
}

export interface DisbursementOutcomeRecord {
  readonly disbursementReference: string;
  readonly loanId: string;
  readonly outcome: 'completed' | 'failed';
  /** Value date of a completion; the business date of a failure. */
  readonly date: CalendarDate;
  readonly reason: string | null;
  readonly decidedAt: Instant;
  readonly decidedBy: string;
}

export interface PaymentRecord {
  readonly paymentId: string;
  readonly loanId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly method: string;
  readonly paymentReference: string | null;
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  readonly creditPiastres: Piastres;
  /** Principal outstanding right after it, in date order, as posted. */
  readonly remainingPiastres: Piastres;
  readonly order: number;
  readonly entryNumber: number;
  readonly bookedAt: Instant;
  readonly bookedBy: string;
  readonly batchId: string | null;
}

export type AccountName = LedgerAccount;

/** Debits are positive, credits negative; the postings of an entry sum to zero. */
export interface Posting {
  readonly account: AccountName;
  readonly amountPiastres: number;
}

export interface JournalEntryDraft {
  /** Whose book it is in: a loan's, or a held row's (`HLD-…`). */
  readonly loanId: string;
  readonly kind:
    | 'disbursement'
    | 'payment'
    | 'disbursement_failure'
    | 'payment_correction'
    | 'payment_reversal'
    | 'write_off'
    | 'write_off_correction'
    | 'write_off_reversal'
    | 'refund'
    | 'held_receipt'
    | 'held_release';
  /** Id of the fact this entry books: of a disbursement, payment, write-off, refund, held row or step of one. */
  readonly eventId: string;
  readonly valueDate: CalendarDate;
  readonly bookedAt: Instant;
  readonly bookedBy: string;
  /** Number of the entry this one mirrors. */
  readonly reversesEntryNumber: number | null;
  readonly postings: readonly Posting[];
}

export interface JournalEntryRecord extends JournalEntryDraft {
  /** 1, 2, 3 … without a gap within the loan. */
  readonly entryNumber: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** A journal entry at its place in the order of booking. */
export interface SealedEntry extends JournalEntryRecord {
  /** Its place in the sealed chain, where audit records have theirs too. */
  readonly sequence: number;
  /** Of its loan; of a held row the payer's name, else its id. */
  readonly businessName: string;
}

export interface PolicyVersionRecord {
  readonly version: number;
  /** The whole document with dated values, JSON. */
  readonly documentJson: string;
  /** What this version changed, JSON: {key, value, from}; null for the shipped one. */
  readonly changeJson: string | null;
  readonly setAt: Instant;
  readonly setBy: string;
}

export interface AuditRecord {
  readonly at: Instant;
  readonly actor: string;
  readonly osUser: string;
  readonly host: string;
  readonly channel: 'terminal' | 'http';
  /** Name of the operation, such as `payments.create`. */
  readonly action: string;
  /** Ids of what it was done to, one a line, the one it is about first. */
  readonly object: string;
  readonly beforeJson: string | null;
  readonly afterJson: string | null;
  /** `done`, or the code it was refused with. */
  readonly outcome: string;
  readonly requestId: string;
  readonly policyVersion: number | null;
  /** Set when the business date was given rather than read from the clock. */
  readonly businessDate: CalendarDate | null;
}

export interface MerchantRecord {
  /** `MRC-…` */
  readonly merchantId: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly foundedOn: CalendarDate | null;
  readonly ownerUserId: string | null;
  readonly createdAt: Instant;
  /** The source's own `updated_at`, when it gave one. */
  readonly updatedAt: Instant | null;
  readonly latestUpdate: Instant | null;
}

export interface StoreRecord {
  readonly merchantId: string;
  readonly storeId: string;
  readonly type: string;
  readonly name: string;
  readonly status: string;
  readonly statusAt: Instant;
}

export interface OrderRecord {
  readonly merchantId: string;
  readonly storeId: string;
  readonly orderId: string;
  readonly integration: string;
  readonly channel: string;
  readonly confirmed: boolean;
  /** As received, with its offset. */
  readonly createdAt: string;
  readonly createdAtMs: number;
  readonly updatedAt: string;
  readonly updatedAtMs: number;
  readonly processedAt: string;
  readonly cancelledAt: string | null;
  readonly currency: string;
  readonly subtotalPiastres: number;
  readonly discountsPiastres: number;
  readonly totalPiastres: number;
  readonly financialStatus: string;
  readonly fulfillmentStatus: string;
  readonly paymentGatewayNames: string;
  readonly customerId: string;
  readonly countryCode: string;
  readonly addressLine: string;
}

export interface UserRecord {
  readonly userId: string;
  readonly permissionsStatus: string;
  readonly userName: string;
  readonly userPhone: string;
  /** As received, with its offset. */
  readonly createdAt: string;
  readonly createdAtMs: number;
  /** The source's own `updated_at`, when it gave one. */
  readonly updatedAt: Instant | null;
  /** Moves when the user, its transactions or its flags change. */
  readonly lastUpdated: Instant;
}

export interface TransactionRecord {
  readonly userId: string;
  readonly id: number;
  readonly accountType: string;
  /** Unsigned; the direction is in `event`. */
  readonly amountPiastres: number;
  /** Unix seconds, UTC. */
  readonly timestampSeconds: number;
  readonly event: string;
  readonly transactionType: string;
  readonly amountCurrency: string;
  /** May be below zero; null when the source gives none. */
  readonly balancePiastres: number | null;
  readonly balanceCurrency: string | null;
  readonly institutionName: string;
}

export interface FlagRecord {
  readonly userId: string;
  readonly id: string;
  readonly institutionName: string;
  readonly flagLabel: string;
  readonly timestampSeconds: number;
  readonly accountType: string | null;
}
