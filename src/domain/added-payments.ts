import { END_OF_TIME } from './dates.ts';
import { continueFold, foldLoan, foldNext } from './fold-loan.ts';
import { byDateThenKind, eventsInOrder, type LoanEvent, type PaymentEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents, type PaymentFact, paymentEvent } from './loan-facts.ts';
import type { LoanState, PaymentSplit } from './loan-state.ts';
import { decidePayment, lastEventOf, notPayable, overpayment, type PaymentRequest } from './payment.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { faultRefusal, foldAll, wouldBeSurplus } from './replay.ts';

/** What is in force when payments are added. */
export type InForce = Pick<PaymentRequest, 'businessDate' | 'closedThrough' | 'acceptOverpayment'>;
/** A payment that somebody wants to book. */
export type WantedPayment = Pick<PaymentRequest, 'paymentId' | 'amountPiastres' | 'paymentDate'>;
/** What becomes of it. */
export type AddedPayment = { readonly split: PaymentSplit; readonly order: number } | Refusal;

/** A loan with the payments that could be booked, and what became of each that was wanted. */
export interface AddedPayments {
  readonly outcomes: readonly AddedPayment[];
  readonly facts: LoanFacts;
  /** The loan without them and with them, to the end. */
  readonly before: LoanState;
  readonly folded: LoanState;
}

/** Events after which whoever waits may see to something else. */
const EVENTS_A_STEP = 1_000;

/**
 * Adds payments to a loan, each decided as `decidePayment` would, on top of those before it that could be booked; of
 * one that could not the others do not know. They are given by date. `firstOrder` is the booking order of the first.
 *
 * All of them go through the loan in one pass, so a thousand payments dated among a thousand others take the time of
 * two thousand. Only where one of them would break a payment booked before are they halved until it is found: what
 * breaks with a few of them breaks with more, since whoever pays more owes less. Pauses after each thousand events.
 */
export function* addPayments(
  facts: LoanFacts,
  wanted: readonly WantedPayment[],
  firstOrder: number,
  inForce: InForce,
): Generator<void, AddedPayments> {
  const before = foldAll(facts);
  const events = eventsInOrder(loanEvents(facts, END_OF_TIME), END_OF_TIME);
  const [first] = wanted;
  // Where a write-off or a refund comes after any of them it is not said that less owed breaks nothing but payments.
  const isPlain =
    before.fault === null &&
    events.every(
      ({ kind, valueDate }) =>
        kind === 'disbursement' || kind === 'payment' || first === undefined || valueDate < first.paymentDate,
    );
  if (!isPlain) return yield* oneByOne(facts, before, wanted, firstOrder, inForce);
  const passes = new AddingPasses(facts, { folded: before, events }, firstOrder, inForce);
  yield* passes.add(wanted);
  return { before, ...passes.result() };
}

function* oneByOne(
  facts: LoanFacts,
  before: LoanState,
  wanted: readonly WantedPayment[],
  firstOrder: number,
  inForce: InForce,
): Generator<void, AddedPayments> {
  const outcomes: AddedPayment[] = [];
  let current = { facts, folded: before };
  let lastEvent = lastEventOf(facts);
  let order = firstOrder;
  for (const payment of wanted) {
    yield;
    const decided = decidePayment({ ...current, ...inForce, ...payment, order, lastEvent });
    if (isRefusal(decided)) {
      outcomes.push(decided);
      continue;
    }
    outcomes.push({ split: decided.split, order });
    current = decided;
    if (decided.comesLast) lastEvent = decided.event;
    order += 1;
  }
  return { outcomes, before, ...current };
}

/** A way through the loan with some of the payments in it. */
interface Passed {
  readonly outcomes: readonly AddedPayment[];
  /** Of those that can be booked. */
  readonly booked: readonly PaymentFact[];
  /** All that was passed, from where the pass began. */
  readonly events: readonly LoanEvent[];
  readonly folded: LoanState;
}

class AddingPasses {
  readonly #inForce: InForce;
  readonly #outcomes: AddedPayment[] = [];
  readonly #facts: LoanFacts;
  readonly #booked: PaymentFact[] = [];
  readonly #firstOrder: number;
  /** All events there are by now, in order, and what they come to. */
  #events: readonly LoanEvent[];
  #folded: LoanState;
  /** So many of them come before whatever is still to be added, and come to this. */
  #ahead = 0;
  #foldedAhead: LoanState;
  #sinceStep = 0;

  constructor(
    facts: LoanFacts,
    { folded, events }: { readonly folded: LoanState; readonly events: readonly LoanEvent[] },
    firstOrder: number,
    inForce: InForce,
  ) {
    this.#facts = facts;
    this.#folded = folded;
    this.#events = events;
    this.#firstOrder = firstOrder;
    this.#inForce = inForce;
    this.#foldedAhead = foldLoan(folded.terms, [], folded.until, folded.rules);
  }

