import {
  add,
  type Fraction,
  fraction,
  monthsAfter,
  type NaiveLoan,
  NaiveModel,
  rounded,
} from './naive-model.ts';

/**
 * The books of one loan kept by a second bookkeeper, written apart from src/domain: schedule, late fees, credit,
 * write-off, recoveries and refunds over the slow model of interest. Amounts are piastres, dates `YYYY-MM-DD`.
 */

export interface BookTerms {
  readonly dayCount: NaiveLoan['dayCount'];
  readonly rateE4: number;
  readonly termMonths: number;
  readonly style: 'annuity' | 'equal_principal' | 'bullet';
  readonly graceMonths: number;
}

export interface BookPolicy {
  readonly lateFee: { readonly amount: number; readonly afterDays: number } | null;
  readonly tolerance: number;
  readonly graceDays: number;
  readonly defaultDays: number;
}

/** Something that counts from a date on; those of a date are given in the order they count. */
export interface BookFact {
  readonly kind: 'disburse' | 'pay' | 'write_off' | 'refund';
  readonly date: string;
  /** 0 of a write-off: it takes what is there. */
  readonly amount: number;
}

export interface BookSplit {
  readonly principal: number;
  readonly interest: number;
  readonly fee: number;
  readonly credit: number;
  readonly recovered: number;
  readonly left: number;
}

export interface BookRow {
  readonly due: string;
  readonly installment: number;
  readonly principal: number;
  readonly interest: number;
  readonly balance: number;
}

/** What is given up: principal, and the interest and fees unpaid then, which may come in after it. */
interface Lost {
  readonly date: string;
  readonly amount: number;
  readonly unpaid: number;
  recovered: number;
  recoveredUnpaid: number;
  readonly daysPastDue: number;
}

const DAY_MS = 86_400_000;

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysFrom(date: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / DAY_MS;
}

export class NaiveBook {
  readonly splits: BookSplit[] = [];
  readonly #terms: BookTerms;
  readonly #policy: BookPolicy;
  readonly #money: NaiveModel;
  readonly #out: BookFact[] = [];
  /** Principal and interest paid: fees cover no installment. */
  #covered = 0;
  #fees = 0;
  #nextFee = 1;
  #credit = 0;
  #rows: BookRow[] | null = null;
  #lost: Lost | null = null;

  constructor(terms: BookTerms, policy: BookPolicy) {
    this.#terms = terms;
    this.#policy = policy;
    this.#money = new NaiveModel({ ...terms, flatInterest: null });
  }

