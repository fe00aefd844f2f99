import type { CalendarDate } from '../domain/dates.ts';
import type { LoanEvent } from '../domain/loan-event.ts';
import { foldLoan } from '../domain/loan-state.ts';
import type { LoanDossier } from '../store/port.ts';
import type { AccountName, JournalEntryRecord, PaymentRecord } from '../store/records.ts';

type Report = (check: string, where: string, message: string) => void;

/** Later than any event. */
const END_OF_TIME = '9999-12-31' as CalendarDate;

/** Checks one loan: its entries, each fact against the entry that books it, and its account against the fold. */
export function verifyLoan(
  dossier: LoanDossier,
  journal: readonly JournalEntryRecord[],
  report: Report,
): void {
  verifyEntries(journal, report);
  verifyBooking(dossier, journal, report);
  verifyAccount(dossier, journal, report);
}

function verifyEntries(journal: readonly JournalEntryRecord[], report: Report): void {
  let expected = 1;
  for (const entry of journal) {
    const where = nameOf(entry);
    if (entry.entryNumber !== expected)
      report('numbering', where, `entry ${expected} of the loan is missing`);
    expected = entry.entryNumber + 1;
    const sum = entry.postings.reduce((total, posting) => total + posting.amountPiastres, 0);
    if (sum !== 0) report('balance', where, `its postings sum to ${sum} piastres, not 0`);
    if (entry.postings.length === 0) report('balance', where, 'it has no postings');
    if (entry.reversesEntryNumber !== null) verifyMirror(entry, journal, report);
  }
}

function verifyMirror(
  entry: JournalEntryRecord,
  journal: readonly JournalEntryRecord[],
  report: Report,
): void {
  const original = journal.find((other) => other.entryNumber === entry.reversesEntryNumber);
  const where = nameOf(entry);
  if (original === undefined) {
    report('reversal', where, `entry ${entry.reversesEntryNumber}, which it undoes, does not exist`);
    return;
  }
  if (original.valueDate !== entry.valueDate) {
    report('reversal', where, `its value date is not that of entry ${original.entryNumber}, which it undoes`);
  }
  const accounts = new Set([...original.postings, ...entry.postings].map((posting) => posting.account));
  for (const account of accounts) {
    if (sumOf([original], account) + sumOf([entry], account) === 0) continue;
    report('reversal', where, `it does not undo the ${account} of entry ${original.entryNumber}`);
  }
}

function verifyBooking(dossier: LoanDossier, journal: readonly JournalEntryRecord[], report: Report): void {
  const entriesOf = Map.groupBy(journal, (entry) => entry.eventId);
  for (const payment of dossier.payments) {
    const entries = entriesOf.get(payment.paymentId) ?? [];
    entriesOf.delete(payment.paymentId);
    verifyPaymentEntry(payment, entries, report);
  }
  for (const disbursement of dossier.disbursements) {
    const { disbursementReference: id, outcome } = disbursement;
    const entries = entriesOf.get(id) ?? [];
    entriesOf.delete(id);
    const paidOut = valueDateOf(disbursement) === null ? 0 : disbursement.amountPiastres;
    const booked = sumOf(entries, 'loan principal');
    if (booked !== paidOut) {
      const state = outcome?.outcome ?? disbursement.settlement;
      report('booking', `disbursement ${id}`, `booked are ${booked} piastres, ${paidOut} are due (${state})`);
    }
    const date = valueDateOf(disbursement);
    if (date !== null && entries.some((entry) => entry.valueDate !== date)) {
      report('booking', `disbursement ${id}`, `its entry is not dated ${date}`);
    }
  }
  for (const [eventId, entries] of entriesOf) {
    for (const entry of entries)
      report('booking', nameOf(entry), `it books ${eventId}, which the loan does not have`);
  }
}

