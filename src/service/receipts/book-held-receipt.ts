import type { OperationOutput } from '../../contract/operation-types.ts';
import { divideHeld, waitingOf } from '../../domain/held-money.ts';
import { amountToNumber, formatAmountGrouped, type Piastres } from '../../domain/money.ts';
import { type DecidedPayment, decidePayment } from '../../domain/payment.ts';
import { isRealReference } from '../../domain/real-reference.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { isUnsure } from '../../domain/unsure-row.ts';
import type { LoanDossier, ReversiblePayment, WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { PaymentRecord } from '../../store/records.ts';
import type { Call } from '../call.ts';
import { freshId } from '../fresh-ids.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { bookPayment } from '../payments/book-payment.ts';
import { type PaymentRules, paymentRules } from '../payments/payment-rules.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { suggestionsOf } from './held-row-response.ts';
import { HeldSteps } from './held-steps.ts';
import type { Matched } from './match-held-row.ts';
import type { Allocation, AskedMatch } from './match-request.ts';

type Payment = OperationOutput<'held_rows.match'>['payments'][number];
type AskedReceipt = Extract<AskedMatch, { kind: 'receipt' }> & {
  /** Payments a person has said it is not. */
  readonly isNot: readonly string[];
};

/** One loan's part of the money. */
interface Part {
  readonly dossier: LoanDossier;
  readonly amountPiastres: Piastres;
}

/**
 * Books money of a held row as payments, by the rules of any payment; the refusal of one names its loan and stands
 * for all. They carry the bank's reference and the batch of the row.
 */
export async function bookHeldReceipt(
  tx: WriteTx,
  row: HeldRow,
  { allocations, paymentDate, isNot }: AskedReceipt,
  call: Call,
): Promise<Matched | Refusal> {
  const parts = await dividedParts(tx, row, allocations);
  if (isRefusal(parts)) return parts;
  const rules = await paymentRules(tx, call);
  const reference = row.bankReference ?? row.customerReference ?? row.heldId;
  const booked: PaymentRecord[] = [];
  const payments: Payment[] = [];
  for (const part of parts) {
    const { dossier } = part;
    const mayBe = dossier.payments.filter(({ paymentId }) => !isNot.includes(paymentId));
    const earlier = sameReference(mayBe, reference);
    const known = earlier.find((one) => one.amountPiastres === part.amountPiastres);
    if (known !== undefined) return ofLoan(dossier, alreadyBooked(known, row));
    const order = nextEventOrder(dossier);
    const paymentId = await freshId(tx, call, 'payment');
    const decided = decide(part, { paymentDate, order, paymentId }, rules, call);
    if (isRefusal(decided)) return ofLoan(dossier, decided);
    const { method, batchId } = row;
    const toBook = { decided, order, method, batchId, paymentReference: reference };
    const payment = await bookPayment(tx, dossier, toBook, call);
    booked.push(payment);
    const suspected = equalImported(mayBe, payment) ?? earlier[0] ?? equalWithoutReference(mayBe, payment);
    payments.push(response(payment, dossier, { decided, suspected, reference }, rules, call));
  }
  const steps = booked.map(({ loanId, paymentId, amountPiastres }) => {
    return { kind: 'matched', amountPiastres, loanId, paymentId, steppedOn: paymentDate } as const;
  });
  const written = new HeldSteps(call);
  for (const step of steps) written.add(row, step);
  await written.write(tx);
  const named = booked.map(({ loanId, amountPiastres }) => [loanId, amountPiastres]);
  return { payments, reversed: null, steps, content: { allocations: named, date: paymentDate } };
}

/** Finds the loans and says how much each gets. */
async function dividedParts(
  tx: WriteTx,
  row: HeldRow,
  allocations: readonly Allocation[],
): Promise<Part[] | Refusal> {
  const waiting = waitingOf(row);
  if (waiting === null) throw new Error('only EGP is divided');
  const amounts = divideHeld(
    waiting,
    allocations.map(({ amountPiastres }) => amountPiastres),
  );
  if (isRefusal(amounts)) return amounts;
  const parts: Part[] = [];
  for (const [at, { loan }] of allocations.entries()) {
    const dossier = await resolveLoan(tx, loan);
    if (isRefusal(dossier)) return dossier;
    if (parts.some((part) => part.dossier.loan.loanId === dossier.loan.loanId)) {
      const message = `${loan} is named twice`;
      const faults = [{ field: `allocations/${at}/loan_id`, code: 'named_twice', message }];
      return refuse('validation_failed', message, { faults });
    }
    parts.push({ dossier, amountPiastres: amounts[at] as Piastres });
  }
  return parts;
}

function decide(
  { dossier, amountPiastres }: Part,
  payment: Pick<Parameters<typeof decidePayment>[0], 'paymentDate' | 'order' | 'paymentId'>,
  { closedThrough, acceptOverpayment }: PaymentRules,
  call: Call,
): DecidedPayment | Refusal {
  return decidePayment({
    ...payment,
    facts: dossier,
    amountPiastres,
    businessDate: call.today,
    closedThrough,
    acceptOverpayment,
  });
}

/** A refusal that says which of the loans it is about. */
function ofLoan({ loan }: LoanDossier, refusal: Refusal): Refusal {
  return { ...refusal, message: `${loan.loanId}: ${refusal.message}` };
}

/** Payments booked by hand, and standing, under the reference the row has. */
function sameReference(payments: readonly ReversiblePayment[], reference: string): ReversiblePayment[] {
  if (!isRealReference(reference)) return [];
  return payments.filter(
    (one) => one.reversal === null && one.batchId === null && one.paymentReference === reference,
  );
}

function alreadyBooked(known: ReversiblePayment, row: HeldRow): Refusal {
  const amount = formatAmountGrouped(known.amountPiastres);
  // What an unsure row may be, a person has been shown, and accepting it says that it is not.
  const isCandidate = isUnsure(row) && suggestionsOf(row).includes(known.paymentId);
  const otherwise = isCandidate
    ? `; when it is another payment: loandesk pay review accept ${row.heldId}`
    : '';
  return refuse(
    'reference_conflict',
    `reference "${known.paymentReference}" is payment ${known.paymentId} of ${amount} on ${known.paymentDate}, booked by hand`,
    {
      hint: `When it is the same money: loandesk pay review dismiss ${row.heldId} --reason "booked as ${known.paymentId}"${otherwise}`,
    },
  );
}

/** What another import brought under the reference: a bank may give one to several payments, so it is a doubt only. */
function equalImported(payments: readonly ReversiblePayment[], payment: PaymentRecord) {
  return payments.find(
    (one) =>
      one.reversal === null &&
      one.batchId !== null &&
      one.batchId !== payment.batchId &&
      one.paymentReference === payment.paymentReference &&
      one.amountPiastres === payment.amountPiastres &&
      one.paymentDate === payment.paymentDate,
  );
}

/** What somebody may have booked for this money without its reference. */
function equalWithoutReference(payments: readonly ReversiblePayment[], payment: PaymentRecord) {
  return payments.find(
    (one) =>
      one.reversal === null &&
      (one.paymentReference === null || !isRealReference(one.paymentReference)) &&
      one.amountPiastres === payment.amountPiastres &&
      one.paymentDate === payment.paymentDate,
  );
}

function response(
  payment: PaymentRecord,
  dossier: LoanDossier,
  how: {
    readonly decided: DecidedPayment;
    readonly suspected: ReversiblePayment | undefined;
    readonly reference: string;
  },
  rules: PaymentRules,
  call: Call,
): Payment {
  const { decided, suspected, reference } = how;
  return {
    loan_id: payment.loanId,
    payment_id: payment.paymentId,
    payment_amount: amountToNumber(payment.amountPiastres),
    payment_date: payment.paymentDate,
    payment_method: payment.method as Payment['payment_method'],
    payment_reference: reference,
    principal_amount: amountToNumber(payment.principalPiastres),
    interest_amount: amountToNumber(payment.interestPiastres),
    fee_amount: amountToNumber(payment.feePiastres),
    credit_amount: amountToNumber(payment.creditPiastres),
    recovered_amount: amountToNumber(decided.split.recoveredPiastres),
    remaining_balance: amountToNumber(payment.remainingPiastres),
    equal_payment_id: suspected?.paymentId ?? null,
    corrections: correctionsResponse(decided.changes),
    account: decided.comesLast ? null : accountChange(dossier, decided.facts, rules.policy, call),
  };
}
