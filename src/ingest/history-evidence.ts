import type { AccountType } from '../domain/user-data.ts';
import { DateEvidence, type DateOrder } from './column-dates.ts';
import { DecimalEvidence, type DecimalMark, isNoAmount } from './column-numbers.ts';
import type { CsvRow } from './csv-rows.ts';
import { besideRows, statusOf } from './history-beside.ts';
import type { HistoryLayout } from './history-layout.ts';
import { flagNeeded, unusableFlag } from './refused-file.ts';
import type { SignRule, StatusWords } from './sign-and-status.ts';
import { readEitherWay, SignEvidence } from './sign-evidence.ts';
import type { ReadOptions } from './user-file-options.ts';

/** What only the whole columns of a history can say. */
export interface HistoryDecision {
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  /** How a lone amount says its direction; `event`: by the word of its row. */
  readonly direction: SignRule | 'event';
  /** Said to the person where balances decided. */
  readonly notice: string | null;
}

/** What is said of a file, or known of its form, beforehand. */
type Said = Pick<ReadOptions, 'decimal' | 'dateOrder' | 'sign' | 'currency'>;

const DATE_HINT = 'Say how dates are written: --date-format DD/MM/YYYY, in letters D, M and YY or YYYY.';
const DECIMAL_HINT = 'Say what separates decimals: --decimal comma or --decimal point.';
const SIGN_HINT =
  'Map credit=… and debit=…, or event=… for a column that says Credit or Debit, with --columns-map; or say --sign credits-only where all came in, --sign debits-positive where all went out.';
const CARD_HINT =
  'Say it: --sign debits-positive where charges are above zero, --sign credits-positive where they are below.';

/** Gathers what the columns of a history say while its rows go by. */
export class HistoryEvidence {
  readonly #layout: HistoryLayout;
  readonly #source: string;
  readonly #numbers = new DecimalEvidence();
  readonly #dates = new DateEvidence();
  readonly #signs = new SignEvidence();
  readonly #moneyPlaces: readonly number[];
  #rows = 0;
  #currencyIsOpen = false;

  readonly #words: StatusWords | null;

  constructor(layout: HistoryLayout, words: StatusWords | null, source: string) {
    this.#layout = layout;
    this.#words = words;
    this.#source = source;
    const { amount, credit, debit } = layout.places;
    this.#moneyPlaces = [amount, credit, debit].filter((place) => place !== undefined);
  }

  /** Takes a row below the headings into account. */
  see({ cells, unreadable, line }: CsvRow): void {
    if (unreadable !== undefined || besideRows(cells, this.#layout) !== null) return;
    const { timestamp, value_date, amount, event, balance, status } = this.#layout.places;
    this.#rows += 1;
    for (const place of [timestamp, value_date]) {
      const cell = place === undefined ? '' : (cells[place] ?? '');
      if (cell !== '') this.#dates.see(cell, { line, heading: this.#heading(place) });
    }
    for (const place of this.#moneyPlaces) {
      const cell = cells[place] ?? '';
      if (isNoAmount(cell)) continue;
      this.#numbers.see(cell, { line, heading: this.#heading(place) });
      const number = readEitherWay(cell);
      if (number !== null) this.#currencyIsOpen ||= number.currencies?.length !== 1;
    }
    const left = balance === undefined ? null : (cells[balance] ?? '');
    if (left !== null && !isNoAmount(left)) {
      this.#numbers.see(left, { line, heading: this.#heading(balance) });
    }
    const isPosted = status === undefined || statusOf(cells[status] ?? '', this.#words) === 'posted';
    if (amount !== undefined && isPosted) {
      this.#signs.see(cells[amount] ?? '', left, event === undefined ? null : (cells[event] ?? ''));
    }
  }

  /** The decision over all rows seen. Throws a RefusedFile that names the flag for what they leave open. */
  decide(said: Said, accountType: AccountType): HistoryDecision {
    const mark = said.decimal ?? this.#mark();
    if (this.#currencyIsOpen && said.currency === null && this.#layout.places.currency === undefined) {
      const hint = 'Give it with --currency, such as --currency EGP.';
      throw flagNeeded(this.#source, 'does not say its currency', hint);
    }
    const { direction, notice } = this.#direction(said.sign, mark, accountType === 'credit_limit');
    return { mark, order: said.dateOrder ?? this.#order(), direction, notice };
  }

  #heading(place: number | undefined): string {
    return place === undefined ? '' : (this.#layout.headings[place] ?? '').trim();
  }

  #mark(): DecimalMark {
    const decision = this.#numbers.decide();
    if (decision.mark !== null) return decision.mark;
    const what =
      decision.why === 'ambiguous'
        ? `has amounts like ${decision.cell} that could mean two things`
        : `has amounts that contradict each other: ${decision.cell}`;
    throw flagNeeded(this.#source, what, DECIMAL_HINT, 'decimal');
  }

  #order(): DateOrder {
    const decision = this.#dates.decide();
    if (decision.order !== null) return decision.order;
    const what =
      decision.why === 'ambiguous'
        ? `has dates like ${decision.cell} whose day and month could change places`
        : `has dates that contradict each other: ${decision.cell}`;
    throw flagNeeded(this.#source, what, DATE_HINT, 'date_format');
  }

  #direction(
    said: SignRule | null,
    mark: DecimalMark,
    isCard: boolean,
  ): Pick<HistoryDecision, 'direction' | 'notice'> {
    const { places, isSaid } = this.#layout;
    if (places.amount === undefined) {
      if (said === null) return { direction: 'credits-positive', notice: null };
      throw unusableFlag(this.#source, '--sign', 'credits and debits have columns of their own');
    }
    if (places.event !== undefined && isSaid) {
      if (said === null) return { direction: 'event', notice: null };
      throw unusableFlag(this.#source, '--sign', `the column "${this.#heading(places.event)}" says it`);
    }
    const signs = this.#signs;
    if (said !== null) return { direction: said, notice: null };
    // A bank's "Type" may be the direction, or a kind of transaction beside amounts with signs.
    if (places.event !== undefined && (signs.strangeWord === null || !signs.isSigned)) {
      return { direction: 'event', notice: null };
    }
    if (this.#rows === 0 || signs.isSided) return { direction: 'credits-positive', notice: null };
    const byBalances = signs.byBalances(mark, isCard);
    if (byBalances !== null) return this.#toldByBalances(byBalances, signs.isSigned && !isCard);
    if (isCard) {
      const what = 'is of a card account and does not say whether amounts above zero are charges';
      throw flagNeeded(this.#source, what, CARD_HINT, 'sign');
    }
    if (signs.isSigned && !signs.isPartlySided) return { direction: 'credits-positive', notice: null };
    const heading = this.#heading(places.amount);
    const what = `does not say which amounts came in and which went out: ${signs.isPartlySided ? 'some' : 'none'} in "${heading}" ${signs.isPartlySided ? 'have no side' : 'has a sign'}`;
    throw flagNeeded(this.#source, what, SIGN_HINT, 'sign');
  }

  #toldByBalances(above: 'came in' | 'went out', isUsual: boolean) {
    const notice = `by the balances, amounts above zero in "${this.#heading(this.#layout.places.amount)}" ${above}`;
    if (above === 'went out') return { direction: 'debits-positive', notice } as const;
    return { direction: 'credits-positive', notice: isUsual ? null : notice } as const;
  }
}
