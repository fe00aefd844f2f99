import type { CalendarDate } from './dates.ts';
import type { DisbursementFact } from './disbursement.ts';
import { disbursementStatusAt, valueDateOf } from './disbursement.ts';
import type { PaymentFact, RefundFact, WriteOffFact } from './loan-facts.ts';
import type { PaymentSplit } from './loan-state.ts';
import { type Piastres, piastres } from './money.ts';

type StatementKind =
  | 'opening'
  | 'disbursement'
  | 'interest'
  | 'fee'
  | 'payment'
  | 'recovery'
  | 'reversal'
  | 'failure'
  | 'write_off'
  | 'small_balance'
  | 'refund';

/** What a statement is made of: a loan's facts with the times they were booked at (ISO 8601 UTC). */
export interface StatementFacts {
  readonly disbursements: readonly (DisbursementFact & {
    readonly registeredAt: string;
    readonly outcome: (DisbursementFact['outcome'] & { readonly decidedAt: string }) | null;
    /** Given by hand, also where it came back later. */
    readonly completion: { readonly date: CalendarDate; readonly decidedAt: string } | null;
  })[];
  readonly payments: readonly (PaymentFact & {
    readonly bookedAt: string;
    readonly paymentReference: string | null;
    readonly reversal: { readonly reversedAt: string } | null;
  })[];
  readonly writeOffs: readonly (WriteOffFact & {
    readonly amountPiastres: Piastres;
    readonly bookedAt: string;
    readonly reversal: { readonly reversedAt: string } | null;
  })[];
  readonly refunds: readonly (RefundFact & { readonly bookedAt: string })[];
}

/** One line of a customer's statement. Debits are what the customer owes more, credits what he owes less. */
export interface StatementLine {
  readonly valueDate: CalendarDate;
  /** null of an opening balance. */
  readonly bookedAt: string | null;
  readonly kind: StatementKind;
  /** Id of the disbursement, payment, write-off or refund. */
  readonly reference: string | null;
  /** The bank's own reference of a payment. */
  readonly paymentReference: string | null;
  readonly debitPiastres: Piastres;
  readonly creditPiastres: Piastres;
  /** Principal owed after it, less any credit of the customer: below 0 when the bank owes him. */
  readonly balancePiastres: Piastres;
  /** It was taken back, or takes back: the two lines add up to nothing. */
  readonly reversed: boolean;
}

/**
 * A loan's movements by value date, as they stand with every correction known. The interest and the fees a payment
 * paid are debits right before it, so the balance after it is the principal owed. What was reversed or failed stays
 * visible as two lines that cancel out. `splits` are the payments that count at `asOf`.
 */
export function statementLines(
  facts: StatementFacts,
  splits: readonly PaymentSplit[],
  asOf: CalendarDate,
): StatementLine[] {
  const page = new StatementPage();
  const splitOf = new Map(splits.map((split) => [split.paymentId, split]));
  for (const event of movements(facts, asOf)) {
    if (event.kind === 'disbursement') page.disburse(event.of, event.valueDate);
    else if (event.kind === 'payment') page.pay(event.of, splitOf.get(event.of.paymentId) ?? null);
    else if (event.kind === 'write_off') page.writeOff(event.of);
    else page.refund(event.of);
  }
  return page.lines;
}

/** The lines from a date on, after one that says what stood before. */
export function statementFrom(lines: readonly StatementLine[], from: CalendarDate): StatementLine[] {
  const first = lines.findIndex((line) => line.valueDate >= from);
  const shown = first === -1 ? [] : lines.slice(first);
  const before = first === -1 ? lines.at(-1) : lines[first - 1];
  const opening: StatementLine = {
    valueDate: from,
    bookedAt: null,
    kind: 'opening',
    reference: null,
    paymentReference: null,
    debitPiastres: piastres(0),
    creditPiastres: piastres(0),
    balancePiastres: before?.balancePiastres ?? piastres(0),
    reversed: false,
  };
  return [opening, ...shown];
}

type Disbursement = StatementFacts['disbursements'][number];
type Payment = StatementFacts['payments'][number];
type WriteOff = StatementFacts['writeOffs'][number];
type Refund = StatementFacts['refunds'][number];

type Movement = { readonly valueDate: CalendarDate; readonly order: number } & (
  | { readonly kind: 'disbursement'; readonly of: Disbursement }
  | { readonly kind: 'payment'; readonly of: Payment }
  | { readonly kind: 'write_off'; readonly of: WriteOff }
  | { readonly kind: 'refund'; readonly of: Refund }
);

