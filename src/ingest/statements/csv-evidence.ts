import type { CellPlace } from '../cell-place.ts';
import { DateEvidence, type DateOrder } from '../column-dates.ts';
import { DecimalEvidence, type DecimalMark } from '../column-numbers.ts';
import type { CsvRow } from '../csv-rows.ts';
import { flagNeeded } from '../refused-file.ts';
import { readEitherWay, SignEvidence } from '../sign-evidence.ts';
import type { CsvLayout } from './csv-layout.ts';
import { exportedStatus } from './own-export.ts';
import { MONEY_COLUMNS } from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';
import { directionOfWord, labelledCells, statusSaid } from './statement-words.ts';

/** What flags say for one run; null for what they leave out. */
export interface SaidOfColumns {
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
}

/** What only whole columns can say. */
export interface ColumnsDecision {
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  /** How an amount column says which way the money went: below zero it went out, or came in, or a word says it. */
  readonly amountSign: 'sign' | 'reversed' | 'type';
  /** The sign of money that went out in a column of debits; null: nobody asked yet. */
  readonly debits: 'positive' | 'negative' | null;
  /** A column of closing balances tells the balance after each row, not the one that the statement closes with. */
  readonly closingRuns: boolean;
}

/** A question that whole columns leave open, and the flag that answers it. */
export interface OpenQuestion {
  readonly flag: '--decimal' | '--date-format' | '--columns-map' | '--sign' | '--status';
  readonly what: string;
  readonly hint: string;
  /** What a column may be that was not taken for it. */
  readonly column?: { readonly role: 'reference' | 'balance'; readonly heading: string };
  /** Words of a column of statuses that nobody knows. */
  readonly words?: readonly string[];
}

const MAX_DATES_SEEN = 4_096;
const DECIMAL_HINT = 'Say what separates decimals: --decimal comma or --decimal point.';
const DATE_HINT = 'Say how dates are written: --date-format DD/MM/YYYY, in letters D, M and YY or YYYY.';
const SIGN_HINT =
  'Say it with --sign: credits-positive, debits-positive (as cards print charges) or credits-only. Or map credit=… and debit=…, or type=… for a column that says Credit or Debit, with --columns-map.';

/** Gathers what the columns of one file say while its rows go by. */
export class ColumnsEvidence {
  readonly #layout: CsvLayout;
  readonly #profile: SourceProfile;
  readonly #numbers = new DecimalEvidence();
  readonly #dates = new DateEvidence();
  readonly #moneyPlaces: readonly number[];
  readonly #datePlaces: readonly number[];
  readonly #balance: number | undefined;
  /** A day comes on many rows, and says the same on each. */
  readonly #datesSeen = new Set<string>();
  #rows = 0;
  readonly #amounts = new SignEvidence();
  readonly #debits = new SignsSeen();
  readonly #strangeStatuses = new Map<string, number>();
  #strangeType: string | null = null;
  #firstClosing: string | null = null;
  #closingRuns = false;

  constructor(layout: CsvLayout, profile: SourceProfile) {
    this.#layout = layout;
    this.#profile = profile;
    const { places } = layout;
    this.#moneyPlaces = MONEY_COLUMNS.map((column) => places[column]).filter((place) => place !== undefined);
    this.#datePlaces = [places.payment_date, places.value_date].filter((place) => place !== undefined);
    this.#balance = places.balance ?? (mayRun(layout, profile) ? places.closing_balance : undefined);
    for (const cells of layout.preamble) this.#seeLabels(cells, null);
  }

