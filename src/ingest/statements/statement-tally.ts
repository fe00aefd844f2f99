import type { CalendarDate } from '../../domain/dates.ts';
import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import { AmountSum } from './statement-amount.ts';
import type {
  StatedBalance,
  StatementBegin,
  StatementEnd,
  StatementFault,
  StatementRow,
  StatementWarning,
} from './statement-part.ts';
import { type BalancesTold, StatementReversals } from './statement-reversals.ts';

/** Balances around the entries of a statement; null is what it does not state. */
export interface BalancesAround {
  readonly opening: StatedBalance | null;
  readonly closing: StatedBalance | null;
}

/** A total that a file gives of itself. Null is what it does not say. */
export interface OwnTotal {
  readonly name: string;
  readonly of: 'all' | 'credits' | 'debits';
  readonly count: number | null;
  /** Decimal text without a sign. */
  readonly sum: string | null;
  readonly line: number;
}

interface Sides {
  readonly credit: Side;
  readonly debit: Side;
  readonly reversals: StatementReversals;
}

/** What moved on the account: a row, or the entry whose details are rows of their own. */
export type Movement = Pick<
  StatementRow,
  'direction' | 'status' | 'amount' | 'amountPiastres' | 'currency'
> & {
  /** The bank marks it as a reversal (`RvslInd`, `RC`, `RD`). */
  readonly isReversal?: boolean;
};

/** The other way for money to go. */
export function otherDirection(direction: 'credit' | 'debit'): 'credit' | 'debit' {
  return direction === 'credit' ? 'debit' : 'credit';
}

class Side {
  count = 0;
  rows = 0;
  readonly sum = new AmountSum();
  /** Of the movements themselves, as a file adds them up: details of one may go both ways. */
  readonly ofMovements = new AmountSum();

  get total() {
    return { count: this.count, rows: this.rows, sum: this.sum.toString() };
  }
}

/** Adds up a statement as its rows go by, and says at its end whether it agrees with itself. */
export class StatementTally {
  readonly #begin: StatementBegin;
  readonly #sides = new Map<string, Sides>();
  /** The currency the statement is in: its own, else that of its first row. */
  #currency: string | null;
  #entries = 0;
  #unreadable = false;
  /** Whether a bank counts what it has not booked differs from bank to bank. */
  #waiting = false;
  #firstDate: CalendarDate | null = null;
  #lastDate: CalendarDate | null = null;

  constructor(begin: StatementBegin) {
    this.#begin = begin;
    this.#currency = begin.currency;
  }