/** Everything up to a date in the order it counts: on one date disbursements first, then by booking. */
function movements(facts: StatementFacts, asOf: CalendarDate): Movement[] {
  const found: Movement[] = [];
  for (const of of facts.disbursements) {
    const valueDate = countedFrom(of);
    if (valueDate !== null) found.push({ kind: 'disbursement', of, valueDate, order: of.order });
  }
  for (const of of facts.payments) {
    found.push({ kind: 'payment', of, valueDate: of.paymentDate, order: of.order });
  }
  for (const of of facts.writeOffs) {
    found.push({ kind: 'write_off', of, valueDate: of.writtenOffOn, order: of.order });
  }
  for (const of of facts.refunds) {
    found.push({ kind: 'refund', of, valueDate: of.refundDate, order: of.order });
  }
  return found.filter(({ valueDate }) => valueDate <= asOf).sort(byDateThenKind);
}

/** The date it counts from, or counted from until it failed; null when no money ever went out. */
function countedFrom(disbursement: Disbursement): CalendarDate | null {
  const { outcome, completion, settlement, disbursementDate } = disbursement;
  if (outcome?.outcome !== 'failed') return valueDateOf(disbursement);
  if (completion !== null) return completion.date;
  return settlement === 'automatic' && disbursementDate <= outcome.date ? disbursementDate : null;
}

function byDateThenKind(a: Movement, b: Movement): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  const rank = (one: Movement) => (one.kind === 'disbursement' ? 0 : 1);
  return rank(a) - rank(b) || a.order - b.order;
}

/** Writes the lines and carries the balance. */
class StatementPage {
  readonly lines: StatementLine[] = [];
  private balance = 0;
  /** Principal owed, without the customer's credit. */
  private principal = 0;

  disburse(of: Disbursement, valueDate: CalendarDate): void {
    const { disbursementReference: reference, amountPiastres, outcome } = of;
    const failed = disbursementStatusAt(of, valueDate) === 'failed';
    const bookedAt = of.completion?.decidedAt ?? of.registeredAt;
    const line = { valueDate, reference, reversed: failed };
    this.write({ ...line, bookedAt, kind: 'disbursement', debit: amountPiastres });
    if (failed && outcome !== null) {
      this.write({ ...line, bookedAt: outcome.decidedAt, kind: 'failure', credit: amountPiastres });
    } else {
      this.principal += amountPiastres;
    }
  }

  pay(of: Payment, split: PaymentSplit | null): void {
    const { paymentId: reference, paymentReference, amountPiastres, bookedAt, reversal } = of;
    const line = { valueDate: of.paymentDate, reference, paymentReference, bookedAt };
    if (reversal !== null) {
      this.write({ ...line, kind: 'payment', credit: amountPiastres, reversed: true });
      const { reversedAt } = reversal;
      this.write({ ...line, bookedAt: reversedAt, kind: 'reversal', debit: amountPiastres, reversed: true });
      return;
    }
    if (split === null) throw new Error(`a payment that counts is not split: ${reference}`);
    // Of a loan written off the payment lowers nothing that is still owed on it.
    const recovered = split.recoveredPiastres;
    if (split.interestPiastres > 0) this.write({ ...line, kind: 'interest', debit: split.interestPiastres });
    if (split.feePiastres > 0) this.write({ ...line, kind: 'fee', debit: split.feePiastres });
    if (recovered > 0) this.write({ ...line, kind: 'recovery', debit: recovered });
    this.write({ ...line, kind: 'payment', credit: amountPiastres });
    if (split.releasedPiastres > 0) {
      this.write({ ...line, kind: 'small_balance', credit: split.releasedPiastres });
    }
    this.principal = split.remainingPiastres;
  }

  writeOff(of: WriteOff): void {
    const { writeOffId: reference, writtenOffOn: valueDate, bookedAt, reversal, amountPiastres } = of;
    const line = { valueDate, reference, bookedAt };
    if (reversal !== null) {
      this.write({ ...line, kind: 'write_off', credit: amountPiastres, reversed: true });
      const { reversedAt } = reversal;
      this.write({ ...line, bookedAt: reversedAt, kind: 'reversal', debit: amountPiastres, reversed: true });
      return;
    }
    this.write({ ...line, kind: 'write_off', credit: this.principal });
    this.principal = 0;
  }

  refund(of: Refund): void {
    const { refundId: reference, refundDate: valueDate, bookedAt, amountPiastres } = of;
    this.write({ valueDate, reference, bookedAt, kind: 'refund', debit: amountPiastres });
  }

  private write(line: {
    readonly valueDate: CalendarDate;
    readonly bookedAt: string;
    readonly kind: StatementKind;
    readonly reference: string;
    readonly paymentReference?: string | null;
    readonly debit?: number;
    readonly credit?: number;
    readonly reversed?: boolean;
  }): void {
    const { debit = 0, credit = 0 } = line;
    this.balance += debit - credit;
    this.lines.push({
      valueDate: line.valueDate,
      bookedAt: line.bookedAt,
      kind: line.kind,
      reference: line.reference,
      paymentReference: line.paymentReference ?? null,
      debitPiastres: piastres(debit),
      creditPiastres: piastres(credit),
      balancePiastres: piastres(this.balance),
      reversed: line.reversed === true,
    });
  }
}
