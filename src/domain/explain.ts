import { type CalendarDate, daysBetween } from './dates.ts';
import { disbursementEvents, disbursementStatusAt } from './disbursement.ts';
import { accountRemarks } from './explain-account.ts';
import { flatInterestInWords } from './explain-flat.ts';
import type { ExplainLine } from './explain-line.ts';
import type { FeeCharge, PenaltyPiece } from './late-fees.ts';
import type { LoanAccount, ServicingPolicy } from './loan-account.ts';
import { byDateThenKind, eventsInOrder, type LoanEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents, type PaymentFact } from './loan-facts.ts';
import type { PaymentSplit } from './loan-state.ts';
import { LoanTale } from './loan-tale.ts';
import { formatAmountGrouped, type Piastres, piastres } from './money.ts';

/** A loan's facts; a payment may say how it was divided when it was booked, and the batch it was imported with. */
type ExplainedFacts = Omit<LoanFacts, 'payments'> & {
  readonly payments: readonly (PaymentFact & Partial<Booked>)[];
};
type FirstDivision = Pick<PaymentSplit, 'principalPiastres' | 'interestPiastres' | 'feePiastres'>;
type Booked = FirstDivision & { readonly batchId: string | null };

/**
 * How the figures of a loan's account came about: every stretch of interest from its first disbursement on, what was
 * booked and does not count, and last the figures of the account, each with the sum that makes it. Empty before
 * anything was paid out.
 */
export function explainLoan(
  facts: ExplainedFacts,
  account: LoanAccount,
  servicing: ServicingPolicy,
): ExplainLine[] {
  const { asOf } = account;
  const events = eventsInOrder(loanEvents(facts, asOf), asOf);
  const [first] = events;
  if (first?.kind !== 'disbursement') return [];
  const tale = new LoanTale(facts.loan, first.valueDate, first.amountPiastres);
  const splits = new Map(account.state.splits.map((split) => [split.paymentId, split]));
  const booked = new Map<string, Partial<Booked>>(
    facts.payments.map((payment) => [payment.paymentId, payment]),
  );
  const flat = flatInterestInWords(facts.loan, first.valueDate, first.amountPiastres);
  const charges = [...account.feeCharges];
  const penalties = [...account.penaltyPieces];
  for (const event of events) {
    tellFees(tale, charges, event.valueDate);
    tellPenalties(tale, penalties, event.valueDate);
    if (event.kind === 'disbursement') {
      const what = named(event, event.amountPiastres);
      const note = event === first && flat !== null ? `${what}; ${flat}` : what;
      tale.disburse(event.valueDate, event.amountPiastres, note);
    } else if (event.kind === 'write_off') {
      tale.writeOff(event.valueDate, (amount) => named(event, amount));
    } else if (event.kind === 'refund') {
      const what = named(event, event.amountPiastres);
      tale.remark(event.valueDate, `${what}: paid out of the credit, which changes nothing that is owed`);
    } else {
      const split = splits.get(event.id);
      if (split === undefined) throw new Error(`a payment that counts is not split: ${event.id}`);
      const principalPiastres = piastres(split.principalPiastres - split.recoveredPiastres);
      const interestPiastres = piastres(split.interestPiastres - split.recoveredInterestPiastres);
      const first = booked.get(event.id) ?? {};
      const batch = (first.batchId ?? null) === null ? '' : `, imported with ${first.batchId}`;
      const what = `${named(event, event.amountPiastres)}${batch}`;
      const paid = { principalPiastres, interestPiastres, date: event.valueDate };
      tale.pay(paid, what, besideInterest(split));
      const released = account.state.released.find(({ paymentId }) => paymentId === event.id);
      if (released !== undefined) {
        const { principalPiastres: rest, unpaidPiastres } = released;
        tale.release(event.valueDate, releaseInWords(rest, unpaidPiastres));
      }
      const corrected = correctionInWords(split, first);
      if (corrected !== null) tale.remark(event.valueDate, corrected);
    }
  }
  tellFees(tale, charges, asOf);
  tellPenalties(tale, penalties, asOf);
  tale.close(asOf);
  for (const note of notCounted(facts, asOf)) tale.remark(asOf, note);
  for (const note of accountRemarks(facts.loan, account, servicing)) tale.remark(asOf, note);
  return inDateOrder(tale.lines);
}

/** A fee is told before the interest it interrupts nothing of, so some of that ends earlier than the fee. */
function inDateOrder(lines: readonly ExplainLine[]): ExplainLine[] {
  return lines.toSorted((a, b) => (a.to === b.to ? 0 : a.to < b.to ? -1 : 1));
}

/** Such as `payment PAY-2C7D9F1KA of 1,000.00`. */
function named({ kind, id }: LoanEvent, amountPiastres: Piastres): string {
  const amount = formatAmountGrouped(amountPiastres);
  return kind === 'write_off' ? `write-off of ${amount}` : `${kind} ${id} of ${amount}`;
}

/** Writes down the fees that fell due by a date and takes them off the list. */
function tellFees(tale: LoanTale, charges: FeeCharge[], date: CalendarDate): void {
  while ((charges[0]?.chargedOn ?? '9999') <= date) {
    const { number, dueDate, chargedOn, amountPiastres } = charges.shift() as FeeCharge;
    const fee = formatAmountGrouped(amountPiastres);
    const days = daysBetween(dueDate, chargedOn);
    tale.remark(
      chargedOn,
      `late fee ${fee}: installment ${number} of ${dueDate} is not covered ${days} days after it`,
    );
  }
}