  /** Takes a row below the headings into account. */
  see({ cells, line, numbers }: CsvRow): void {
    const hasDate = this.#datePlaces.some((place) =>
      /\d|[\u0660-\u0669\u06f0-\u06f9]/.test(cells[place] ?? ''),
    );
    if (!hasDate) {
      this.#seeLabels(cells, line);
      return;
    }
    this.#seeStatus(cells, line);
    this.#rows += 1;
    for (const place of this.#datePlaces) {
      const cell = cells[place] ?? '';
      if (this.#datesSeen.has(cell)) continue;
      this.#dates.see(cell, this.#placeOf(place, line));
      if (this.#datesSeen.size < MAX_DATES_SEEN) this.#datesSeen.add(cell);
    }
    for (const place of this.#moneyPlaces) {
      const cell = (cells[place] ?? '').trim();
      if (cell !== '' && numbers?.has(place) !== true) this.#numbers.see(cell, this.#placeOf(place, line));
    }
    const { amount, type, closing_balance: closing } = this.#layout.places;
    if (closing !== undefined && !this.#closingRuns) {
      this.#firstClosing ??= cells[closing] ?? '';
      this.#closingRuns = this.#firstClosing !== (cells[closing] ?? '');
    }
    if (amount !== undefined && this.#profile.sign === null) {
      const balance = this.#balance === undefined ? null : (cells[this.#balance] ?? '').trim();
      this.#amounts.see((cells[amount] ?? '').trim(), balance, null);
    }
    const { debit } = this.#layout.places;
    if (debit !== undefined) this.#debits.see((cells[debit] ?? '').trim());
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
    const asked = this.#askedStatuses();
    if (asked !== null) open.push(asked);
    const closingRuns = mayRun(this.#layout, this.#profile) && (this.#closingRuns || this.#rows === 1);
    const signs = { amountSign: this.#amountSign(open, mark), debits: this.#signOfDebits(open) };
    return { decision: { mark, order, ...signs, closingRuns }, open };
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

  #amountSign(open: OpenQuestion[], mark: DecimalMark): ColumnsDecision['amountSign'] {
    const { places, headings } = this.#layout;
    const { sign } = this.#profile;
    if (sign === 'type') return 'type';
    if (places.amount === undefined || (places.credit !== undefined && places.debit !== undefined))
      return 'sign';
    if (sign !== null) return sign === 'reversed_sign' ? 'reversed' : 'sign';
    // A column that a person named as the one that says it must say it on every row.
    if (places.type !== undefined && isNamed(this.#profile)) return 'type';
    const { isSigned, isSided, isPartlySided } = this.#amounts;
    const isTold = isSigned || isSided;
    if (places.type !== undefined && (this.#strangeType === null || !isTold)) return 'type';
    const shown = isSided ? null : this.#amounts.byBalances(mark, false);
    if (shown !== null) return shown === 'came in' ? 'sign' : 'reversed';
    if (isSigned && this.#isOfCard()) {
      const what = 'tells of a card, whose charges may stand above zero or below it';
      open.push({ flag: '--sign', what, hint: SIGN_HINT });
      return 'sign';
    }
    const heading = (headings[places.amount] ?? '').trim();
    if (isPartlySided) {
      const what = `has amounts in "${heading}" with Cr or Dr beside them and others without, which may be either`;
      open.push({ flag: '--sign', what, hint: SIGN_HINT });
    } else if (!isTold && this.#rows > 0) {
      const what = `does not say which amounts came in and which went out: none in "${heading}" has a sign`;
      open.push({ flag: '--sign', what, hint: SIGN_HINT });
    }
    return 'sign';
  }

  /** Whether the lines above the rows name a card: no balance beside the amounts says what was charged. */
  #isOfCard(): boolean {
    const { preamble, headings } = this.#layout;
    return [...preamble.flat(), ...headings].some((cell) => OF_A_CARD.test(cell));
  }

  #signOfDebits(open: OpenQuestion[]): 'positive' | 'negative' {
    const { sign } = this.#profile;
    const { above, below } = this.#debits;
    if (below === 0) return 'positive';
    if (sign === 'sign' || sign === 'reversed_sign') return sign === 'sign' ? 'negative' : 'positive';
    // A bank may write all its debits below zero. Else one below zero is money that came back, as few of them do.
    if (above === 0) return 'negative';
    if (below > above) {
      const heading = this.#layout.headings[this.#layout.places.debit ?? -1];
      const what = `has amounts below zero and above it in "${heading}", either of which may be money that came back`;
      const hint =
        'Say which went out: those below zero with --sign credits-positive, those above it with --sign debits-positive.';
      open.push({ flag: '--sign', what, hint });
    }
    return 'positive';
  }

  #seeStatus(cells: readonly string[], line: number): void {
    const { status } = this.#layout.places;
    const word = status === undefined ? '' : (cells[status] ?? '').trim();
    if (word === '' || this.#strangeStatuses.size >= MAX_STATUSES || this.#strangeStatuses.has(word)) return;
    if (this.#profile.staff && exportedStatus(word, true) !== null) return;
    if (statusSaid(word, this.#profile.statuses) === null) this.#strangeStatuses.set(word, line);
  }

  #askedStatuses(): OpenQuestion | null {
    const { status } = this.#layout.places;
    const words = [...this.#strangeStatuses.keys()];
    const [first] = words;
    if (status === undefined || first === undefined) return null;
    const named = [...this.#strangeStatuses].map(([word, line]) => `"${word}" (line ${line})`).join(', ');
    const what = `has statuses in "${(this.#layout.headings[status] ?? '').trim()}" that are not known: ${named}`;
    const hint = `Say what they mean, such as --status "posted=${first}"; also failed=, pending= and reversed=.`;
    return { flag: '--status', what, hint, words };
  }
}

/** How many amounts of a column stand above and below zero, but for those with a side of the account beside them. */
class SignsSeen {
  above = 0;
  below = 0;

  see(cell: string): void {
    if (cell === '') return;
    if (PLAIN_AMOUNT.test(cell)) {
      if (/[1-9]/.test(cell)) this.above += 1;
      return;
    }
    const number = readEitherWay(cell);
    if (number === null || number.side !== null || !/[1-9]/.test(number.digits)) return;
    if (number.negative) this.below += 1;
    else this.above += 1;
  }
}

const OF_A_CARD = /\b(?:credit ?card|card (?:no|number|account|statement|holder|member))|بطاقة/iu;
const PLAIN_AMOUNT = /^\d[\d.,]*$/;
/** So many words of statuses are told of at once. */
const MAX_STATUSES = 20;

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
