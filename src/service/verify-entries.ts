import type { JournalEntryRecord } from '../store/records.ts';
import { sumOf } from './verify-payment.ts';

type Report = (check: string, where: string, message: string) => void;

/** Checks the entries of one book, a loan's or a held row's: numbering, balance, and what undoes what. */
export function verifyEntries(journal: readonly JournalEntryRecord[], report: Report): void {
  let expected = 1;
  for (const entry of journal) {
    const where = entryName(entry);
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
  const where = entryName(entry);
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

/** What an entry is called in a report. */
export function entryName(entry: JournalEntryRecord): string {
  return `entry ${entry.loanId}/${entry.entryNumber}`;
}
