import { type AddedPayment, addPayments, type InForce } from './added-payments.ts';
import type { CalendarDate } from './dates.ts';
import type { LoanFacts, PaymentFact } from './loan-facts.ts';
import type { PaymentSplit } from './loan-state.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { type SplitChange, splitChanges } from './replay.ts';

/** A row of a file, for the loan it was matched to. */
export interface Receipt {
  /** Id the payment would get. */
  readonly paymentId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly paymentReference: string | null;
}

/** A payment of the loan, with what a row is compared by. */
export interface BookedPayment extends PaymentFact {
  readonly paymentReference: string | null;
  /** Null when it was booked by hand. */
  readonly batchId: string | null;
}

export type PlannedReceipt =
  | { readonly outcome: 'post'; readonly split: PaymentSplit; readonly order: number }
  /** It is a payment somebody booked by hand. */
  | { readonly outcome: 'already_imported'; readonly paymentId: string }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** A loan, the rows of a file that are for it in the order of the file, and what is in force. */
export interface ReceiptsOfLoan extends InForce {
  readonly facts: LoanFacts & { readonly payments: readonly BookedPayment[] };
  /** Rows whose key no batch knows. */
  readonly receipts: readonly Receipt[];
  /** Booking order of the first new payment. */
  readonly firstOrder: number;
}

/** What becomes of each row, in the order they were given, and of the payments booked before. */
export interface PlannedLoan {
  readonly planned: readonly PlannedReceipt[];
  /** In date order: payments dated after a new one that are divided otherwise than before. */
  readonly changes: readonly SplitChange[];
  /** The loan's facts with all that is posted. */
  readonly facts: LoanFacts;
}

/**
 * Plans a file's rows for one loan: in date order, those of one date as the file has them, each on top of those
 * before it. A row that is refused leaves the others as they would be without it. A row with the reference, amount
 * and date of a payment booked by hand is that payment, once; when that was reversed it is refused with
 * `reversed_before`. Other refusals are those of `decidePayment`. Pauses now and then, as `addPayments` does.
 */
export function* planReceipts(ofLoan: ReceiptsOfLoan): Generator<void, PlannedLoan> {
  const { facts, receipts, firstOrder, ...inForce } = ofLoan;
  const byHand = new BookedByHand(facts.payments);
  const planned = new Map<Receipt, PlannedReceipt>();
  const wanted = inDateOrder(receipts).filter((receipt) => {
    const booked = byHand.take(receipt);
    if (booked !== null) planned.set(receipt, sameAs(booked));
    return booked === null;
  });
  const added = yield* addPayments(facts, wanted, firstOrder, inForce);
  wanted.forEach((receipt, at) => {
    const outcome = added.outcomes[at] as AddedPayment;
    planned.set(
      receipt,
      isRefusal(outcome) ? { outcome: 'refused', refusal: outcome } : { outcome: 'post', ...outcome },
    );
  });
  return {
    planned: receipts.map((receipt) => planned.get(receipt) as PlannedReceipt),
    changes: splitChanges(added.before, added.folded),
    facts: added.facts,
  };
}

function inDateOrder(receipts: readonly Receipt[]): readonly Receipt[] {
  return [...receipts].sort((a, b) =>
    a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0,
  );
}

function sameAs(booked: BookedPayment): PlannedReceipt {
  const { paymentId, reversal, amountPiastres, paymentDate } = booked;
  if (reversal === null) return { outcome: 'already_imported', paymentId };
  const message = `it was payment ${paymentId} of ${formatAmountGrouped(amountPiastres)} on ${paymentDate}, reversed on ${reversal.reversedOn}`;
  return {
    outcome: 'refused',
    refusal: refuse('reversed_before', message, {
      hint: 'Book it by hand with --again when it came after all.',
    }),
  };
}

/** Payments somebody booked by hand, each of which stands for one row; one that stands before one reversed. */
class BookedByHand {
  readonly #byContent = new Map<string, BookedPayment[]>();

  constructor(payments: readonly BookedPayment[]) {
    const known = payments.filter((one) => one.batchId === null && one.paymentReference !== null);
    known.sort((a, b) => Number(a.reversal !== null) - Number(b.reversal !== null) || a.order - b.order);
    for (const payment of known) {
      const content = contentOf(payment);
      const equal = this.#byContent.get(content);
      if (equal === undefined) this.#byContent.set(content, [payment]);
      else equal.push(payment);
    }
  }

  take(receipt: Receipt): BookedPayment | null {
    if (receipt.paymentReference === null) return null;
    return this.#byContent.get(contentOf(receipt))?.shift() ?? null;
  }
}

function contentOf(payment: Omit<Receipt, 'paymentId'>): string {
  return `${payment.amountPiastres} ${payment.paymentDate} ${payment.paymentReference}`;
}
