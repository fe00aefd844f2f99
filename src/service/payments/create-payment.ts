import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { amountToNumber, type Piastres, piastres } from '../../domain/money.ts';
import { decidePayment } from '../../domain/payment.ts';
import { isRealReference } from '../../domain/real-reference.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { foldAll } from '../../domain/replay.ts';
import type { LoanDossier, WriteTx } from '../../store/port.ts';
import type { PaymentRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { freshId } from '../fresh-ids.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { bookPayment } from './book-payment.ts';
import { paymentRules } from './payment-rules.ts';

type Input = OperationInput<'payments.create'>;
type Output = OperationOutput<'payments.create'>;

const PAYMENT_METHODS = ['auto_debit', 'manual_transfer', 'revenue_share'] as const;
/** Banks' references run to 35 characters, mobile money's further; this leaves room and keeps lines short. */
const LONGEST_REFERENCE = 140;
/** A request sent again by itself comes within this. */
const SAME_MOMENT_MS = 60_000;

interface AskedPayment {
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly method: (typeof PAYMENT_METHODS)[number];
  readonly paymentReference: string | null;
  /** Whether a reversed payment of that reference may be booked anew. */
  readonly again: boolean;
  /** Whether the amount was asked for as what settles the loan. */
  readonly asPayoff: boolean;
}

/**
 * Books a repayment with its split in one journal entry. A reference known already on the loan answers the
 * first result when the content is the same, and is a conflict otherwise.
 */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const asked = readPayment(input);
  if (isRefusal(asked)) return asked;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const earlier = bookedBefore(dossier, asked);
  if (isRefusal(earlier)) return earlier;
  if (earlier !== null) {
    const how = {
      replayed: true,
      twin: null,
      elsewhere: null,
      recovered: await recoveredAtFirst(tx, dossier, earlier),
      released: releasedBy(dossier, earlier),
    };
    return { value: answer(earlier, how), audit: null };
  }
  const reversed = reversedBefore(dossier, asked);
  if (isRefusal(reversed)) return reversed;
  const suspected = isSuspected(dossier, asked, call);
  const [rules, paymentId] = await Promise.all([paymentRules(tx, call), freshId(tx, call, 'payment')]);
  const order = nextEventOrder(dossier);
  const decided = decidePayment({
    facts: dossier,
    amountPiastres: asked.amountPiastres,
    paymentDate: asked.paymentDate,
    businessDate: call.today,
    paymentId,
    order,
    closedThrough: rules.closedThrough,
    acceptOverpayment: rules.acceptOverpayment,
    asPayoff: asked.asPayoff,
  });
  if (isRefusal(decided)) return decided;
  const { method, paymentReference } = asked;
  const toBook = { decided, order, method, paymentReference, batchId: null };
  const payment = await bookPayment(tx, dossier, toBook, call);
  if (asked.asPayoff) await tx.insert.paymentPayoffs([{ paymentId, loanId: payment.loanId }]);
  if (reversed !== null) {
    const { loanId, paymentId: repeatsPaymentId } = reversed;
    await tx.insert.paymentRepeats([{ paymentId, loanId, repeatsPaymentId }]);
  }
  const value: Output = {
    ...answer(payment, {
      replayed: false,
      twin: twinOf(dossier, asked),
      elsewhere: await onOtherLoan(tx, dossier, asked),
      recovered: decided.split.recoveredPiastres,
      released: decided.split.releasedPiastres,
    }),
    corrections: correctionsResponse(decided.changes),
    account: decided.comesLast ? null : accountChange(dossier, decided.facts, rules.policy, call),
    ...(suspected ? { duplicate_suspected: true } : {}),
  };
  const owedBefore = piastres(
    payment.remainingPiastres +
      payment.principalPiastres +
      decided.split.releasedPiastres -
      decided.split.recoveredPiastres,
  );
  const before = { outstanding_balance: amountToNumber(owedBefore) };
  return { value, audit: { object: payment.loanId, touches: [paymentId], before, after: value } };
};

function readPayment(input: Input): AskedPayment | Refusal {
  const { loan_id: _loan, ...fields } = input;
  const reader = new FieldReader(fields);
  reader.allowOnly([
    'payment_amount',
    'payment_date',
    'payment_method',
    'payment_reference',
    'again',
    'as_payoff',
  ]);
  reader.require(['payment_amount', 'payment_date', 'payment_method']);
  const amountPiastres = reader.amount('payment_amount');
  const paymentDate = reader.parsed('payment_date', parseDate);
  const method = reader.choice('payment_method', PAYMENT_METHODS);
  const paymentReference = reader.token('payment_reference', LONGEST_REFERENCE);
  const refusal = reader.refusal();
  if (refusal !== null) return refusal;
  if (amountPiastres === null || paymentDate === null || method === null) {
    throw new Error('a missing field was not noted');
  }
  return {
    amountPiastres,
    paymentDate,
    method,
    paymentReference,
    again: input.again === true,
    asPayoff: input.as_payoff === true,
  };
}

