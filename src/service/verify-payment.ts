import type { PaymentSplit } from '../domain/loan-state.ts';
import { piastres } from '../domain/money.ts';
import type { ReversiblePayment } from '../store/port.ts';
import type { AccountName, JournalEntryRecord } from '../store/records.ts';

type Report = (check: string, where: string, message: string) => void;

/** The parts of a payment's division. */
type Division = Pick<
  PaymentSplit,
  | 'amountPiastres'
  | 'principalPiastres'
  | 'interestPiastres'
  | 'feePiastres'
  | 'creditPiastres'
  | 'recoveredPiastres'
  | 'recoveredInterestPiastres'
  | 'releasedPiastres'
>;

/**
 * Checks the entries of one payment: the first books it as its row says, at most one is in force, and together they
 * are its split by the loan's events (`split`; null: it does not count), or nothing once it was reversed.
 */
export function verifyPayment(
  payment: ReversiblePayment,
  entries: readonly JournalEntryRecord[],
  split: PaymentSplit | null,
  report: Report,
): void {
  const where = `payment ${payment.paymentId}`;
  const first = entries.find((entry) => entry.entryNumber === payment.entryNumber);
  if (first === undefined) {
    report('booking', where, `entry ${payment.entryNumber} does not book it`);
    return;
  }
  if (entries.some((entry) => entry.valueDate !== payment.paymentDate)) {
    report('booking', where, `its entry is not dated ${payment.paymentDate}`);
  }
  // What was recovered of what is written off, and what was released, is not in the payment's row: the first entry says it.
  const beside = {
    recoveredPiastres: piastres(0 - sumOf([first], 'write-off')),
    recoveredInterestPiastres: piastres(0 - sumOf([first], 'recovered interest')),
    releasedPiastres: piastres(sumOf([first], 'small balances')),
  };
  for (const [account, amount] of partsOf({ ...payment, ...beside })) {
    const booked = sumOf([first], account);
    if (booked === amount) continue;
    report('booking', where, `${account} has ${booked} piastres, the payment says ${amount}`);
  }
  const mirrored = new Set(entries.map((entry) => entry.reversesEntryNumber));
  const live = entries.filter(
    (entry) => entry.reversesEntryNumber === null && !mirrored.has(entry.entryNumber),
  );
  const due = payment.reversal === null ? 1 : 0;
  if (live.length !== due) report('booking', where, `${live.length} entries of it are in force, not ${due}`);
  if (payment.reversal === null && split === null) return;
  for (const [account, amount] of partsOf(payment.reversal === null && split !== null ? split : NOTHING)) {
    const net = sumOf(entries, account);
    if (net === amount) continue;
    const name = PART_NAMES[account] ?? account;
    // What the customer paid is a credit: said without its sign.
    const sign = account === 'collection clearing' || account === 'small balances' ? 1 : -1;
    report(
      'account',
      where,
      `its ${name} is ${sign * net + 0} piastres; by the loan's events ${sign * amount + 0}`,
    );
  }
}

/** Sum of what entries post to an account. */
export function sumOf(entries: readonly JournalEntryRecord[], account: AccountName): number {
  let sum = 0;
  for (const { postings } of entries) {
    for (const posting of postings) if (posting.account === account) sum += posting.amountPiastres;
  }
  return sum;
}

const NOTHING = {
  amountPiastres: 0,
  principalPiastres: 0,
  interestPiastres: 0,
  feePiastres: 0,
  creditPiastres: 0,
  recoveredPiastres: 0,
  recoveredInterestPiastres: 0,
  releasedPiastres: 0,
} as Division;

const PART_NAMES: Partial<Record<AccountName, string>> = {
  'loan principal': 'principal',
  'interest income': 'interest',
  'fee income': 'fee',
  'customer credit': 'credit',
  'write-off': 'recovered part',
  'recovered interest': 'recovered interest',
  'small balances': 'released rest',
};

function partsOf(division: Division): readonly (readonly [AccountName, number])[] {
  return [
    ['collection clearing', division.amountPiastres],
    ['loan principal', division.recoveredPiastres - division.principalPiastres - division.releasedPiastres],
    ['write-off', 0 - division.recoveredPiastres],
    ['interest income', division.recoveredInterestPiastres - division.interestPiastres],
    ['recovered interest', 0 - division.recoveredInterestPiastres],
    ['small balances', 0 + division.releasedPiastres],
    ['fee income', 0 - division.feePiastres],
    ['customer credit', 0 - division.creditPiastres],
  ];
}
