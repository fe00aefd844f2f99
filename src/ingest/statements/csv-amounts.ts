import type { Piastres } from '../../domain/money.ts';
import { isNoAmount } from '../column-numbers.ts';
import type { CsvCells, MoneyCell } from './csv-cells.ts';
import type { SourceProfile } from './source-profile.ts';
import { isZeroAmount } from './statement-amount.ts';
import { directionOfWord, statusOfWord } from './statement-words.ts';

/** Money that moved, and which way. */
export interface Movement {
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
  readonly amountPiastres: Piastres | null;
  readonly currency: string;
}

/** Reads what a row moved, and which way, by the rules of its source. */
export class CsvAmounts {
  readonly #cells: CsvCells;
  readonly #profile: SourceProfile;
  readonly #bySides: boolean;

  constructor(cells: CsvCells, profile: SourceProfile) {
    this.#cells = cells;
    this.#profile = profile;
    this.#bySides = cells.has('credit') && cells.has('debit');
  }

  /** What the row moved that the cells hold; null: nothing, or its amounts have faults. `isReturned`: taken back. */
  read(currency: string, isReturned: boolean): Movement | null {
    return this.#bySides ? this.#sides(currency) : this.#single(currency, isReturned);
  }

  #sides(currency: string): Movement | null {
    const cells = this.#cells;
    const credit = cells.money('credit', currency);
    const debit = cells.money('debit', currency);
    if (cells.faults.length > 0) return null;
    const isIn = credit !== null && !isZeroAmount(credit.amount);
    const isOut = debit !== null && !isZeroAmount(debit.amount);
    if (isIn && isOut) return cells.fault('debit', 'two_directions', 'the row has a credit and a debit');
    // Below zero a credit is money taken back, which went out.
    if (isIn) return this.#movement('credit', credit.negative ? 'debit' : 'credit', credit, currency);
    if (isOut) return this.#movement('debit', this.#directionOfDebit(debit), debit, currency);
    const side = credit ?? debit;
    return side === null
      ? null
      : this.#movement(credit === null ? 'debit' : 'credit', 'debit', side, currency);
  }

  /** A debit below zero is money that came back, unless this bank writes all its debits so. */
  #directionOfDebit({ negative, side }: MoneyCell): 'credit' | 'debit' {
    if (side !== null) return side;
    const written = this.#cells.decision?.debits ?? null;
    if (written === null && negative) this.#cells.undecided = true;
    return negative === (written === 'negative') ? 'debit' : 'credit';
  }

  #single(currency: string, isReturned: boolean): Movement | null {
    const cells = this.#cells;
    const money = cells.money('amount', currency);
    if (money === null) {
      if (this.#profile.staff && isNoAmount(cells.text('amount')))
        cells.fault('amount', 'required', 'the amount is empty');
      return null;
    }
    if (this.#profile.sign === 'credits_only') {
      if (money.negative && !isReturned)
        return cells.fault('amount', 'negative_amount', `"${cells.text('amount')}" is negative`);
      if (isZeroAmount(money.amount) && this.#profile.staff) {
        return cells.fault('amount', 'invalid_amount', `"${cells.text('amount')}" is not above zero`);
      }
      return this.#movement('amount', 'credit', money, currency);
    }
    const amountSign = cells.decision?.amountSign ?? 'sign';
    if (amountSign !== 'type') {
      const isReversed = amountSign === 'reversed' || this.#profile.sign === 'reversed_sign';
      const direction = money.side ?? (money.negative === isReversed ? 'credit' : 'debit');
      return this.#movement('amount', direction, money, currency);
    }
    const word = cells.text('type');
    const direction = directionOfWord(word) ?? (statusOfWord(word) === 'returned' ? 'debit' : null);
    if (direction === null) {
      const message = `"${word}" does not say whether money came in or went out`;
      return cells.fault('type', 'unknown_direction', message);
    }
    // A debit is often written below zero as well; any other sign against its word is a contradiction.
    if (money.signed && !isZeroAmount(money.amount) && money.negative !== (direction === 'debit')) {
      return cells.fault('amount', 'sign_contradicts', `its sign and "${word}" contradict`);
    }
    return this.#movement('amount', direction, money, currency);
  }

  #movement(
    column: 'amount' | 'credit' | 'debit',
    direction: 'credit' | 'debit',
    money: { amount: string; amountPiastres: Piastres | null; currencies: readonly string[] | null },
    currency: string,
  ): Movement | null {
    const { amount, amountPiastres, currencies } = money;
    if (currencies === null || currencies.includes(currency))
      return { direction, amount, amountPiastres, currency };
    const [own, ...others] = currencies;
    if (own !== undefined && others.length === 0 && this.#cells.text('currency') === '') {
      return { direction, amount, amountPiastres, currency: own };
    }
    return this.#cells.fault(
      column,
      'currency_contradicts',
      `"${this.#cells.text(column)}" is not in ${currency}`,
    );
  }
}
