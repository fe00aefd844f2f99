import type { CalendarDate } from '../domain/dates.ts';
import { valueDateOf } from '../domain/disbursement.ts';
import type { LoanState } from '../domain/loan-state.ts';
import { foldAll } from '../domain/replay.ts';
import type { LoanDossier } from '../store/port.ts';
import type { AccountName, JournalEntryRecord } from '../store/records.ts';
import { entryName, verifyEntries } from './verify-entries.ts';
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
  verifyWriteOffs(dossier, entriesOf, state, report);
  for (const { refundId, refundDate, amountPiastres } of dossier.refunds) {
    const entries = entriesOf.get(refundId) ?? [];
    entriesOf.delete(refundId);
    verifyNet(`refund ${refundId}`, entries, ['customer credit', amountPiastres, refundDate], report);
  }
  for (const [eventId, entries] of entriesOf) {
    for (const entry of entries)
      report('booking', entryName(entry), `it books ${eventId}, which the loan does not have`);
  }
}

/** Each write-off's entries come to the principal that stood then, or to nothing once it was reversed. */
function verifyWriteOffs(
  dossier: LoanDossier,
  entriesOf: Map<string, JournalEntryRecord[]>,
  state: LoanState | null,
  report: Report,
): void {
  for (const { writeOffId, writtenOffOn, amountPiastres, reversal } of dossier.writeOffs) {
    const entries = entriesOf.get(writeOffId) ?? [];
    entriesOf.delete(writeOffId);
    const where = `write-off ${writeOffId}`;
    const first = entries[0];
    if (first !== undefined && sumOf([first], 'write-off') !== amountPiastres) {
      const booked = sumOf([first], 'write-off');
      report('booking', where, `its entry has ${booked} piastres, the write-off says ${amountPiastres}`);
    }
    if (reversal === null && state === null) continue;
    const due = reversal === null ? (state?.writtenOff?.amountPiastres ?? 0) : 0;
    verifyNet(where, entries, ['write-off', due, writtenOffOn], report);
  }
}

function verifyNet(
  where: string,
  entries: readonly JournalEntryRecord[],
  [account, amount, date]: readonly [AccountName, number, CalendarDate],
  report: Report,
): void {
  if (entries.length === 0) report('booking', where, 'no entry books it');
  if (entries.some((entry) => entry.valueDate !== date)) {
    report('booking', where, `its entry is not dated ${date}`);
  }
  const net = sumOf(entries, account);
  if (net === amount) return;
  report('account', where, `its ${account} is ${net} piastres; by the loan's events ${amount}`);
}

/** The loan by its events; null, and said, when they do not stand. */
function stateOf(dossier: LoanDossier, report: Report): LoanState | null {
  const where = `loan ${dossier.loan.loanId}`;
  try {
    const state = foldAll(dossier);
    if (state.fault === null) return state;
    const { id, kind, shortPiastres } = state.fault;
    const what = {
      before_disbursement: 'payment',
      credit_short: 'refund',
      nothing_to_write_off: 'write-off',
    };
    const short = shortPiastres === 0 ? '' : `, ${shortPiastres} piastres short`;
    report('account', `${what[kind]} ${id}`, `it cannot stand on its date: ${kind}${short}`);
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