/** Writes down the days penalty interest ran for up to a date and takes them off the list. */
function tellPenalties(tale: LoanTale, pieces: PenaltyPiece[], date: CalendarDate): void {
  while ((pieces[0]?.to ?? '9999') <= date) tale.penalty(pieces.shift() as PenaltyPiece);
}

/** Such as `small rest released: principal 0.40`. */
function releaseInWords(principalPiastres: Piastres, unpaidPiastres: Piastres): string {
  const unpaid =
    unpaidPiastres === 0
      ? ''
      : `, interest and fees ${formatAmountGrouped(unpaidPiastres)} not asked for any more`;
  return `small rest released: principal ${formatAmountGrouped(principalPiastres)}${unpaid}`;
}

/**
 * The same for the schedule: each installment split as a payment on its due date, from the first disbursement to
 * maturity.
 */
export function explainSchedule(facts: LoanFacts, account: LoanAccount): ExplainLine[] {
  const { schedule, asOf, started } = account;
  const booked = started ? disbursementEvents(facts.disbursements, asOf) : [];
  const preview = {
    kind: 'disbursement' as const,
    id: 'to come',
    valueDate: schedule.startDate,
    amountPiastres: facts.loan.approvedAmountPiastres,
    order: 0,
  };
  const disbursements = (started ? booked : [preview]).toSorted(byDateThenKind);
  const first = disbursements[0]!;
  const tale = new LoanTale(facts.loan, first.valueDate, first.amountPiastres);
  const flat = flatInterestInWords(facts.loan, first.valueDate, first.amountPiastres);
  let next = 0;
  for (const row of schedule.rows) {
    for (; (disbursements[next]?.valueDate ?? row.dueDate) < row.dueDate; next++) {
      const { id, valueDate, amountPiastres } = disbursements[next]!;
      const what = `disbursement ${id} of ${formatAmountGrouped(amountPiastres)}`;
      const solved = `${schedule.rows.length - row.number + 1} installments are worked out from here`;
      tale.disburse(valueDate, amountPiastres, [what, flat ?? solved].join('; '));
    }
    const what = `installment ${row.number} of ${formatAmountGrouped(row.installmentPiastres)}`;
    if (row.installmentPiastres > 0) tale.pay({ ...row, date: row.dueDate }, what);
    else tale.remark(row.dueDate, `${what}: nothing to pay, interest is counted on`);
  }
  return tale.lines;
}

/** Parts of a payment that are neither interest nor principal; fees come first. */
function besideInterest(split: PaymentSplit): string[] {
  const parts: string[] = [];
  if (split.feePiastres > 0) parts.push(`fees ${formatAmountGrouped(split.feePiastres)}`);
  if (split.recoveredPiastres > 0) {
    parts.push(`recovered of what was written off ${formatAmountGrouped(split.recoveredPiastres)}`);
  }
  if (split.recoveredInterestPiastres > 0) {
    const interest = formatAmountGrouped(split.recoveredInterestPiastres);
    parts.push(`recovered of the interest and fees given up ${interest}`);
  }
  if (split.creditPiastres > 0) parts.push(`kept as credit ${formatAmountGrouped(split.creditPiastres)}`);
  return parts;
}

/** That something entered later has divided a payment anew; null when it stands as it was booked. */
function correctionInWords(split: PaymentSplit, first: Partial<FirstDivision>): string | null {
  const { interestPiastres, principalPiastres, feePiastres = piastres(0) } = first;
  if (interestPiastres === undefined || principalPiastres === undefined) return null;
  const same =
    interestPiastres === split.interestPiastres &&
    principalPiastres === split.principalPiastres &&
    feePiastres === split.feePiastres;
  if (same) return null;
  const fees = feePiastres === 0 ? '' : `fees ${formatAmountGrouped(feePiastres)}, `;
  return `corrected: payment ${split.paymentId} was booked as ${fees}interest ${formatAmountGrouped(interestPiastres)}, principal ${formatAmountGrouped(principalPiastres)}, and is divided anew by what was entered since`;
}

/** What is in the books and counts for nothing at a date, and why. */
function notCounted(facts: LoanFacts, asOf: CalendarDate): string[] {
  const notes: string[] = [];
  for (const one of facts.disbursements) {
    const status = disbursementStatusAt(one, asOf);
    if (status === 'completed') continue;
    const amount = formatAmountGrouped(piastres(one.amountPiastres));
    const why =
      status === 'failed' ? `failed on ${one.outcome?.date}` : `is pending for ${one.disbursementDate}`;
    notes.push(`not counted: disbursement ${one.disbursementReference} of ${amount} ${why}`);
  }
  for (const { paymentId, paymentDate, amountPiastres, reversal } of facts.payments) {
    if (reversal === null || paymentDate > asOf) continue;
    const amount = formatAmountGrouped(amountPiastres);
    notes.push(
      `not counted: payment ${paymentId} of ${amount} on ${paymentDate} was reversed on ${reversal.reversedOn}`,
    );
  }
  for (const { reversal, writtenOffOn } of facts.writeOffs) {
    if (reversal === null || writtenOffOn > asOf) continue;
    notes.push(`not counted: the write-off of ${writtenOffOn} was reversed on ${reversal.reversedOn}`);
  }
  return notes;
}
