import type { OperationInput } from '../../contract/operation-types.ts';
import type { RowOutcome } from '../../domain/batch-outcomes.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { exactPiastres } from '../../domain/exact-piastres.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import type { FileRow, MatchedRow } from '../../domain/matched-rows.ts';
import type { Piastres } from '../../domain/money.ts';
import type { KnownRow } from '../../store/receipt-port.ts';
import type { RowColumns } from './row-columns.ts';

export type BatchInput = OperationInput<'payment_batches.plan'>;
export type BatchFile = BatchInput['file'];
export type Part = BatchInput['parts'] extends Iterable<infer Each> ? Each : never;
export type RowPart = Extract<Part, { kind: 'row' }>;
export type FaultPart = Extract<Part, { kind: 'fault' }>;
export type StatementEndPart = Extract<Part, { kind: 'statement-end' }>;

/** A line of the file that could not be read, with all that is wrong with it. */
export interface UnreadableLine {
  readonly faults: readonly FaultPart[];
  readonly currency: string;
  /** What came in by it, decimal text; null: that cannot be read either. */
  readonly amount: string | null;
  /** How many rows stand before it. */
  readonly rowsBefore: number;
}

/**
 * A row of the file and what becomes of it: a look at the columns of a plan, which keep it. There may be a hundred
 * thousand of them, so nobody keeps these longer than some rows are worked on.
 */
export class PlannedRow {
  /** Its number in the file, from 0. */
  readonly at: number;
  readonly #columns: RowColumns;
  #part: RowPart | null = null;

  constructor(columns: RowColumns, at: number) {
    this.#columns = columns;
    this.at = at;
  }

  get part(): RowPart {
    this.#part ??= this.#columns.partOf(this.at);
    return this.#part;
  }

  /** The bank's account as the statement names it; null in our own columns. */
  get account(): string | null {
    return this.#columns.account.get(this.at);
  }

  get outcome(): RowOutcome {
    return this.#columns.outcomeOf(this.at);
  }

  set outcome(outcome: RowOutcome) {
    this.#columns.setOutcome(this.at, outcome);
  }

  /** Why it is held or refused; null otherwise. */
  get code(): string | null {
    return this.#columns.code.get(this.at);
  }

  set code(code: string | null) {
    this.#columns.code.set(this.at, code);
  }

  get reason(): string | null {
    return this.#columns.reason.get(this.at);
  }

  set reason(reason: string | null) {
    this.#columns.reason.set(this.at, reason);
  }

  /** Lower-case hex; empty: it has none. */
  get key(): string {
    return this.#columns.keyOf(this.at);
  }

  get occurrence(): number {
    return this.#columns.occurrences[this.at] as number;
  }

  get loanId(): string | null {
    return this.#columns.loanId.get(this.at);
  }

  get amountPiastres(): Piastres | null {
    return this.#columns.amountOf(this.at);
  }

  get suggestions(): readonly string[] {
    return this.#columns.suggestions.get(this.at) ?? NONE;
  }

  set suggestions(suggestions: readonly string[]) {
    if (suggestions.length > 0) this.#columns.suggestions.set(this.at, suggestions);
    else this.#columns.suggestions.delete(this.at);
  }

  /** Its bank's reference as two are compared, when it is a real one. */
  get realReference(): string | null {
    return this.#columns.reference.get(this.at);
  }

  set realReference(reference: string | null) {
    this.#columns.reference.set(this.at, reference);
  }

  /** The balance after it that its statement leads to, where no balance stands beside it. */
  get derivedBalance(): string | null {
    return this.#columns.derivedBalance.get(this.at);
  }

  set derivedBalance(balance: string | null) {
    this.#columns.derivedBalance.set(this.at, balance);
  }

  /** What it may be, with what speaks for and against each, JSON; null: it is not held for that. */
  get candidatesJson(): string | null {
    return this.#columns.candidates.get(this.at) ?? null;
  }

  /** An earlier import has it. */
  get isKnown(): boolean {
    return this.#columns.isKnown(this.at);
  }

  /** Who paid leads to its loan: nothing in it names one. */
  get isOfPayer(): boolean {
    return this.#columns.isOfPayer(this.at);
  }

  /** It takes the place of a row whose payment was taken back, and so counts in no statement. */
  get standsAgain(): boolean {
    return this.#columns.standsAgain(this.at);
  }

  /** How its payment is divided; null: it makes none. */
  get split(): PaymentSplit | null {
    return this.#columns.splitOf(this.at);
  }

  get isPosted(): boolean {
    return this.#columns.hasSplit(this.at);
  }