/** The payment booked under the same reference, when it is the same payment; a conflict when it is not. */
function bookedBefore(dossier: LoanDossier, asked: AskedPayment): PaymentRecord | null | Refusal {
  const booked = sameReference(dossier, asked).filter((one) => one.reversal === null);
  const same = booked.find(
    (one) =>
      one.amountPiastres === asked.amountPiastres &&
      one.paymentDate === asked.paymentDate &&
      one.method === asked.method,
  );
  const [first] = booked;
  if (same !== undefined || first === undefined) return same ?? null;
  return refuse('reference_conflict', `reference "${asked.paymentReference}" is ${inWords(first)}`, {
    hint: 'Book this one with a reference of its own, or without.',
  });
}

/** The reversed payment this one books anew: somebody took that reference back, so it must be said. */
function reversedBefore(dossier: LoanDossier, asked: AskedPayment): PaymentRecord | null | Refusal {
  const last = sameReference(dossier, asked).at(-1);
  if (last === undefined || asked.again) return last ?? null;
  return refuse(
    'reversed_before',
    `reference "${asked.paymentReference}" was ${inWords(last)}, reversed on ${last.reversal?.reversedOn}`,
    { hint: 'Give --again to book it anew.' },
  );
}

function sameReference(dossier: LoanDossier, { paymentReference }: AskedPayment) {
  if (!tellsApart(paymentReference)) return [];
  return dossier.payments.filter((one) => one.paymentReference === paymentReference);
}

function inWords(payment: PaymentRecord): string {
  const amount = amountToNumber(payment.amountPiastres).toFixed(2);
  return `payment ${payment.paymentId} of ${amount} on ${payment.paymentDate} by ${payment.method}`;
}

/** Whether a reference tells one payment from another; what stands where there is none, such as a dash, does not. */
function tellsApart(reference: string | null): reference is string {
  return reference !== null && isRealReference(reference);
}

/** The payment of another loan that has this reference and amount already: money typed on the wrong loan, mostly. */
async function onOtherLoan(
  tx: WriteTx,
  { loan }: LoanDossier,
  { paymentReference, amountPiastres }: AskedPayment,
): Promise<Output['reference_on_other_loan']> {
  if (!tellsApart(paymentReference)) return null;
  const standing = await tx.payments.standingUnder(paymentReference, amountPiastres);
  const other = standing.find(({ loanId }) => loanId !== loan.loanId);
  if (other === undefined) return null;
  return { payment_id: other.paymentId, loan_id: other.loanId, payment_date: other.paymentDate };
}

/** A payment equal in loan, date and amount: worth a question when no reference tells them apart. */
function twinOf(dossier: LoanDossier, asked: AskedPayment): string | null {
  if (tellsApart(asked.paymentReference)) return null;
  const twin = dossier.payments.find(
    (one) =>
      one.reversal === null &&
      one.amountPiastres === asked.amountPiastres &&
      one.paymentDate === asked.paymentDate,
  );
  return twin?.paymentId ?? null;
}

/** A request sent twice looks like this, when no idempotency key tells that it was. */
function isSuspected(dossier: LoanDossier, asked: AskedPayment, call: Call): boolean {
  if (call.caller.channel !== 'http' || call.keyed) return false;
  return dossier.payments.some(
    (one) =>
      one.reversal === null &&
      one.amountPiastres === asked.amountPiastres &&
      one.paymentDate === asked.paymentDate &&
      one.method === asked.method &&
      call.nowMs - Date.parse(one.bookedAt) <= SAME_MOMENT_MS,
  );
}

/** The small rest a payment booked before has left, as it stands. */
function releasedBy(dossier: LoanDossier, { paymentId }: PaymentRecord): number {
  const { splits } = foldAll(dossier);
  return splits.find((split) => split.paymentId === paymentId)?.releasedPiastres ?? 0;
}

/** What a payment recovered of what was written off, when it was booked: its first entry says so. */
async function recoveredAtFirst(
  tx: WriteTx,
  { writeOffs }: LoanDossier,
  { loanId, entryNumber }: PaymentRecord,
): Promise<number> {
  if (writeOffs.length === 0) return 0;
  const journal = await tx.journal.ofLoans([loanId]);
  const postings = journal.find((entry) => entry.entryNumber === entryNumber)?.postings ?? [];
  return 0 - (postings.find(({ account }) => account === 'write-off')?.amountPiastres ?? 0);
}

function answer(
  payment: PaymentRecord,
  how: {
    replayed: boolean;
    twin: string | null;
    elsewhere: Output['reference_on_other_loan'];
    recovered: number;
    released: number;
  },
): Output {
  return {
    loan_id: payment.loanId,
    payment_amount: amountToNumber(payment.amountPiastres),
    payment_date: payment.paymentDate,
    payment_method: payment.method as Output['payment_method'],
    principal_amount: amountToNumber(payment.principalPiastres),
    interest_amount: amountToNumber(payment.interestPiastres),
    remaining_balance: amountToNumber(payment.remainingPiastres),
    payment_id: payment.paymentId,
    payment_reference: payment.paymentReference,
    fee_amount: amountToNumber(payment.feePiastres),
    credit_amount: amountToNumber(payment.creditPiastres),
    recovered_amount: amountToNumber(piastres(how.recovered)),
    released_amount: amountToNumber(piastres(how.released)),
    replayed: how.replayed,
    corrections: [],
    account: null,
    equal_payment_id: how.twin,
    reference_on_other_loan: how.elsewhere,
  };
}
