import { type CalendarDate, END_OF_TIME } from '../domain/dates.ts';
import type { LoanEvent } from '../domain/loan-event.ts';
import { foldLoan, type LoanState } from '../domain/loan-state.ts';
import type { LoanDossier } from '../store/port.ts';
import type { JournalEntryRecord } from '../store/records.ts';
import { sumOf, verifyPayment } from './verify-payment.ts';

type Report = (check: string, where: string, message: string) => void;

/** Checks one loan: its entries, each fact against the entry that books it, and its account against the fold. */
export function verifyLoan(
  dossier: LoanDossier,
  journal: readonly JournalEntryRecord[],
  report: Report,
): void {
  verifyEntries(journal, report);
  const state = stateOf(dossier, report);
  verifyBooking(dossier, journal, state, report);
  if (state !== null) verifyPrincipal(dossier, journal, state, report);
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
  if (original.eventId !== entry.eventId) {
    report(
      'reversal',
      where,
      `it is of ${entry.eventId}, entry ${original.entryNumber} of ${original.eventId}`,
    );
  }
  if (original.reversesEntryNumber !== null) {
    report('reversal', where, `it undoes entry ${original.entryNumber}, which itself undoes another`);
  }
  const others = journal.filter((other) => other.reversesEntryNumber === original.entryNumber);
  if (others[0] !== entry) report('reversal', where, `entry ${original.entryNumber} is undone already`);
  if (original.valueDate !== entry.valueDate) {
    report('reversal', where, `its value date is not that of entry ${original.entryNumber}, which it undoes`);
  }
  const accounts = new Set([...original.postings, ...entry.postings].map((posting) => posting.account));
  for (const account of accounts) {
    if (sumOf([original], account) + sumOf([entry], account) === 0) continue;
    report('reversal', where, `it does not undo the ${account} of entry ${original.entryNumber}`);
  }
}

function verifyBooking(
  dossier: LoanDossier,
  journal: readonly JournalEntryRecord[],
  state: LoanState | null,
  report: Report,
): void {
  const splits = new Map(state?.splits.map((split) => [split.paymentId, split]));
  const entriesOf = Map.groupBy(journal, (entry) => entry.eventId);
  for (const payment of dossier.payments) {
    const entries = entriesOf.get(payment.paymentId) ?? [];
    entriesOf.delete(payment.paymentId);
    verifyPayment(payment, entries, splits.get(payment.paymentId) ?? null, report);
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

/** The loan by its events; null, and said, when they do not stand. */
function stateOf(dossier: LoanDossier, report: Report): LoanState | null {
  const where = `loan ${dossier.loan.loanId}`;
  try {
    const state = foldLoan(dossier.loan, eventsOf(dossier), END_OF_TIME);
    if (state.fault === null) return state;
    report('account', `payment ${state.fault.paymentId}`, `it cannot stand on its date: ${state.fault.kind}`);
  } catch (error) {
    report('account', where, `its account cannot be computed: ${(error as Error).message}`);
  }
  return null;
}

function verifyPrincipal(
  dossier: LoanDossier,
  journal: readonly JournalEntryRecord[],
  state: LoanState,
  report: Report,
): void {
  const outstanding = state.running?.accrual.principalPiastres ?? 0;
  const posted = sumOf(journal, 'loan principal');
  if (posted === outstanding) return;
  report(
    'account',
    `loan ${dossier.loan.loanId}`,
    `its principal postings sum to ${posted} piastres; ${outstanding} are outstanding`,
  );
}

function eventsOf(dossier: LoanDossier): LoanEvent[] {
  const counting = dossier.payments.filter((payment) => payment.reversal === null);
  const events: LoanEvent[] = counting.map((payment) => ({
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

function nameOf(entry: JournalEntryRecord): string {
  return `entry ${entry.loanId}/${entry.entryNumber}`;
}