  result(): Omit<AddedPayments, 'before'> {
    const payments = [...this.#facts.payments, ...this.#booked];
    return { outcomes: this.#outcomes, facts: { ...this.#facts, payments }, folded: this.#folded };
  }

  *add(wanted: readonly WantedPayment[]): Generator<void, void> {
    const [first] = wanted;
    if (first === undefined) return;
    yield* this.#goAhead(first);
    const passed = yield* this.#pass(wanted);
    if ('folded' in passed) {
      this.#events = [...this.#events.slice(0, this.#ahead), ...passed.events];
      this.#folded = passed.folded;
      for (const one of passed.booked) this.#booked.push(one);
      for (const one of passed.outcomes) this.#outcomes.push(one);
    } else if (wanted.length === 1) {
      this.#outcomes.push(notPayable(this.#requestOf(first), this.#folded) ?? passed);
    } else {
      const half = wanted.length >> 1;
      yield* this.add(wanted.slice(0, half));
      yield* this.add(wanted.slice(half));
    }
  }

  /** Folds what comes before a payment, once for all that are still to be added. */
  *#goAhead(payment: WantedPayment): Generator<void, void> {
    const event = this.#eventOf(payment, 0);
    const splits = [...this.#foldedAhead.splits];
    let state: LoanState = { ...this.#foldedAhead, splits };
    for (; this.#ahead < this.#events.length; this.#ahead++) {
      const next = this.#events[this.#ahead] as LoanEvent;
      if (byDateThenKind(event, next) < 0) break;
      state = foldNext(state, next, splits);
      yield* this.#step();
    }
    this.#foldedAhead = state;
  }

  /** Passes through the loan with payments; answers why not when one booked before could not stand with them. */
  *#pass(wanted: readonly WantedPayment[]): Generator<void, Passed | Refusal> {
    const { acceptOverpayment } = this.#inForce;
    const splits = [...this.#foldedAhead.splits];
    let state: LoanState = { ...this.#foldedAhead, splits };
    const outcomes: AddedPayment[] = [];
    const booked: PaymentFact[] = [];
    const events: LoanEvent[] = [];
    // What the loan would be without those that come after: the reason why one is refused may be in it.
    let without: LoanState | null = this.#folded;
    let next = this.#ahead;
    let wasAt = splits.length;
    for (let at = 0; at <= wanted.length; at++) {
      const payment = wanted[at];
      const event = payment === undefined ? null : this.#eventOf(payment, booked.length);
      for (; next < this.#events.length; next++) {
        const known = this.#events[next] as LoanEvent;
        if (event !== null && byDateThenKind(event, known) < 0) break;
        state = foldNext(state, known, splits);
        events.push(known);
        yield* this.#step();
        if (state.fault !== null) return faultRefusal(state.fault);
        if (known.kind !== 'payment') continue;
        const split = splits.at(-1) as PaymentSplit;
        const was = this.#folded.splits[wasAt] as PaymentSplit;
        wasAt += 1;
        if (!acceptOverpayment && split.creditPiastres > was.creditPiastres) return wouldBeSurplus(split);
      }
      if (payment === undefined || event === null) break;
      yield* this.#step();
      const request = this.#requestOf(payment);
      const isPayable = notPayable({ ...request, acceptOverpayment: true }, state) === null;
      const after = isPayable ? foldNext(state, event, splits) : null;
      if (after !== null && after.fault !== null) return faultRefusal(after.fault);
      const split = after === null ? null : (splits.at(-1) as PaymentSplit);
      if (after !== null && split !== null && (acceptOverpayment || split.creditPiastres === 0)) {
        state = after;
        events.push(event);
        booked.push({ ...paymentOf(event), reversal: null });
        outcomes.push({ split, order: event.order });
        without = null;
        continue;
      }
      if (split !== null) splits.pop();
      without ??= continueFold(state, this.#events.slice(next));
      const refusal = notPayable(request, without) ?? (split === null ? null : overpayment(split));
      if (refusal === null) throw new Error('what is not payable is refused');
      outcomes.push(refusal);
    }
    return { outcomes, booked, events, folded: state };
  }

  #eventOf({ paymentId, amountPiastres, paymentDate }: WantedPayment, added: number): PaymentEvent {
    const order = this.#firstOrder + this.#booked.length + added;
    return paymentEvent({ paymentId, amountPiastres, paymentDate, order });
  }

  /** As far as it is decided without a fold; what was booked on the way neither opens nor closes a loan. */
  #requestOf(payment: WantedPayment): PaymentRequest {
    return { ...payment, ...this.#inForce, facts: this.#facts, order: this.#firstOrder };
  }

  *#step(): Generator<void, void> {
    this.#sinceStep += 1;
    if (this.#sinceStep < EVENTS_A_STEP) return;
    this.#sinceStep = 0;
    yield;
  }
}

function paymentOf({ id, valueDate, amountPiastres, order }: PaymentEvent): Omit<PaymentFact, 'reversal'> {
  return { paymentId: id, paymentDate: valueDate, amountPiastres, order };
}
