import { foldedHeading } from '../plain-heading.ts';
import type { MoneyCell } from './csv-cells.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { CsvStatement, StatementSurroundings } from './csv-statement.ts';
import type { SourceProfile } from './source-profile.ts';
import type { StatementRow, StatementWarning } from './statement-part.ts';
import { labelledCells, statedLabel } from './statement-words.ts';

const HAS_DIGIT = /[\d\u0660-\u0669\u06f0-\u06f9]/;
/** What programs write below the last row. */
const FOOTER =
  /^\W*(?:end of (?:statement|report)|page \d|printed|generated|computer generated|this is a |نهاية |صفحة |طبع |تم الطباعة)/iu;

/** Tells rows from the lines beside them: balances, totals, headings told again, and other text. */
export class BesideRows {
  readonly #layout: CsvLayout;
  readonly #profile: SourceProfile;
  readonly #around: StatementSurroundings;
  readonly #headings: readonly string[];

  constructor(layout: CsvLayout, profile: SourceProfile, around: StatementSurroundings) {
    this.#layout = layout;
    this.#profile = profile;
    this.#around = around;
    this.#headings = layout.headings.map(foldedHeading);
  }

  /** True for a line that has a date and is more than one cell. */
  isDated(cells: readonly string[]): boolean {
    const { payment_date, value_date } = this.#layout.places;
    return (hasDigit(cells, payment_date) || hasDigit(cells, value_date)) && !isLone(cells);
  }

  /** True for a line of text that may belong to the row above it. */
  mayBeText(cells: readonly string[]): boolean {
    const labelled = labelledCells(cells, this.#profile.labels);
    return (
      labelled.every(({ label }) => label === 'account' || label === 'currency') &&
      !cells.some((cell) => FOOTER.test(cell))
    );
  }

  /** True for a line beside the rows: a balance, a total, headings again, or text without money. */
  isBeside(cells: readonly string[]): boolean {
    const { amount, credit, debit, reference } = this.#layout.places;
    const hasMoney = [amount, credit, debit].some((place) => hasDigit(cells, place));
    const labelled = labelledCells(cells, this.#profile.labels);
    if (hasMoney && labelled.length > 0) {
      // A payer may begin a text with "Account 5" or "Total: ". No account has an amount, no total a bank's reference.
      const isReferred = reference !== undefined && /[\p{L}\p{N}]/u.test(cells[reference] ?? '');
      const onlyNames = labelled.every(({ label }) => label === 'account' || label === 'currency');
      if ((onlyNames || isReferred) && !labelled.some(({ isAlone }) => isAlone)) return false;
    }
    this.#around.see(labelled);
    if (labelled.length > 0 || !hasMoney) return true;
    return cells.every((cell, at) => foldedHeading(cell) === (this.#headings[at] ?? ''));
  }

  /** True for a dated row without an amount that is a balance or a total; an opening balance is taken. */
  isBalance(
    statement: CsvStatement,
    cells: readonly string[],
    { bookingDate }: StatementRow,
    balance: MoneyCell | null,
  ): boolean {
    const labels = labelledCells(cells, this.#profile.labels).map(({ label }) => label);
    if (!labels.includes('opening')) return labels.includes('closing') || labels.includes('total');
    if (balance === null) return true;
    const { currency } = statement;
    statement.opening = { amount: balance.amount, negative: balance.negative, currency, date: bookingDate };
    return true;
  }

  /**
   * What to say of a dated row whose text is a balance's or a total's name and nothing else, and whose amount is that
   * balance, not money that moved; null: it is a movement. One with a reference is one, and so is one that the
   * balances beside the rows show to have moved them.
   */
  statedBalance(
    statement: CsvStatement,
    row: StatementRow,
    balance: MoneyCell | null,
  ): StatementWarning | null {
    if (row.text === null || row.bankReference !== null) return null;
    const label = statedLabel(row.text, this.#profile.labels);
    if (label === null || (balance !== null && statement.isNext(row, balance))) return null;
    const { amount, currency, bookingDate: date, direction, line } = row;
    if (label !== 'total') {
      const stated = { amount, currency, date, negative: direction === 'debit' };
      if (label === 'opening') statement.opening ??= stated;
      else statement.closing = stated;
    }
    const what = label === 'total' ? 'a total' : `the ${label} balance`;
    const message = `Line ${line}: "${row.text}" ${amount} is read as ${what}, not as money that moved.`;
    return {
      kind: 'warning',
      statement: statement.begin.statement,
      line,
      code: 'balance_as_amount',
      message,
    };
  }
}

function hasDigit(cells: readonly string[], place: number | undefined): boolean {
  return place !== undefined && HAS_DIGIT.test(cells[place] ?? '');
}

/**
 * True for a line of one cell, such as "12 transactions" below the dates: no row is so short. One in quotation marks, or
 * with other separators, may be a whole row in one cell.
 */
function isLone(cells: readonly string[]): boolean {
  let only: string | null = null;
  for (const cell of cells) {
    if (cell.trim() === '') continue;
    if (only !== null) return false;
    only = cell;
  }
  return only === null || !/[,;\t|]/.test(only);
}