  /** Books a fact that counts after all before it; answers whether it can stand. */
  book({ kind, date, amount }: BookFact): boolean {
    this.#chargeFees(date);
    if (kind === 'disburse') {
      this.#money.book({ kind: 'disbursement', date, amount });
      this.#out.push({ kind, date, amount });
      this.#rows = null;
      return true;
    }
    if (this.#out.length === 0) return false;
    if (kind === 'refund') {
      this.#credit -= amount;
      return this.#credit >= 0;
    }
    if (kind === 'pay') {
      this.#pay(date, amount);
      return true;
    }
    if (this.#lost !== null || this.#money.principal === 0) return false;
    const unpaid = this.#money.interestDue(date) + this.#fees;
    const owedThen = this.#money.owed(date);
    const uncovered = this.#firstUncovered(owedThen);
    this.#lost = {
      date,
      amount: this.#money.principal,
      unpaid,
      recovered: 0,
      recoveredUnpaid: 0,
      daysPastDue: uncovered === null ? 0 : Math.max(0, daysFrom(uncovered.due, date)),
    };
    this.#fees = 0;
    return true;
  }

  #pay(date: string, amount: number): void {
    const used = Math.min(amount, this.owed(date));
    const credit = amount - used;
    this.#credit += credit;
    if (this.#lost !== null) {
      const principal = Math.min(used, this.#lost.amount - this.#lost.recovered);
      this.#lost.recovered += principal;
      this.#lost.recoveredUnpaid += used - principal;
      const interest = used - principal;
      this.splits.push({ principal, interest, fee: 0, credit, recovered: principal, left: 0 });
      return;
    }
    const fee = Math.min(used, this.#fees);
    this.#fees -= fee;
    this.#covered += used - fee;
    this.#money.book({ kind: 'payment', date, amount: used - fee });
    const { principal = 0, interest = 0, left = 0 } = this.#money.splits.at(-1) ?? {};
    this.splits.push({ principal, interest, fee, credit, recovered: 0, left });
  }

  /** What settles the loan on a date. */
  owed(date: string): number {
    this.#chargeFees(date);
    if (this.#lost !== null) {
      const { amount, unpaid, recovered, recoveredUnpaid } = this.#lost;
      return amount + unpaid - recovered - recoveredUnpaid;
    }
    return this.#fees + (this.#out.length === 0 ? 0 : this.#money.owed(date));
  }

  get credit(): number {
    return this.#credit;
  }

  /** The fees of the days up to a date, at their starts, for what was paid before them. */
  #chargeFees(date: string): void {
    const [first] = this.#out;
    const { lateFee, tolerance } = this.#policy;
    if (first === undefined || lateFee === null || this.#lost !== null) return;
    const { termMonths } = this.#terms;
    for (; this.#nextFee <= termMonths; this.#nextFee++) {
      const on = daysLater(monthsAfter(first.date, this.#nextFee), lateFee.afterDays);
      if (on > date) return;
      const installments = this.rows().map((row) => row.installment);
      const upTo = installments.slice(0, this.#nextFee).reduce((sum, one) => sum + one, 0);
      const owed = this.#money.owed(on);
      const missing = this.#nextFee === termMonths ? owed : Math.min(upTo - this.#covered, owed);
      const covered = installments[this.#nextFee - 1] === 0 || missing <= tolerance;
      if (covered) continue;
      this.#fees += lateFee.amount;
    }
  }

  /** The schedule of what was paid out so far. */
  rows(): readonly BookRow[] {
    this.#rows ??= scheduleOf(this.#terms, this.#out);
    return this.#rows;
  }

  /** The account on a date not before the last fact; `pending` when something is still to be paid out. */
  accountAt(date: string, pending: boolean) {
    const owed = this.owed(date);
    const lost = this.#lost;
    const rows = this.rows();
    const next =
      lost === null ? this.#firstUncovered(this.#out.length === 0 ? 0 : this.#money.owed(date)) : null;
    const daysPastDue = lost?.daysPastDue ?? (next === null ? 0 : Math.max(0, daysFrom(next.due, date)));
    const due = rows.reduce((sum, row) => (row.due <= date ? sum + row.installment : sum), 0);
    const matured = (rows.at(-1) as BookRow).due <= date;
    return {
      outstanding: lost === null ? this.#money.principal : 0,
      interest: lost === null ? this.#money.interestDue(date) : 0,
      fees: this.#fees,
      payoff: owed,
      arrears:
        lost !== null ? 0 : matured ? owed : Math.min(Math.max(0, due - this.#covered) + this.#fees, owed),
      credit: this.#credit,
      daysPastDue,
      nextDue: next?.due ?? null,
      installment: next?.installment ?? null,
      status: this.#statusOf(owed, pending, daysPastDue),
      payments: this.splits.length,
      lost: lost?.amount ?? null,
      recovered: lost?.recovered ?? null,
      unpaid: lost?.unpaid ?? null,
      recoveredUnpaid: lost?.recoveredUnpaid ?? null,
    };
  }

  /** The first row of which more is missing than the tolerance; of the last one, all principal and interest owed. */
  #firstUncovered(owed: number): BookRow | null {
    let upTo = 0;
    for (const row of this.rows()) {
      upTo += row.installment;
      const missing = row === this.rows().at(-1) ? owed : Math.min(upTo - this.#covered, owed);
      if (missing > this.#policy.tolerance) return row;
    }
    return null;
  }

  #statusOf(owed: number, pending: boolean, daysPastDue: number): string {
    if (owed === 0 && !pending) return 'paid_off';
    if (this.#lost !== null || daysPastDue >= this.#policy.defaultDays) return 'defaulted';
    return daysPastDue > this.#policy.graceDays ? 'overdue' : 'current';
  }
}

/** The installments, by paying each of them to a loan of its own. */
function scheduleOf(terms: BookTerms, out: readonly BookFact[]): BookRow[] {
  const { termMonths, style, graceMonths } = terms;
  const start = (out[0] as BookFact).date;
  const loan = new NaiveModel({ ...terms, flatInterest: null });
  const dueDates = Array.from({ length: termMonths }, (_, index) => monthsAfter(start, index + 1));
  const rows: BookRow[] = [];
  let waiting = [...out];
  let plan: number | null = null;
  for (const [index, due] of dueDates.entries()) {
    for (const { date, amount } of waiting.filter((one) => one.date < due)) {
      loan.book({ kind: 'disbursement', date, amount });
      plan = null;
    }
    waiting = waiting.filter((one) => one.date >= due);
    const interest = loan.interestDue(due);
    const onlyInterest = style === 'bullet' || index < graceMonths;
    if (!onlyInterest) plan ??= solve(terms, loan, dueDates.slice(index));
    const wanted = onlyInterest ? interest : style === 'annuity' ? plan : interest + (plan ?? 0);
    const owed = loan.owed(due);
    const installment = index === termMonths - 1 ? owed : Math.min(wanted ?? 0, owed);
    if (installment > 0) loan.book({ kind: 'payment', date: due, amount: installment });
    const paid = installment > 0 ? loan.splits.at(-1) : undefined;
    rows.push({
      due,
      installment,
      principal: paid?.principal ?? 0,
      interest: paid?.interest ?? 0,
      balance: loan.principal,
    });
  }
  return rows;
}

/** The equal installment, or principal part, over the due dates left. */
function solve({ style, rateE4 }: BookTerms, loan: NaiveModel, dueDates: readonly string[]): number {
  if (style === 'equal_principal') return rounded(fraction(BigInt(loan.principal), BigInt(dueDates.length)));
  // Owed on the last date as a line of the installment: a − b × installment, which is to be nothing.
  let a: Fraction = loan.exactlyOwed(dueDates[0] as string);
  let b: Fraction = { n: 1n, d: 1n };
  for (const [index, due] of dueDates.slice(1).entries()) {
    const years = loan.yearFraction(dueDates[index] as string, due);
    const grows = add({ n: 1n, d: 1n }, fraction(years.n * BigInt(rateE4), years.d * 1_000_000n));
    a = fraction(a.n * grows.n, a.d * grows.d);
    b = add({ n: 1n, d: 1n }, fraction(b.n * grows.n, b.d * grows.d));
  }
  return rounded(fraction(a.n * b.d, a.d * b.n));
}