  /** Takes a row into account, and the entry it begins; null: it is a second or later detail of one. */
  see(row: StatementRow, entry: Movement | null = row): void {
    if (entry !== null) this.#seeEntry(entry);
    if (this.#firstDate === null || row.bookingDate < this.#firstDate) this.#firstDate = row.bookingDate;
    if (this.#lastDate === null || row.bookingDate > this.#lastDate) this.#lastDate = row.bookingDate;
    if (row.status === 'pending' || row.status === 'failed') this.#waiting = true;
    if (row.status !== 'booked') return;
    this.#currency ??= row.currency;
    const side = this.#in(row.currency)[row.direction];
    side.rows += 1;
    side.sum.add(row.amount, row.amountPiastres);
  }

  #seeEntry(entry: Movement): void {
    const { status, currency, direction, amount, amountPiastres } = entry;
    this.#entries += 1;
    if (status !== 'booked') return;
    const sides = this.#in(currency);
    if (entry.isReversal === true) sides.reversals.see(entry);
    const side = sides[direction];
    side.count += 1;
    side.ofMovements.add(amount, amountPiastres);
  }

  /** A row that tells something and moves nothing, like the day a list was printed: it says no day of the statement. */
  seeInformation({ currency }: StatementRow): void {
    this.#entries += 1;
    this.#currency ??= currency;
  }

  /** An entry that could not be read: no total can be held against the file. */
  seeUnreadable(): void {
    this.#entries += 1;
    this.#unreadable = true;
  }

  /** An entry that is refused for something else than what it moved (null: for that): totals still hold it. */
  seeRefused(movement: Movement | null): void {
    if (movement === null) {
      this.seeUnreadable();
      return;
    }
    const { status, currency, direction, amount, amountPiastres } = movement;
    this.#currency ??= currency;
    this.#seeEntry(movement);
    if (status === 'pending' || status === 'failed') this.#waiting = true;
    if (status === 'booked') this.#in(currency)[direction].sum.add(amount, amountPiastres);
  }

  /** True when only the other reading of its reversals leads from one of these balances to the other. */
  turnsReversals(balances: BalancesAround): boolean {
    const told = this.#told(balances);
    return this.#own().reversals.reading(told) === 'other_way';
  }

  /**
   * The end of the statement, with the warning that its balances do not tie, a fault for each own total missed, and how
   * its reversals were read: `between` are the balances that tell it.
   */
  end(
    balances: BalancesAround,
    ownTotals: readonly OwnTotal[],
    {
      isOtherWay = false,
      between = balances,
    }: { readonly isOtherWay?: boolean; readonly between?: BalancesAround } = {},
  ): readonly (StatementEnd | StatementFault | StatementWarning)[] {
    const { opening, closing } = balances;
    const { statement, account } = this.#begin;
    const { reached, unreadable } = this.#told(balances);
    const own = this.#own();
    const ties = reached === null || unreadable ? null : reached === unitsWithSign(closing as StatedBalance);
    const end: StatementEnd = {
      kind: 'statement-end',
      statement,
      account,
      currency: this.#currency,
      opening,
      closing,
      entries: this.#entries,
      credits: own.credit.total,
      debits: own.debit.total,
      others: [...this.#sides]
        .filter(([code]) => code !== this.#currency)
        .map(([code, { credit, debit }]) => ({ currency: code, credits: credit.total, debits: debit.total })),
      ties,
      firstDate: this.#firstDate,
      lastDate: this.#lastDate,
    };
    const faults =
      this.#unreadable || this.#waiting ? [] : ownTotals.flatMap((total) => this.#contradiction(total));
    const said = own.reversals.warning(this.#told(between), isOtherWay);
    const warnings = said === null ? [] : [this.#warning('reversal_direction', said)];
    if (ties === false && reached !== null)
      warnings.push(this.#doesNotTie(reached, opening as StatedBalance, closing as StatedBalance));
    return [...faults, ...warnings, end];
  }

  #told({ opening, closing }: BalancesAround): BalancesTold {
    this.#currency ??= opening?.currency ?? closing?.currency ?? null;
    const own = this.#own();
    const unreadable = this.#unreadable;
    if (opening === null || closing === null || opening.currency !== closing.currency)
      return { reached: null, closing: null, unreadable };
    const reached = unitsWithSign(opening) + own.credit.sum.units - own.debit.sum.units;
    return { reached, closing: unitsWithSign(closing), unreadable };
  }

  #warning(code: string, said: string): StatementWarning {
    const { statement, line, account } = this.#begin;
    const whose = account === null ? `Statement ${statement}` : `Statement ${statement} of ${account}`;
    return { kind: 'warning', statement, line, code, message: `${whose}: ${said}` };
  }

  #in(currency: string): Sides {
    let sides = this.#sides.get(currency);
    if (sides === undefined) {
      sides = { credit: new Side(), debit: new Side(), reversals: new StatementReversals() };
      this.#sides.set(currency, sides);
    }
    return sides;
  }

  #own(): Sides {
    return this.#in(this.#currency ?? '');
  }

  #doesNotTie(expected: bigint, opening: StatedBalance, closing: StatedBalance): StatementWarning {
    const entries = textOfUnits(expected - unitsWithSign(opening));
    const off = textOfUnits(unitsWithSign(closing) - expected);
    return this.#warning(
      'balances_do_not_tie',
      `opening ${textOfUnits(unitsWithSign(opening))} and its entries ${entries} give ` +
        `${textOfUnits(expected)}, but it closes with ${textOfUnits(unitsWithSign(closing))} (off by ${off})`,
    );
  }

  #contradiction(total: OwnTotal): StatementFault[] {
    const all = total.of === 'all';
    const { credit, debit } = this.#own();
    const side = total.of === 'credits' ? credit : debit;
    const found = all ? this.#entries : side.count;
    const sum = all ? credit.ofMovements.units + debit.ofMovements.units : side.ofMovements.units;
    const otherWay = all ? null : this.#otherWay(total.of as 'credits' | 'debits');
    const faults: StatementFault[] = [];
    const add = (what: string, said: string, counted: string) =>
      faults.push({
        kind: 'fault',
        scope: 'file',
        statement: this.#begin.statement,
        line: total.line,
        place: null,
        column: total.name,
        value: said,
        code: 'control_total',
        message: `the file says ${said} as the ${what} of its ${WHAT[total.of]} (${total.name}), but holds ${counted}`,
        original: [],
      });
    if (total.count !== null && total.count !== found && total.count !== otherWay?.count)
      add('number', String(total.count), String(found));
    if (total.sum !== null && ![sum, otherWay?.sum].includes(unitsOf(total.sum)))
      add('sum', total.sum, textOfUnits(sum));
    return faults;
  }

  /** One side with the reversals of the other side in it instead of its own: a bank may count them there. */
  #otherWay(of: 'credits' | 'debits'): { readonly count: number; readonly sum: bigint } {
    const own = this.#own();
    const side = of === 'credits' ? own.credit : own.debit;
    const other = of === 'credits' ? 'debits' : 'credits';
    const { [of]: leave, [other]: come } = own.reversals;
    return {
      count: side.count - leave.count + come.count,
      sum: side.ofMovements.units - leave.sum.units + come.sum.units,
    };
  }
}

/** What came in by a row that is refused, for what the file is expected to add up to. */
export function receivedBy(movement: Movement | null): Pick<StatementFault, 'received'> {
  if (movement?.direction !== 'credit' || movement.status !== 'booked') return {};
  return { received: { amount: movement.amount, currency: movement.currency } };
}

const WHAT = { all: 'entries', credits: 'credits', debits: 'debits' } as const;

function unitsWithSign(balance: StatedBalance): bigint {
  const units = unitsOf(balance.amount);
  return balance.negative ? -units : units;
}
