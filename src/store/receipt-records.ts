import type { CalendarDate } from '../domain/dates.ts';
import type { Instant } from './records.ts';

/** One import of a repayment file or bank statement, posted whole in one unit. */
export interface PaymentBatchRecord {
  /** `BAT-…` */
  readonly batchId: string;
  /** SHA-256 of the bytes of the file, lower-case hex. */
  readonly digest: string;
  readonly sourceFormat: string;
  /** Without its folder; null for standard input. */
  readonly fileName: string | null;
  /** Name of the source profile it was read with. */
  readonly sourceName: string | null;
  /** How many of its rows are kept. */
  readonly rowCount: number;
  /** SHA-256 over its kept rows in their order (`batchRowsHash`), which is how the rows are vouched for. */
  readonly rowsHash: string;
  /** What the run said of itself: outcomes, totals, warnings. JSON. */
  readonly summaryJson: string;
  /** The business date. */
  readonly postedOn: CalendarDate;
  readonly postedAt: Instant;
  readonly postedBy: string;
}

/** A batch taken back: its payments are reversed, its held rows withdrawn, and its rows may be imported anew. */
export interface BatchUndoRecord {
  readonly batchId: string;
  readonly undoneOn: CalendarDate;
  readonly reason: string;
  readonly undoneAt: Instant;
  readonly undoneBy: string;
}

/** A bank statement as it was imported. Amounts are decimal text, balances with a sign when overdrawn. */
export interface BankStatementRecord {
  readonly batchId: string;
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly account: string;
  readonly currency: string;
  readonly opening: string | null;
  readonly closing: string | null;
  readonly firstDate: CalendarDate | null;
  readonly lastDate: CalendarDate | null;
  readonly creditCount: number;
  readonly creditSum: string;
  readonly debitCount: number;
  readonly debitSum: string;
  /** 1: the bank may still change what it says, so it takes no part in the sequence of statements. */
  readonly intraday: 0 | 1;
}

/** A row that was new to the ledger when its file was imported. Refused rows are not kept. */
export interface BatchRowRecord {
  readonly batchId: string;
  /** From 1, in the order of the file. */
  readonly rowNumber: number;
  /** Line of the file on which it begins. */
  readonly line: number;
  /** The bank's account as the statement names it; null in files of our own columns. */
  readonly account: string | null;
  /** Hex digest of 16 bytes; with the occurrence it is in at most one batch that stands. */
  readonly rowKey: string;
  /** The n-th row of its file with this key. */
  readonly occurrence: number;
  readonly direction: 'credit' | 'debit';
  /** Decimal text without a sign. */
  readonly amount: string;
  readonly currency: string;
  /** Its booking date, or value date where the file was read that way. */
  readonly date: CalendarDate;
  readonly outcome: 'posted' | 'held' | 'not_a_repayment';
  /** Why it went to its loan, or is no repayment; charges and what was instructed stand with it. Null: a loan column. */
  readonly reason: string | null;
  /** Set when posted; by then the payment has it as its reference. */
  readonly paymentId: string | null;
  readonly heldId: string | null;
  /** Its real reference as two are compared (`foldReference`); null: it has none, or came with an older version. */
  readonly reference: string | null;
  /** The payer's own id of the payment, in the same form. */
  readonly endToEndId: string | null;
  /** The account's balance after it as the file stated it, decimal text. */
  readonly balance: string | null;
  /** The same as its statement's opening balance and rows gave it (`runningBalances`). */
  readonly derivedBalance: string | null;
  /** Of one held because it may be known: what it may be, with what speaks for and against each. JSON. */
  readonly candidatesJson: string | null;
}

/** Money, or its taking back, that a person must look at. */
export interface HeldRowRecord {
  /** `HLD-…` */
  readonly heldId: string;
  readonly batchId: string;
  readonly rowNumber: number;
  /** `receipt`: money that came in; `returned`: a movement taken back by the bank. */
  readonly kind: 'receipt' | 'returned';
  /** Why it could not be posted: `no_match`, `other_currency`, a lending rule's code, `returned_payment` … */
  readonly code: string;
  readonly reason: string;
  /** Decimal text without a sign. */
  readonly amount: string;
  readonly currency: string;
  /** What is booked to `unallocated receipts`: below zero when money went out; null in another currency than EGP. */
  readonly amountPiastres: number | null;
  /** The date a payment of it would have. */
  readonly date: CalendarDate;
  readonly account: string | null;
  readonly method: string;
  readonly bankReference: string | null;
  readonly customerReference: string | null;
  readonly text: string | null;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  /** Ids worth a look, JSON: loans, or of a returned payment the payments it may take back. */
  readonly suggestionsJson: string;
  readonly heldAt: Instant;
  readonly heldBy: string;
}

/** What became of a held row, in part or whole; several may follow each other. */
export interface HeldStepRecord {
  /** What its journal entry names: the held row's id, `/` and the number. */
  readonly stepId: string;
  readonly heldId: string;
  /** 1 for the row's first. */
  readonly number: number;
  /** `reopened`: the payment made of it was reversed singly, so the money waits again. */
  readonly kind: 'matched' | 'dismissed' | 'undone' | 'reopened';
  /** What leaves `unallocated receipts`, signed as the row is; below that when reopened; null in another currency. */
  readonly amountPiastres: number | null;
  /** Of the payment that was made, or reversed, of it. */
  readonly loanId: string | null;
  readonly paymentId: string | null;
  readonly reason: string | null;
  /** Value date of its journal entry. */
  readonly steppedOn: CalendarDate;
  readonly steppedAt: Instant;
  readonly steppedBy: string;
}
