import type { CellPlace } from '../cell-place.ts';
import { DateEvidence, type DateOrder } from '../column-dates.ts';
import { DecimalEvidence, type DecimalMark, readNumberCell } from '../column-numbers.ts';
import type { CsvRow } from '../csv-rows.ts';
import { flagNeeded } from '../refused-file.ts';
import type { CsvLayout } from './csv-layout.ts';
import { MONEY_COLUMNS } from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';
import { directionOfWord, labelledCells } from './statement-words.ts';

/** What flags say for one run; null for what they leave out. */
export interface SaidOfColumns {
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
}

/** What only whole columns can say. */
export interface ColumnsDecision {
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  /** How an amount column says which way the money went. */
  readonly amountSign: 'sign' | 'type';
  /** A column of closing balances tells the balance after each row, not the one that the statement closes with. */
  readonly closingRuns: boolean;
}

/** A question that whole columns leave open, and the flag that answers it. */
export interface OpenQuestion {
  readonly flag: '--decimal' | '--date-format' | '--columns-map';
  readonly what: string;
  readonly hint: string;
  /** What a column may be that was not taken for it. */
  readonly column?: { readonly role: 'reference' | 'balance'; readonly heading: string };
}

const MAX_DATES_SEEN = 4_096;
const DECIMAL_HINT = 'Say what separates decimals: --decimal comma or --decimal point.';
const DATE_HINT = 'Say how dates are written: --date-format DD/MM/YYYY, in letters D, M and YY or YYYY.';
const SIGN_HINT =
  'Map credit=… and debit=…, or type=… for a column that says Credit or Debit, with --columns-map.';

/** Gathers what the columns of one file say while its rows go by. */
export class ColumnsEvidence {
  readonly #layout: CsvLayout;
  readonly #profile: SourceProfile;
  readonly #numbers = new DecimalEvidence();
  readonly #dates = new DateEvidence();
  readonly #moneyPlaces: readonly number[];
  readonly #datePlaces: readonly number[];
  /** A day comes on many rows, and says the same on each. */
  readonly #datesSeen = new Set<string>();
  #rows = 0;
  #signed = false;
  #strangeType: string | null = null;
  #firstClosing: string | null = null;
  #closingRuns = false;

  constructor(layout: CsvLayout, profile: SourceProfile) {
    this.#layout = layout;
    this.#profile = profile;
    const { places } = layout;
    this.#moneyPlaces = MONEY_COLUMNS.map((column) => places[column]).filter((place) => place !== undefined);
    this.#datePlaces = [places.payment_date, places.value_date].filter((place) => place !== undefined);
    for (const cells of layout.preamble) this.#seeLabels(cells, null);
  }

