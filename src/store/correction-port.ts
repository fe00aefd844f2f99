import type { CalendarDate } from '../domain/dates.ts';
import type {
  DisbursementExportRecord,
  LoanAliasRecord,
  LoanNoteRecord,
  PaymentPayoffRecord,
  PaymentRepeatRecord,
  PaymentReversalRecord,
  RefundRecord,
  UndrawnCancellationRecord,
  WriteOffRecord,
  WriteOffReversalRecord,
} from './correction-records.ts';
import type { DisbursementRecord } from './records.ts';

/** Reads of what was said about loans and handed on. What changes their accounts is in the dossiers. */
export interface CorrectionReader {
  readonly repeats: {
    /** By loan, then payment id. */
    ofLoans(loanIds: readonly string[]): Promise<readonly PaymentRepeatRecord[]>;
  };
  readonly notes: {
    /** By loan, then number. */
    ofLoans(loanIds: readonly string[]): Promise<readonly LoanNoteRecord[]>;
  };
  readonly aliases: {
    /** Those that are there, in the order asked. */
    byFolded(aliases: readonly string[]): Promise<readonly LoanAliasRecord[]>;
    /** By loan, then alias. */
    ofLoans(loanIds: readonly string[]): Promise<readonly LoanAliasRecord[]>;
  };
  readonly exports: {
    /**
     * Registered disbursements that are pending on a date and were not handed on, by their date, then in the order of
     * registration; with `until` those dated on or before it.
     */
    pending(
      today: CalendarDate,
      until: CalendarDate | null,
    ): Promise<readonly (DisbursementRecord & { readonly businessName: string })[]>;
    /** Of those disbursements, the ones that were handed on. */
    ofDisbursements(references: readonly string[]): Promise<readonly DisbursementExportRecord[]>;
    /** One file's, by their lines. */
    ofBatch(batchId: string): Promise<readonly DisbursementExportRecord[]>;
  };
}

/** Inserts of facts that correct or annotate; each is vouched for by the unit's audit record. */
export interface CorrectionInserts {
  paymentReversals(rows: readonly PaymentReversalRecord[]): Promise<void>;
  paymentRepeats(rows: readonly PaymentRepeatRecord[]): Promise<void>;
  /** A unit that inserts one without the entry that books it does not commit. */
  paymentPayoffs(rows: readonly PaymentPayoffRecord[]): Promise<void>;
  writeOffs(rows: readonly WriteOffRecord[]): Promise<void>;
  writeOffReversals(rows: readonly WriteOffReversalRecord[]): Promise<void>;
  /** A unit that inserts one without the entry that books it does not commit. */
  refunds(rows: readonly RefundRecord[]): Promise<void>;
  undrawnCancellations(rows: readonly UndrawnCancellationRecord[]): Promise<void>;
  loanNotes(rows: readonly LoanNoteRecord[]): Promise<void>;
  loanAliases(rows: readonly LoanAliasRecord[]): Promise<void>;
  disbursementExports(rows: readonly DisbursementExportRecord[]): Promise<void>;
}