function verifyPaymentEntry(
  payment: PaymentRecord,
  entries: readonly JournalEntryRecord[],
  report: Report,
): void {
  const where = `payment ${payment.paymentId}`;
  if (!entries.some((entry) => entry.entryNumber === payment.entryNumber)) {
    report('booking', where, `entry ${payment.entryNumber} does not book it`);
    return;
  }
  if (entries.some((entry) => entry.valueDate !== payment.paymentDate)) {
    report('booking', where, `its entry is not dated ${payment.paymentDate}`);
  }
  const parts: readonly [AccountName, number][] = [
    ['collection clearing', payment.amountPiastres],
    ['loan principal', -payment.principalPiastres],
    ['interest income', -payment.interestPiastres],
    ['fee income', -payment.feePiastres],
    ['customer credit', -payment.creditPiastres],
  ];
  for (const [account, amount] of parts) {
    const booked = sumOf(entries, account);
    if (booked !== amount)
      report('booking', where, `${account} has ${booked} piastres, the payment says ${amount}`);
  }
}

function verifyAccount(dossier: LoanDossier, journal: readonly JournalEntryRecord[], report: Report): void {
  const where = `loan ${dossier.loan.loanId}`;
  let state: ReturnType<typeof foldLoan>;
  try {
    state = foldLoan(dossier.loan, eventsOf(dossier), END_OF_TIME);
  } catch (error) {
    report('account', where, `its account cannot be computed: ${(error as Error).message}`);
    return;
  }
  if (state.fault !== null) {
    report('account', `payment ${state.fault.paymentId}`, `it cannot stand on its date: ${state.fault.kind}`);
    return;
  }
  const stored = new Map(dossier.payments.map((payment) => [payment.paymentId, payment]));
  for (const split of state.splits) {
    const payment = stored.get(split.paymentId) as PaymentRecord;
    for (const part of SPLIT_PARTS) {
      if (payment[part] === split[part]) continue;
      if (part === 'remainingPiastres' && isRemainderBefore(payment, split.remainingPiastres, dossier))
        continue;
      const name = part.replace('Piastres', '');
      report(
        'account',
        `payment ${split.paymentId}`,
        `its ${name} is ${payment[part]} piastres; by the loan's events it is ${split[part]}`,
      );
    }
  }
  const outstanding = state.running?.accrual.principalPiastres ?? 0;
  const posted = sumOf(journal, 'loan principal');
  if (posted !== outstanding) {
    report(
      'account',
      where,
      `its principal postings sum to ${posted} piastres; ${outstanding} are outstanding`,
    );
  }
}

/**
 * A payout registered later for the same date comes before the payment in date order, so the balance said when
 * the payment was booked may lack it. Its split does not depend on it.
 */
function isRemainderBefore(payment: PaymentRecord, remainingPiastres: number, dossier: LoanDossier): boolean {
  let sameDate = 0;
  for (const disbursement of dossier.disbursements) {
    if (valueDateOf(disbursement) === payment.paymentDate) sameDate += disbursement.amountPiastres;
  }
  const lacking = remainingPiastres - payment.remainingPiastres;
  return lacking > 0 && lacking <= sameDate;
}

const SPLIT_PARTS = [
  'principalPiastres',
  'interestPiastres',
  'feePiastres',
  'creditPiastres',
  'remainingPiastres',
] as const;

function eventsOf(dossier: LoanDossier): LoanEvent[] {
  const events: LoanEvent[] = dossier.payments.map((payment) => ({
    kind: 'payment',
    id: payment.paymentId,
    valueDate: payment.paymentDate,
    amountPiastres: payment.amountPiastres,
    order: payment.order,
  }));
  for (const disbursement of dossier.disbursements) {
    const valueDate = valueDateOf(disbursement);
    if (valueDate === null) continue;
    const { disbursementReference: id, amountPiastres, order } = disbursement;
    events.push({ kind: 'disbursement', id, valueDate, amountPiastres, order });
  }
  return events;
}

/** The date a disbursement counts from; null while it waits for a hand, and when it failed. */
function valueDateOf(disbursement: LoanDossier['disbursements'][number]): CalendarDate | null {
  const { outcome, settlement, disbursementDate } = disbursement;
  if (outcome?.outcome === 'failed') return null;
  if (outcome?.outcome === 'completed') return outcome.date;
  return settlement === 'automatic' ? disbursementDate : null;
}

function sumOf(entries: readonly JournalEntryRecord[], account: AccountName): number {
  let sum = 0;
  for (const { postings } of entries) {
    for (const posting of postings) if (posting.account === account) sum += posting.amountPiastres;
  }
  return sum;
}

function nameOf(entry: JournalEntryRecord): string {
  return `entry ${entry.loanId}/${entry.entryNumber}`;
}
