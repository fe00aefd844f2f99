import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { amountToNumber, type Piastres, piastres } from '../../domain/money.ts';
import { decidePayment } from '../../domain/payment.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { LoanDossier, WriteTx } from '../../store/port.ts';
import type { PaymentRecord, Posting } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveLoan } from '../resolve-loan.ts';

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
  const earlier = await bookedBefore(tx, dossier, asked);
  if (isRefusal(earlier)) return earlier;
  if (earlier !== null) return { value: answer(earlier, { replayed: true, twin: null }), audit: null };
  const suspected = isSuspected(dossier, asked, call);
  const { values } = await policyInForce(tx, call.today);
  const paymentId = call.newId('payment');
  const order = nextEventOrder(dossier);
  const decided = decidePayment({
    facts: dossier,
    amountPiastres: asked.amountPiastres,
    paymentDate: asked.paymentDate,
    businessDate: call.today,
    paymentId,
    order,
    closedThrough: values.booksClosedThrough,
  });
  if (isRefusal(decided)) return decided;
  const payment = await book(tx, dossier, { ...asked, ...decided.split, order }, call);
  const booked = answer(payment, { replayed: false, twin: twinOf(dossier, asked) });
  const value: Output = suspected ? { ...booked, duplicate_suspected: true } : booked;
  const owedBefore = piastres(payment.remainingPiastres + payment.principalPiastres);
  const before = { outstanding_balance: amountToNumber(owedBefore) };
  return { value, audit: { object: payment.loanId, before, after: value } };
};

function readPayment(input: Input): AskedPayment | Refusal {
  const { loan_id: _loan, ...fields } = input;
  const reader = new FieldReader(fields);
  reader.allowOnly(['payment_amount', 'payment_date', 'payment_method', 'payment_reference']);
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
  return { amountPiastres, paymentDate, method, paymentReference };
}

/** The payment booked under the same reference, when it is the same payment; a conflict when it is not. */
async function bookedBefore(
  tx: WriteTx,
  dossier: LoanDossier,
  asked: AskedPayment,
): Promise<PaymentRecord | null | Refusal> {
  if (asked.paymentReference === null) return null;
  const booked = await tx.payments.byReference(dossier.loan.loanId, asked.paymentReference);
  const same = booked.find(
    (one) =>
      one.amountPiastres === asked.amountPiastres &&
      one.paymentDate === asked.paymentDate &&
      one.method === asked.method,
  );
  const [first] = booked;
  if (same !== undefined || first === undefined) return same ?? null;
  return refuse(
    'reference_conflict',
    `reference "${asked.paymentReference}" is payment ${first.paymentId} of ${amountToNumber(first.amountPiastres).toFixed(2)} on ${first.paymentDate} by ${first.method}`,
    { hint: 'Book this one with a reference of its own, or without.' },
  );
}

/** A payment equal in loan, date and amount: worth a question when no reference tells them apart. */
function twinOf(dossier: LoanDossier, asked: AskedPayment): string | null {
  if (asked.paymentReference !== null) return null;
  const twin = dossier.payments.find(
    (one) => one.amountPiastres === asked.amountPiastres && one.paymentDate === asked.paymentDate,
  );
  return twin?.paymentId ?? null;
}

/** A request sent twice looks like this, when no idempotency key tells that it was. */
function isSuspected(dossier: LoanDossier, asked: AskedPayment, call: Call): boolean {
  if (call.caller.channel !== 'http' || call.keyed) return false;
  return dossier.payments.some(
    (one) =>
      one.amountPiastres === asked.amountPiastres &&
      one.paymentDate === asked.paymentDate &&
      one.method === asked.method &&
      call.nowMs - Date.parse(one.bookedAt) <= SAME_MOMENT_MS,
  );
}

async function book(
  tx: WriteTx,
  dossier: LoanDossier,
  booked: AskedPayment & {
    readonly paymentId: string;
    readonly order: number;
    readonly principalPiastres: Piastres;
    readonly interestPiastres: Piastres;
    readonly feePiastres: Piastres;
    readonly creditPiastres: Piastres;
    readonly remainingPiastres: Piastres;
  },
  call: Call,
): Promise<PaymentRecord> {
  const { loanId } = dossier.loan;
  const [entryNumber = 0] = await tx.insert.journalEntries([
    {
      loanId,
      kind: 'payment',
      eventId: booked.paymentId,
      valueDate: booked.paymentDate,
      bookedAt: call.now,
      bookedBy: call.caller.actor,
      reversesEntryNumber: null,
      postings: postingsOf(booked),
    },
  ]);
  const payment: PaymentRecord = {
    paymentId: booked.paymentId,
    loanId,
    amountPiastres: booked.amountPiastres,
    paymentDate: booked.paymentDate,
    method: booked.method,
    paymentReference: booked.paymentReference,
    principalPiastres: booked.principalPiastres,
    interestPiastres: booked.interestPiastres,
    feePiastres: booked.feePiastres,
    creditPiastres: booked.creditPiastres,
    remainingPiastres: booked.remainingPiastres,
    order: booked.order,
    entryNumber,
    bookedAt: call.now,
    bookedBy: call.caller.actor,
    batchId: null,
  };
  await tx.insert.payments([payment]);
  return payment;
}

/** Money received against principal, interest, fees and surplus; parts that are zero are left out. */
function postingsOf(split: {
  readonly amountPiastres: Piastres;
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  readonly creditPiastres: Piastres;
}): Posting[] {
  const postings: Posting[] = [
    { account: 'collection clearing', amountPiastres: split.amountPiastres },
    { account: 'loan principal', amountPiastres: -split.principalPiastres },
    { account: 'interest income', amountPiastres: -split.interestPiastres },
    { account: 'fee income', amountPiastres: -split.feePiastres },
    { account: 'customer credit', amountPiastres: -split.creditPiastres },
  ];
  return postings.filter((posting) => posting.amountPiastres !== 0);
}

function answer(payment: PaymentRecord, how: { replayed: boolean; twin: string | null }): Output {
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
    replayed: how.replayed,
    corrections: [],
    equal_payment_id: how.twin,
  };
}
