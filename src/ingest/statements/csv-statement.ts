import { readNumberCell } from '../column-numbers.ts';
import type { CsvRow } from '../csv-rows.ts';
import { BalanceChain } from './balance-chain.ts';
import type { CsvCells, MoneyCell } from './csv-cells.ts';
import type { SourceProfile } from './source-profile.ts';
import { exactAmount } from './statement-amount.ts';
import type { StatedBalance, StatementBegin, StatementPart, StatementRow } from './statement-part.ts';
import { type OwnTotal, StatementTally } from './statement-tally.ts';
import { type Labelled, loneCurrency } from './statement-words.ts';

/** What the lines around the rows say of the statement, as text. */
export class StatementSurroundings {
  account: string | null;
  currency: string | null = null;
  /** Balances as they stand; read once the decimal mark is known. */
  opening: string | null = null;
  closing: string | null = null;

  constructor(profile: SourceProfile) {
    this.account = profile.account;
  }

  /** Takes a line before the headings into account. */
  seePreamble(cells: readonly string[], labelled: readonly Labelled[]): void {
    this.see(labelled);
    for (const cell of cells) this.currency ??= loneCurrency(cell);
  }

  /** Takes what a line says into account: the first word on a thing counts. */
  see(labelled: readonly Labelled[]): void {
    for (const { label, value } of labelled) {
      if (value === '') continue;
      if (label === 'account') this.account ??= value;
      else if (label === 'currency') this.currency ??= /^[A-Z]{3}$/.test(value) ? value : null;
      else if (label === 'opening') this.opening ??= value;
      else if (label === 'closing') this.closing ??= value;
    }
  }
}

/** One account's part of a CSV: its rows added up, and what its columns say of the whole. */
export class CsvStatement {
  readonly begin: StatementBegin;
  readonly #tally: StatementTally;
  readonly #chain = new BalanceChain();
  readonly #cells: CsvCells;
  #columnBalances: { opening: StatedBalance | null; closing: StatedBalance | null } | null = null;
  #ownTotals: readonly OwnTotal[] = [];
  /** Balances that rows of their own state. */
  opening: StatedBalance | null = null;
  closing: StatedBalance | null = null;

  constructor(statement: number, line: number, account: string | null, currency: string, cells: CsvCells) {
    this.begin = {
      kind: 'statement',
      statement,
      line,
      account,
      currency,
      id: null,
      sequence: null,
      intraday: false,
    };
    this.#tally = new StatementTally(this.begin);
    this.#cells = cells;
  }

  get currency(): string {
    return this.begin.currency as string;
  }

  /** Adds a row, with the balance after it and what else stands beside it in the row that the cells hold. */
  add(row: StatementRow, balance: MoneyCell | null): void {
    this.#tally.see(row);
    if (balance !== null && row.currency === this.currency) this.#chain.see(row, balance);
    if (this.#columnBalances === null) this.#readColumns(row.line);
  }

  /** Whether the balance after a row is that before it with its amount: then it moved money. */
  isNext(row: StatementRow, balance: MoneyCell): boolean {
    return this.#chain.isNext(row, balance);
  }

  /** Adds a row in which no amount stands. */
  addInformation(row: StatementRow): void {
    this.#tally.seeInformation(row);
  }

  addUnreadable(): void {
    this.#tally.seeUnreadable();
  }

  /** The end of the statement and what is to be said of it. */
  end(around: StatementSurroundings, rowOrder: SourceProfile['rowOrder']): readonly StatementPart[] {
    const chain = this.#chain.balances(rowOrder, this.currency);
    const opening =
      this.#labelled(around.opening) ??
      this.#columnBalances?.opening ??
      this.opening ??
      chain?.opening ??
      null;
    const closing =
      this.#labelled(around.closing) ??
      this.#columnBalances?.closing ??
      this.closing ??
      chain?.closing ??
      null;
    return this.#tally.end({ opening, closing }, this.#ownTotals);
  }

  #labelled(text: string | null): StatedBalance | null {
    if (text === null) return null;
    const number = readNumberCell(text, this.#cells.decision?.mark ?? 'point');
    if ('reason' in number) return null;
    const read = exactAmount(number.digits, this.currency);
    if ('reason' in read) return null;
    return { amount: read.amount, negative: number.negative, currency: this.currency, date: null };
  }

  /** Columns that say the same on every row: balances and totals of the whole. */
  #readColumns(line: number): void {
    const cells = this.#cells;
    const balance = (column: 'opening_balance' | 'closing_balance'): StatedBalance | null => {
      const money =
        cells.has(column) && cells.decision?.closingRuns !== true ? cells.money(column, this.currency) : null;
      if (money === null) return null;
      return { amount: money.amount, negative: money.negative, currency: this.currency, date: null };
    };
    this.#columnBalances = { opening: balance('opening_balance'), closing: balance('closing_balance') };
    this.#ownTotals = (
      [
        ['credits', 'credit_entries', 'total_credits'],
        ['debits', 'debit_entries', 'total_debits'],
      ] as const
    ).flatMap(([of, countColumn, sumColumn]): OwnTotal[] => {
      const count = /^\d{1,9}$/.exec(cells.text(countColumn));
      const sum = cells.has(sumColumn) ? cells.money(sumColumn, this.currency) : null;
      if (count === null && sum === null) return [];
      const name = count === null ? sumColumn : countColumn;
      return [
        {
          name: cells.headingOf(name),
          of,
          count: count === null ? null : Number(count[0]),
          sum: sum?.amount ?? null,
          line,
        },
      ];
    });
  }
}

/** True for a row in which nothing stands. */
export function isBlank({ cells, unreadable }: CsvRow): boolean {
  return unreadable === undefined && cells.every((cell) => cell === '' || cell.trim() === '');
}
