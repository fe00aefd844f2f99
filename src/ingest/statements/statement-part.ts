import type { CalendarDate } from '../../domain/dates.ts';
import type { Piastres } from '../../domain/money.ts';

/** What a file of repayments is. */
export type StatementFormat =
  | 'csv'
  | 'xlsx'
  | 'ods'
  | 'html'
  | 'jsonl'
  | 'camt.052'
  | 'camt.053'
  | 'camt.054'
  | 'mt940'
  | 'mt942'
  | 'ofx'
  | 'qif'
  | 'bai2';

/** An amount as it stands in the file: a decimal text with a point and at least two decimals, no sign. */
export interface StatedAmount {
  /** `1500.00`; up to five decimals in currencies that have them. */
  readonly amount: string;
  readonly currency: string;
}

/** A balance; below zero when the account is overdrawn. */
export interface StatedBalance extends StatedAmount {
  readonly negative: boolean;
  readonly date: CalendarDate | null;
}

/** Opens a statement: everything up to its `statement-end` is of this account. */
export interface StatementBegin {
  readonly kind: 'statement';
  /** From 1, in the order of the file. Files of our own rows are one statement without an account. */
  readonly statement: number;
  readonly line: number;
  readonly account: string | null;
  readonly currency: string | null;
  /** `Stmt/Id`, `:20:`. Not unique with many banks. */
  readonly id: string | null;
  /** Electronic sequence number, `:28C:`. */
  readonly sequence: string | null;
  /** The bank may still change or drop what it says (camt.052, MT942). */
  readonly intraday: boolean;
}

export interface SideTotal {
  /** Movements of the account: an entry with three details is one. */
  readonly count: number;
  /** Rows they are made of. */
  readonly rows: number;
  /** Decimal text. */
  readonly sum: string;
}

/** Closes a statement, with what it says of itself and what its rows add up to. */
export interface StatementEnd {
  readonly kind: 'statement-end';
  readonly statement: number;
  readonly account: string | null;
  readonly currency: string | null;
  readonly opening: StatedBalance | null;
  readonly closing: StatedBalance | null;
  /** Movements of every kind: also zero, pending and failed ones. */
  readonly entries: number;
  /** Booked money in and out. */
  readonly credits: SideTotal;
  readonly debits: SideTotal;
  /** Booked money in other currencies than the statement's, as a CSV may mix them. */
  readonly others: readonly {
    readonly currency: string;
    readonly credits: SideTotal;
    readonly debits: SideTotal;
  }[];
  /** Whether opening + in − out = closing; null when the statement does not say both balances. */
  readonly ties: boolean | null;
  readonly firstDate: CalendarDate | null;
  readonly lastDate: CalendarDate | null;
}

/** How far a movement got. Only `booked` moved money for good. */
export type RowStatus = 'booked' | 'pending' | 'info' | 'failed';

/** A movement that takes an earlier one back. */
export interface ReturnedMovement {
  /** What is taken back: money that had come in, or money that had gone out. */
  readonly of: 'credit' | 'debit';
  /** The reference it names, by which the earlier one is found. */
  readonly reference: string | null;
}

/** One payment line of a file. */
export interface StatementRow {
  readonly kind: 'row';
  readonly statement: number;
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Where lines say too little: `entry 3, detail 2`. */
  readonly place: string | null;
  /** The row as it stands in the file, for a reject file under the headings of the file. */
  readonly original: readonly string[];
  readonly direction: 'credit' | 'debit';
  readonly status: RowStatus;
  readonly returned: ReturnedMovement | null;
  /** What the account received or paid, charges taken off. */
  readonly amount: string;
  /** The same in hundredths; null for an amount with more than two decimals (never EGP) or beyond our bounds. */
  readonly amountPiastres: Piastres | null;
  readonly currency: string;
  /** The booking date; without one the value date; without either the closing date of the statement. */
  readonly bookingDate: CalendarDate;
  readonly dateFrom: 'booking' | 'value' | 'closing';
  readonly valueDate: CalendarDate | null;
  /** The bank's own: `AcctSvcrRef`, `:61:` after `//`, receipt number. */
  readonly bankReference: string | null;
  /** Of the entry that holds this detail, when it has another one. */
  readonly entryReference: string | null;
  /** What the payer was told to quote: creditor reference, `:61:` customer reference, account number at a till. */
  readonly customerReference: string | null;
  readonly endToEndId: string | null;
  /** A loan column: in our own files it must be a loan. */
  readonly loan: string | null;
  readonly method: string | null;
  readonly text: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  readonly payerName: string | null;
  /** The account's balance after it as the file states it, decimal text, below zero when overdrawn; null: unstated. */
  readonly balance: string | null;
  /** Cells of columns nobody mapped, `Heading: cell` one after the other; null: there are none. */
  readonly otherText: string | null;
  /** Of our own export: the payment it tells of; left out elsewhere. */
  readonly paymentId?: string;
  readonly charges: StatedAmount | null;
  readonly instructed: StatedAmount | null;
  /** Why several payments, perhaps of several loans, are this one row; left out where it is one payment. */
  readonly undivided?: string;
}

/** Something that cannot be read. Of the scope `file`: nothing of the file may be posted. */
export interface StatementFault {
  readonly kind: 'fault';
  readonly scope: 'row' | 'file';
  readonly statement: number;
  readonly line: number;
  readonly place: string | null;
  /** Heading, tag or element. */
  readonly column: string | null;
  /** What stands there; null when nothing does. */
  readonly value: string | null;
  readonly code: string;
  readonly message: string;
  /** What came in by the row, where its amount can be read though the row cannot; left out otherwise. */
  readonly received?: StatedAmount;
  /** The row as it stands in the file; empty when the fault is of no row. */
  readonly original: readonly string[];
}

/** Something a person should know of how the file was read. */
export interface StatementWarning {
  readonly kind: 'warning';
  /** 0: of the file. */
  readonly statement: number;
  readonly line: number | null;
  readonly code: string;
  readonly message: string;
}

/** Closes the file. */
export interface StatementFileEnd {
  readonly kind: 'end';
  /** SHA-256 of the bytes of the file (unpacked), in hex. */
  readonly digest: string;
  readonly bytes: number;
}

export type StatementPart =
  | StatementBegin
  | StatementRow
  | StatementFault
  | StatementWarning
  | StatementEnd
  | StatementFileEnd;
