import type { LoanAccount, PaymentStatus } from './loan-account.ts';
import type { WrittenOff } from './loan-state.ts';

/** What a report over the whole book reads of an account. */
type ReportedAccount = Pick<
  LoanAccount,
  | 'started'
  | 'paymentStatus'
  | 'daysPastDue'
  | 'outstandingPiastres'
  | 'accruedInterestPiastres'
  | 'arrearsPiastres'
  | 'writtenOff'
>;

/** Loans and their principal. */
interface LoanSum {
  loans: number;
  outstandingPiastres: bigint;
}

/** Portfolio at risk: principal of the loans more than so many days past due. */
const PAR_DAYS = [0, 30, 60, 90] as const;

/** Statuses a loan of the book can have; one that is paid off is no longer in it. */
const BOOK_STATUSES = ['current', 'overdue', 'defaulted'] as const satisfies readonly PaymentStatus[];

/** First day past due of each bucket of ageing; the last has no end. */
const AGE_STARTS_DAYS = [0, 1, 31, 61, 91] as const;

/** Whether a loan is in the book: something was disbursed and it is neither paid off nor written off. */
export function isInBook(account: Pick<LoanAccount, 'started' | 'paymentStatus' | 'writtenOff'>): boolean {
  return account.started && account.paymentStatus !== 'paid_off' && account.writtenOff === null;
}

/** The whole book at a date, added up loan by loan. */
export class PortfolioTally {
  readonly par = PAR_DAYS.map((days) => ({ days, loans: 0, outstandingPiastres: 0n }));
  readonly statuses = BOOK_STATUSES.map((status) => ({ status, loans: 0, outstandingPiastres: 0n }));
  /** Loans written off by the date, with all of their recoveries. */
  readonly writtenOff = { loans: 0, principalPiastres: 0n, recoveredPiastres: 0n, interestPiastres: 0n };
  loans = 0;
  outstandingPiastres = 0n;
  accruedInterestPiastres = 0n;
  arrearsPiastres = 0n;

  /** Counts a loan in if it is in the book, or written off. */
  add(account: ReportedAccount): void {
    if (account.writtenOff !== null) this.#addWrittenOff(account.writtenOff);
    if (!isInBook(account)) return;
    const outstanding = BigInt(account.outstandingPiastres);
    this.loans += 1;
    this.outstandingPiastres += outstanding;
    this.accruedInterestPiastres += BigInt(account.accruedInterestPiastres);
    this.arrearsPiastres += BigInt(account.arrearsPiastres);
    for (const line of this.par) if (account.daysPastDue > line.days) count(line, outstanding);
    const status = this.statuses.find((line) => line.status === account.paymentStatus);
    if (status !== undefined) count(status, outstanding);
  }

  #addWrittenOff(one: WrittenOff): void {
    this.writtenOff.loans += 1;
    this.writtenOff.principalPiastres += BigInt(one.amountPiastres);
    this.writtenOff.recoveredPiastres += BigInt(one.recoveredPiastres + one.recoveredInterestPiastres);
    this.writtenOff.interestPiastres += BigInt(one.unpaidPiastres);
  }
}

/** The book by days past due. */
export class AgeingTally {
  readonly buckets = AGE_STARTS_DAYS.map((fromDays, index) => ({
    fromDays,
    /** null: no end. */
    toDays: index + 1 < AGE_STARTS_DAYS.length ? (AGE_STARTS_DAYS[index + 1] as number) - 1 : null,
    loans: 0,
    outstandingPiastres: 0n,
    arrearsPiastres: 0n,
  }));

  /** Counts a loan in if it is in the book. */
  add(account: ReportedAccount): void {
    if (!isInBook(account)) return;
    const bucket = this.buckets.findLast((line) => account.daysPastDue >= line.fromDays);
    if (bucket === undefined) throw new RangeError(`${account.daysPastDue} days past due`);
    count(bucket, BigInt(account.outstandingPiastres));
    bucket.arrearsPiastres += BigInt(account.arrearsPiastres);
  }
}

function count(line: LoanSum, outstandingPiastres: bigint): void {
  line.loans += 1;
  line.outstandingPiastres += outstandingPiastres;
}