  /** Takes a row below the headings into account. */
  see({ cells, line }: CsvRow): void {
    const hasDate = this.#datePlaces.some((place) =>
      /\d|[\u0660-\u0669\u06f0-\u06f9]/.test(cells[place] ?? ''),
    );
    if (!hasDate) {
      this.#seeLabels(cells, line);
      return;
    }
    this.#rows += 1;
    for (const place of this.#datePlaces) {
      const cell = cells[place] ?? '';
      if (this.#datesSeen.has(cell)) continue;
      this.#dates.see(cell, this.#placeOf(place, line));
      if (this.#datesSeen.size < MAX_DATES_SEEN) this.#datesSeen.add(cell);
    }
    for (const place of this.#moneyPlaces) {
      const cell = (cells[place] ?? '').trim();
      if (cell !== '') this.#numbers.see(cell, this.#placeOf(place, line));
    }
    const { amount, type, closing_balance: closing } = this.#layout.places;
    if (closing !== undefined && !this.#closingRuns) {
      this.#firstClosing ??= cells[closing] ?? '';
      this.#closingRuns = this.#firstClosing !== (cells[closing] ?? '');
    }
    if (amount !== undefined && !this.#signed) this.#signed = isSigned((cells[amount] ?? '').trim());
    if (type !== undefined && this.#strangeType === null) {
      const word = (cells[type] ?? '').trim();
      if (directionOfWord(word) === null) this.#strangeType = word;
    }
  }

  /** The decision over all rows seen, and what they leave open. */
  decide(said: SaidOfColumns): {
    readonly decision: ColumnsDecision;
    readonly open: readonly OpenQuestion[];
  } {
    const open: OpenQuestion[] = [];
    const mark = said.decimal ?? this.#profile.decimal ?? this.#decimal(open);
    const order = said.dateOrder ?? this.#profile.dateOrder ?? this.#order(open);
    const closingRuns = mayRun(this.#layout, this.#profile) && (this.#closingRuns || this.#rows === 1);
    return { decision: { mark, order, amountSign: this.#amountSign(open), closingRuns }, open };
  }

  #seeLabels(cells: readonly string[], line: number | null): void {
    for (const { label, value } of labelledCells(cells, this.#profile.labels)) {
      if (label === 'opening' || label === 'closing')
        this.#numbers.see(value, { line, heading: `${label} balance` });
    }
  }

  #placeOf(place: number, line: number): CellPlace {
    return { line, heading: (this.#layout.headings[place] ?? '').trim() };
  }

  #decimal(open: OpenQuestion[]): DecimalMark {
    const decision = this.#numbers.decide();
    if (decision.mark !== null) return decision.mark;
    const what =
      decision.why === 'ambiguous'
        ? `has amounts like ${decision.cell} that could mean two things`
        : `has amounts that contradict each other: ${decision.cell}`;
    open.push({ flag: '--decimal', what, hint: DECIMAL_HINT });
    return 'point';
  }

  #order(open: OpenQuestion[]): DateOrder {
    const decision = this.#dates.decide();
    if (decision.order !== null) return decision.order;
    const what =
      decision.why === 'ambiguous'
        ? `has dates like ${decision.cell} whose day and month could change places`
        : `has dates that contradict each other: ${decision.cell}`;
    open.push({ flag: '--date-format', what, hint: DATE_HINT });
    return 'YMD';
  }

  #amountSign(open: OpenQuestion[]): 'sign' | 'type' {
    const { places, headings } = this.#layout;
    const { sign } = this.#profile;
    if (sign === 'type') return 'type';
    if (places.amount === undefined || (places.credit !== undefined && places.debit !== undefined))
      return 'sign';
    if (sign !== null) return 'sign';
    // A column that a person named as the one that says it must say it on every row.
    if (places.type !== undefined && isNamed(this.#profile)) return 'type';
    if (places.type !== undefined && (this.#strangeType === null || !this.#signed)) return 'type';
    if (!this.#signed && this.#rows > 0) {
      const what = `does not say which amounts came in and which went out: none in "${headings[places.amount]}" has a sign`;
      open.push({ flag: '--columns-map', what, hint: SIGN_HINT });
    }
    return 'sign';
  }
}

/** The decision, or a {@link RefusedFile} that names the flag for the first question left open. */
export function settled(evidence: ColumnsEvidence, said: SaidOfColumns, source: string): ColumnsDecision {
  const { decision, open } = evidence.decide(said);
  const [first] = open;
  if (first !== undefined) throw flagNeeded(source, first.what, first.hint);
  return decision;
}

/**
 * Whether a column of closing balances may tell the balance after each row: the heading says either, and only a person
 * or all of its cells can say which.
 */
export function mayRun({ places }: CsvLayout, { strict, columns, said, rest }: SourceProfile): boolean {
  if (places.closing_balance === undefined || places.balance !== undefined || rest === null) return false;
  return said?.closing_balance === undefined && !(strict && columns?.closing_balance !== undefined);
}

/** Whether a person named the column of types, rather than its heading being known. */
function isNamed({ strict, columns, said }: SourceProfile): boolean {
  return said?.type !== undefined || (strict && columns?.type !== undefined);
}

/** A cell's sign does not depend on the decimal mark. */
function isSigned(cell: string): boolean {
  for (const mark of ['point', 'comma'] as const) {
    const number = readNumberCell(cell, mark);
    if (!('reason' in number)) return number.signed;
  }
  return false;
}
