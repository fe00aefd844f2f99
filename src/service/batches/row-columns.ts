import type { PackedParts } from '../../contract/packed-parts.ts';
import { TextColumn } from '../../contract/text-column.ts';
import { ROW_OUTCOMES, type RowOutcome } from '../../domain/batch-outcomes.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import { MAX_AMOUNT_PIASTRES, type Piastres, piastres } from '../../domain/money.ts';
import { FewTexts } from './few-texts.ts';
import type { RowPart } from './planned-row.ts';

const KEY_BYTES = 16;
/** Of why rows are where they are, which names their loan: a file has a few thousand of those. */
const COMMON_REASONS = 10_000;
const OUTCOME_NUMBERS = Object.fromEntries(ROW_OUTCOMES.map((outcome, at) => [outcome, at])) as Readonly<
  Record<RowOutcome, number>
>;

/** Facts of a row that are true or not, a bit each. */
const HAS_KEY = 1;
const IS_KNOWN = 2;
const STANDS_AGAIN = 4;
const HAS_SPLIT = 8;
const IS_OF_PAYER = 16;
const TAKES_BACK = 32;

/** What payments are divided into together, in piastres. */
export interface SplitTotals {
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
  readonly credit: bigint;
}

/** A column of texts of which there are few. */
class FewTextsColumn<Text extends string = string> {
  readonly texts = new FewTexts();
  readonly numbers: Uint32Array;

  constructor(rows: number) {
    this.numbers = new Uint32Array(rows);
  }

  set(at: number, text: Text | null): void {
    this.numbers[at] = this.texts.numberOf(text);
  }

  get(at: number): Text | null {
    return this.texts.textOf(this.numbers[at] as number) as Text | null;
  }
}

/**
 * What there is of the rows of a file, column by column: of a hundred thousand rows no objects are kept, and of their
 * parts only the packed ones they were read as.
 */
export class RowColumns {
  /** How many there are so far. */
  rowCount = 0;
  readonly #parts: PackedParts;
  /** Place of each row's part among those of the file. */
  readonly #partPlaces: Uint32Array;
  readonly account: FewTextsColumn;
  readonly code: FewTextsColumn;
  readonly loanId: FewTextsColumn;
  readonly batchId: FewTextsColumn;
  readonly reason = new TextColumn(COMMON_REASONS);
  readonly paymentId = new TextColumn(0);
  readonly heldId = new TextColumn(0);
  readonly occurrences: Uint32Array;
  readonly orders: Uint32Array;
  /** Real ones, as they are compared. */
  readonly reference = new TextColumn(0);
  readonly derivedBalance = new TextColumn(0);
  /** What rows that may be known may be, JSON. */
  readonly candidates = new Map<number, string>();
  /** Loans suggested for the few rows that have such. */
  readonly suggestions = new Map<number, readonly string[]>();
  readonly #outcomes: Uint8Array;
  readonly #bits: Uint8Array;
  readonly #keys: Buffer;
  /** In piastres, exact below 2^53; NaN: none. */
  readonly #amounts: Float64Array;
  readonly #splitDates: FewTextsColumn<CalendarDate>;
  readonly #principals: Float64Array;
  readonly #interests: Float64Array;
  readonly #remainings: Float64Array;
  readonly #fees: Float64Array;
  readonly #credits: Float64Array;
  readonly #recovereds: Float64Array;
  /** Of rows that have any, which hardly one has. */
  readonly #recoveredInterests = new Map<number, Piastres>();
  readonly #releaseds = new Map<number, Piastres>();

  /** Room for the rows among some parts. */
  constructor(parts: PackedParts) {
    const rows = parts.length;
    this.#parts = parts;
    this.#partPlaces = new Uint32Array(rows);
    this.account = new FewTextsColumn(rows);
    this.code = new FewTextsColumn(rows);
    this.loanId = new FewTextsColumn(rows);
    this.batchId = new FewTextsColumn(rows);
    this.occurrences = new Uint32Array(rows);
    this.orders = new Uint32Array(rows);
    this.#outcomes = new Uint8Array(rows).fill(OUTCOME_NUMBERS.refused);
    this.#bits = new Uint8Array(rows);
    this.#keys = Buffer.alloc(rows * KEY_BYTES);
    this.#amounts = new Float64Array(rows).fill(Number.NaN);
    this.#splitDates = new FewTextsColumn(rows);
    this.#principals = new Float64Array(rows);
    this.#interests = new Float64Array(rows);
    this.#remainings = new Float64Array(rows);
    this.#fees = new Float64Array(rows);
    this.#credits = new Float64Array(rows);
    this.#recovereds = new Float64Array(rows);
  }

  /** Takes the next row of the file, refused for no reason yet. */
  addRow(partPlace: number, account: string | null): void {
    this.#partPlaces[this.rowCount] = partPlace;
    this.account.set(this.rowCount, account);
    this.rowCount += 1;
  }

