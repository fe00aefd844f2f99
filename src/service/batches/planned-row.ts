import type { OperationInput } from '../../contract/operation-types.ts';
import type { RowOutcome } from '../../domain/batch-outcomes.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { exactPiastres } from '../../domain/exact-piastres.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import type { FileRow, MatchedRow } from '../../domain/matched-rows.ts';
import type { Piastres } from '../../domain/money.ts';
import type { KnownRow } from '../../store/receipt-port.ts';

export type BatchInput = OperationInput<'payment_batches.plan'>;
export type BatchFile = BatchInput['file'];
export type Part = BatchInput['parts'][number];
export type RowPart = Extract<Part, { kind: 'row' }>;
export type FaultPart = Extract<Part, { kind: 'fault' }>;
export type StatementEndPart = Extract<Part, { kind: 'statement-end' }>;

/** A line of the file that could not be read, with all that is wrong with it. */
export interface UnreadableLine {
  readonly faults: readonly FaultPart[];
  readonly currency: string;
}

/** A row of the file and what becomes of it: one object a row, since there may be a hundred thousand of them. */
export class PlannedRow {
  readonly part: RowPart;
  /** The bank's account as the statement names it; null in our own columns. */
  readonly account: string | null;
  outcome: RowOutcome = 'refused';
  /** Why it is held or refused; null otherwise. */
  code: string | null = null;
  reason: string | null = null;
  key = '';
  occurrence = 0;
  loanId: string | null = null;
  amountPiastres: Piastres | null = null;
  suggestions: readonly string[] = NONE;
  /** An earlier import has it. */
  isKnown = false;
  /** It takes the place of a row whose payment was taken back, and so counts in no statement. */
  standsAgain = false;
  split: PaymentSplit | null = null;
  /** Booking order of its payment. */
  order = 0;
  /** Of what it became before; null: it is new. */
  paymentId: string | null = null;
  heldId: string | null = null;
  batchId: string | null = null;

  constructor(part: RowPart, account: string | null) {
    this.part = part;
    this.account = account;
  }

  /** Takes over what the file and the names of loans tell. */
  takeMatch(matched: MatchedRow): void {
    const { outcome, reason } = matched;
    this.reason = withCharges(this.part, reason);
    this.outcome = outcome === 'matched' ? 'post' : outcome;
    if ('code' in matched) this.code = matched.code;
    if ('suggestions' in matched) this.suggestions = matched.suggestions;
    if (outcome === 'refused') return;
    this.key = matched.key.key;
    this.occurrence = matched.key.occurrence;
    if (outcome !== 'matched') return;
    this.loanId = matched.loanId;
    this.amountPiastres = matched.amountPiastres;
  }

  /** Takes over that an earlier import has it. */
  takeKnown(known: KnownRow): void {
    this.isKnown = true;
    if (this.outcome === 'not_a_repayment') return;
    this.outcome = 'already_imported';
    this.code = null;
    this.paymentId = known.paymentId;
    this.heldId = known.heldId;
    this.batchId = known.batchId;
    const became = known.paymentId ?? known.heldId;
    this.reason = `${became === null ? 'imported' : `it became ${became}`} with batch ${known.batchId}`;
  }

  hold(code: string, reason: string, suggestions: readonly string[] = NONE): void {
    this.outcome = 'held';
    this.code = code;
    this.reason = reason;
    this.suggestions = suggestions;
  }

  refuse(code: string, reason: string): void {
    this.outcome = 'refused';
    this.code = code;
    this.reason = reason;
  }

  /** Whether the ledger keeps it: what is new, but for what a bank only announced or what failed. */
  get isKept(): boolean {
    if (this.isKnown || this.outcome === 'refused') return false;
    if (this.outcome === 'not_a_repayment') return this.part.status === 'booked';
    // A payment booked by hand is one of the account's movements; our own columns are of no account.
    return this.outcome !== 'already_imported' || this.account !== null;
  }

  /** What a payment of it has as its reference. */
  get reference(): string | null {
    const { bank_reference, customer_reference, end_to_end_id } = this.part;
    return bank_reference ?? customer_reference ?? end_to_end_id ?? null;
  }
}

const NONE: readonly string[] = [];

/** The date a payment of a row has. */
export function paymentDateOf({ booking_date, value_date }: RowPart, useValueDate: boolean): CalendarDate {
  return (useValueDate ? (value_date ?? booking_date) : booking_date) as CalendarDate;
}

/** A row as the rules of matching read it. */
export function fileRowOf(part: RowPart): FileRow {
  const { returned } = part;
  return {
    direction: part.direction,
    status: part.status,
    returned: returned ? { of: returned.of, reference: returned.reference ?? null } : null,
    amount: part.amount,
    amountPiastres: exactPiastres(part.amount),
    currency: part.currency,
    bookingDate: part.booking_date as CalendarDate,
    valueDate: (part.value_date ?? null) as CalendarDate | null,
    bankReference: part.bank_reference ?? null,
    customerReference: part.customer_reference ?? null,
    endToEndId: part.end_to_end_id ?? null,
    loan: part.loan ?? null,
    text: part.text ?? null,
    payerAccount: part.payer_account ?? null,
    payerPhone: part.payer_phone ?? null,
    payerName: part.payer_name ?? null,
  };
}

/** What a payer had instructed, and what was taken off on the way, are said with it. */
function withCharges({ charges, instructed }: RowPart, reason: string): string {
  const told = instructed ? `; ${instructed.amount} ${instructed.currency} instructed` : '';
  return `${reason}${told}${charges ? `; charges ${charges.amount} ${charges.currency}` : ''}`;
}