  /** Booking order of its payment. */
  get order(): number {
    return this.#columns.orders[this.at] as number;
  }

  /** Of what it became before, or is about to become; null: of nothing. */
  get paymentId(): string | null {
    return this.#columns.paymentId.get(this.at);
  }

  set paymentId(paymentId: string | null) {
    this.#columns.paymentId.set(this.at, paymentId);
  }

  get heldId(): string | null {
    return this.#columns.heldId.get(this.at);
  }

  set heldId(heldId: string | null) {
    this.#columns.heldId.set(this.at, heldId);
  }

  get batchId(): string | null {
    return this.#columns.batchId.get(this.at);
  }

  /** Takes over that what it says has failed was money before: it takes that back. */
  takeBack(): void {
    this.#columns.markTakesBack(this.at);
    this.#part = null;
  }

  /** Takes over how its payment is divided. */
  takeSplit(split: PaymentSplit, order: number): void {
    this.#columns.setSplit(this.at, split);
    this.#columns.orders[this.at] = order;
  }

  /** Takes another key, as a row whose payment was taken back: this is its second life, and it has one only. */
  takeSecondLife(key: string): void {
    this.takeKey(key);
    this.#columns.markStandsAgain(this.at);
  }

  /** Takes a key of its own, as a row that is not the one its key was given to. */
  takeKey(key: string): void {
    this.#columns.setKey(this.at, key);
    this.#columns.occurrences[this.at] = 1;
  }

  /** Takes another number among the rows with its key. */
  takeOccurrence(occurrence: number): void {
    this.#columns.occurrences[this.at] = occurrence;
  }

  /** Takes over what the file and the names of loans tell. */
  takeMatch(matched: MatchedRow): void {
    const { outcome, reason } = matched;
    this.reason = withCharges(this.part, reason);
    this.outcome = outcome === 'matched' ? 'post' : outcome;
    if ('code' in matched) this.code = matched.code;
    if ('suggestions' in matched) this.suggestions = matched.suggestions;
    if (outcome === 'refused') return;
    this.#columns.setKey(this.at, matched.key);
    this.#columns.occurrences[this.at] = 1;
    if (outcome !== 'matched') return;
    this.#columns.loanId.set(this.at, matched.loanId);
    this.#columns.setAmount(this.at, matched.amountPiastres);
    if (matched.rule === 'payer') this.#columns.markOfPayer(this.at);
  }

  /** Takes over that an earlier import has it. */
  takeKnown(known: KnownRow): void {
    this.#columns.markKnown(this.at);
    if (this.outcome === 'not_a_repayment') return;
    this.outcome = 'already_imported';
    this.code = null;
    this.paymentId = known.paymentId;
    this.heldId = known.heldId;
    this.#columns.batchId.set(this.at, known.batchId);
    const became = known.paymentId ?? known.heldId;
    this.reason = `${became === null ? 'imported' : `it became ${became}`} with batch ${known.batchId}`;
  }

  /** Takes over that it is a payment booked otherwise: by hand, or by rows of another kind. */
  takePayment(paymentId: string, batchId: string | null): void {
    this.outcome = 'already_imported';
    this.code = null;
    this.paymentId = paymentId;
    this.reason = `it is payment ${paymentId}, ${batchId === null ? 'booked by hand' : `imported with batch ${batchId}`}`;
  }

  /** Takes over that it may be something there already; a row that is no repayment waits for nobody. */
  holdUnsure(reason: string, suggestions: readonly string[], candidatesJson: string): void {
    this.hold('may_be_known', reason, suggestions);
    this.#columns.candidates.set(this.at, candidatesJson);
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
export function fileRowOf(part: RowPart, isReferenceReal: boolean): FileRow {
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
    bankReference: part.bank_reference || null,
    isReferenceReal,
    customerReference: part.customer_reference ?? null,
    endToEndId: part.end_to_end_id ?? null,
    loan: part.loan ?? null,
    text: part.text ?? null,
    otherText: part.other_text ?? null,
    payerAccount: part.payer_account ?? null,
    payerPhone: part.payer_phone ?? null,
    payerName: part.payer_name ?? null,
    undivided: part.undivided ?? null,
  };
}

/** What a payer had instructed, and what was taken off on the way, are said with it. */
function withCharges({ charges, instructed }: RowPart, reason: string): string {
  const told = instructed ? `; ${instructed.amount} ${instructed.currency} instructed` : '';
  return `${reason}${told}${charges ? `; charges ${charges.amount} ${charges.currency}` : ''}`;
}