  partOf(at: number): RowPart {
    const part = this.#parts.rowAt(this.#partPlaces[at] as number);
    if (!this.#has(at, TAKES_BACK)) return part;
    const returned = { of: 'credit' as const, reference: part.bank_reference ?? null };
    return { ...part.toJSON(), status: 'booked', direction: 'debit', returned };
  }

  /** Says of a row that was read as failed that it takes a payment back. */
  markTakesBack(at: number): void {
    this.#mark(at, TAKES_BACK);
  }

  outcomeOf(at: number): RowOutcome {
    return ROW_OUTCOMES[this.#outcomes[at] as number] as RowOutcome;
  }

  setOutcome(at: number, outcome: RowOutcome): void {
    this.#outcomes[at] = OUTCOME_NUMBERS[outcome];
  }

  isKnown(at: number): boolean {
    return this.#has(at, IS_KNOWN);
  }

  markKnown(at: number): void {
    this.#mark(at, IS_KNOWN);
  }

  standsAgain(at: number): boolean {
    return this.#has(at, STANDS_AGAIN);
  }

  markStandsAgain(at: number): void {
    this.#mark(at, STANDS_AGAIN);
  }

  isOfPayer(at: number): boolean {
    return this.#has(at, IS_OF_PAYER);
  }

  markOfPayer(at: number): void {
    this.#mark(at, IS_OF_PAYER);
  }

  /** Lower-case hex; empty: none. */
  keyOf(at: number): string {
    if (!this.#has(at, HAS_KEY)) return '';
    return this.#keys.toString('hex', at * KEY_BYTES, (at + 1) * KEY_BYTES);
  }

  setKey(at: number, key: string): void {
    this.#keys.write(key, at * KEY_BYTES, KEY_BYTES, 'hex');
    this.#mark(at, HAS_KEY);
  }

  amountOf(at: number): Piastres | null {
    const amount = this.#amounts[at] as number;
    return Number.isNaN(amount) ? null : piastres(amount);
  }

  setAmount(at: number, amount: Piastres): void {
    this.#amounts[at] = amount;
  }

  splitOf(at: number): PaymentSplit | null {
    if (!this.#has(at, HAS_SPLIT)) return null;
    return {
      paymentId: this.paymentId.get(at) ?? '',
      valueDate: this.#splitDates.get(at) as CalendarDate,
      amountPiastres: this.#amounts[at] as Piastres,
      principalPiastres: this.#principals[at] as Piastres,
      interestPiastres: this.#interests[at] as Piastres,
      feePiastres: this.#fees[at] as Piastres,
      creditPiastres: this.#credits[at] as Piastres,
      recoveredPiastres: this.#recovereds[at] as Piastres,
      recoveredInterestPiastres: this.#recoveredInterests.get(at) ?? piastres(0),
      releasedPiastres: this.#releaseds.get(at) ?? piastres(0),
      remainingPiastres: this.#remainings[at] as Piastres,
    };
  }

  splitTotals(): SplitTotals {
    const sum = (parts: Float64Array): bigint => {
      let total = 0n;
      // Whole numbers are added up as they are for as long as their sum is exact.
      let some = 0;
      for (let at = 0; at < this.rowCount; at++) {
        if (!this.hasSplit(at)) continue;
        some += parts[at] as number;
        if (some <= MAX_AMOUNT_PIASTRES) continue;
        total += BigInt(some);
        some = 0;
      }
      return total + BigInt(some);
    };
    return {
      principal: sum(this.#principals),
      interest: sum(this.#interests),
      fees: sum(this.#fees),
      credit: sum(this.#credits),
    };
  }

  hasSplit(at: number): boolean {
    return this.#has(at, HAS_SPLIT);
  }

  setSplit(at: number, split: PaymentSplit): void {
    this.#mark(at, HAS_SPLIT);
    this.#splitDates.set(at, split.valueDate);
    this.#amounts[at] = split.amountPiastres;
    this.#principals[at] = split.principalPiastres;
    this.#interests[at] = split.interestPiastres;
    this.#fees[at] = split.feePiastres;
    this.#credits[at] = split.creditPiastres;
    this.#recovereds[at] = split.recoveredPiastres;
    keep(this.#recoveredInterests, at, split.recoveredInterestPiastres);
    keep(this.#releaseds, at, split.releasedPiastres);
    this.#remainings[at] = split.remainingPiastres;
  }

  #has(at: number, bit: number): boolean {
    return ((this.#bits[at] as number) & bit) !== 0;
  }

  #mark(at: number, bit: number): void {
    this.#bits[at] = (this.#bits[at] as number) | bit;
  }
}

function keep(amounts: Map<number, Piastres>, at: number, amount: Piastres): void {
  if (amount === 0) amounts.delete(at);
  else amounts.set(at, amount);
}
