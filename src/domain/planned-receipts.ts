import { type AddedPayment, addPayments, type InForce } from './added-payments.ts';
import type { CalendarDate } from './dates.ts';
import type { LoanFacts } from './loan-facts.ts';
import type { PaymentSplit } from './loan-state.ts';
import type { Piastres } from './money.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { type SplitChange, splitChanges } from './replay.ts';

/** A row of a file, for the loan it was matched to. */
export interface Receipt {
  /** Id the payment would get. */
  readonly paymentId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
}

export type PlannedReceipt =
  | { readonly outcome: 'post'; readonly split: PaymentSplit; readonly order: number }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** A loan, the rows of a file that are for it in the order of the file, and what is in force. */
export interface ReceiptsOfLoan extends InForce {
  readonly facts: LoanFacts;
  /** Rows that are no payment booked before. */
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
 * before it. A row that is refused leaves the others as they would be without it. Refusals are those of `decidePayment`. Pauses now and then, as `addPayments` does.
 */
export function* planReceipts(ofLoan: ReceiptsOfLoan): Generator<void, PlannedLoan> {
  const { facts, receipts, firstOrder, ...inForce } = ofLoan;
  const planned = new Map<Receipt, PlannedReceipt>();
  const inOrder = inDateOrder(receipts);
  const added = yield* addPayments(facts, inOrder, firstOrder, inForce);
  inOrder.forEach((receipt, at) => {
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
