import { unitsOf } from './decimal-units.ts';

/**
 * Whether a row of a file was imported before. There are three answers and no fourth: known, new, unsure. Known is
 * proved by one of these, of two rows of one account, day, direction, currency and amount; the first that decides counts:
 *
 * | balance after it   | real reference        | text                       | the two rows are            |
 * |--------------------|-----------------------|----------------------------|-----------------------------|
 * | equal              | any                   | any                        | the same, but see below     |
 * | different, stated  | equal                 | any                        | perhaps the same            |
 * | different, stated  | other, or none        | any                        | two                         |
 * | not on both sides  | equal, one loan       | any                        | the same                    |
 * | not on both sides  | equal, two loans      | any                        | perhaps the same            |
 * | not on both sides  | different             | any                        | two                         |
 * | not on both sides  | not on both sides     | any, and statements in turn| two                         |
 * | not on both sides  | not on both sides     | equal, the day told again  | the same, as many as before |
 * | not on both sides  | not on both sides     | anything else              | perhaps the same            |
 *
 * - References are equal too where one row has for its reference what the other has for the payer's own id.
 * - A balance that was derived from the statement's opening proves that rows are the same, never that they are two: the
 *   order of rows within a day may differ between files. So what says the same, or has the same reference, goes before
 *   it; where another loan is named the rows are perhaps the same, and where both sides have only such a balance and
 *   different real references they are two.
 * - An equal balance proves less where money went the other way in between so that the balance came back to where it was,
 *   or where both have a reference and name a loan, and both are others: then the rows are perhaps the same.
 * - A day is told again when the rows of the file hold all rows of the account and day imported before, or are all
 *   among them.
 * - Statements are in turn when one begins with the balance that the other ended with. Where they have no balance in
 *   common, an equal text proves nothing.
 *
 * A row is known as one row before, and that one is known once. What may be one that no other row of the file is, is
 * unsure; what can be none is new.
 */
export interface RecognisedRow {
  readonly direction: 'credit' | 'debit';
  readonly currency: string;
  /** Decimal text, as balances. */
  readonly amount: string;
  /** A digest of all that the row says. */
  readonly content: string;
  /** Real ones, as `foldReference` gives them; null: there is none. */
  readonly reference: string | null;
  readonly endToEndId: string | null;
  /** After the row, as the file states it. */
  readonly balance: string | null;
  /** The same as the opening balance and the rows of its statement give it. */
  readonly derivedBalance: string | null;
  /** The loan it names by itself; null: none, or only a person said so. */
  readonly loanId: string | null;
}

/** A row imported before, or a payment booked otherwise. */
export interface RowBefore extends RecognisedRow {
  /**
   * `row`: it is a row of the account and day. `waiting`: it may be one that is there already, and nobody has said so
   * yet. `elsewhere`: it came another way, such as a payment by hand, and the day needs not tell of it.
   */
  readonly counts: 'row' | 'waiting' | 'elsewhere';
  /** What else was told of it: rows that a person said are this one. */
  readonly toldAlso?: readonly RecognisedRow[];
}

/** What speaks for or against two rows being one. */
export type EvidenceCode =
  | 'equal_balance'
  | 'other_balance'
  | 'balance_came_back'
  | 'equal_reference'
  | 'other_reference'
  | 'no_reference'
  | 'equal_text'
  | 'other_text'
  | 'day_told_in_part'
  | 'another_loan'
  | 'another_amount'
  | 'another_date'
  | 'waits_itself';

export interface Candidate<Before> {
  readonly before: Before;
  readonly speaksFor: readonly EvidenceCode[];
  readonly speaksAgainst: readonly EvidenceCode[];
}

export type Recognition<Before> =
  | { readonly is: 'known'; readonly before: Before }
  | { readonly is: 'new' }
  | { readonly is: 'unsure'; readonly candidates: readonly Candidate<Before>[] };

/** Most candidates a person is shown. */
const MOST_CANDIDATES = 5;

/**
 * Recognises the rows of one account and day, in the order of the file; `before` are those imported before, in theirs.
 * `order` says how the file's rows run by their dates, where the balances of the day do not say it.
 */
export function recogniseRows<Row extends RecognisedRow, Before extends RowBefore>(
  rows: readonly Row[],
  before: readonly Before[],
  statements: StatementsOfRows<Row, Before>,
  order: RowOrder = 'oldest_first',
): readonly Recognition<Before>[] {
  if (before.length === 0) return rows.map(() => NEW);
  // Of equal rows the oldest are the ones told before.
  const isTurned = (orderOf(rows) ?? order) === 'newest_first';
  const oldestFirst = isTurned ? rows.toReversed() : rows;
  const recognised = new DayOfRows(oldestFirst, inOldestFirst(before), statements).recognised();
  return isTurned ? recognised.toReversed() : recognised;
}

function inOldestFirst<Before extends RowBefore>(before: readonly Before[]): readonly Before[] {
  return orderOf(before) === 'newest_first' ? before.toReversed() : before;
}

const NEW = { is: 'new' } as const;

export type RowOrder = 'oldest_first' | 'newest_first';

/**
 * How the statements of two rows stand to each other: one goes on where the other ends, so that the rows are two; they
 * have no balance in common, so that an equal text proves nothing; or neither is known.
 */
export type StatementsStanding = 'in_turn' | 'apart' | 'together';

export interface StatementsOfRows<Row, Before> {
  /** A name for the statement of a row: rows of one name all stand the same to one before. */
  nameOf(row: Row): string;
  standing(row: Row, before: Before): StatementsStanding;
}

/** By what two rows are one. */
type Proof = 'balance' | 'reference' | 'content';

/** Oldest first on both sides. */
class DayOfRows<Row extends RecognisedRow, Before extends RowBefore> {
  readonly #rows: readonly Row[];
  readonly #before: readonly Before[];
  readonly #statements: StatementsOfRows<Row, Before>;
  /** One row of each kind, by the kind. */
  readonly #kinds: ReadonlyMap<string, Row>;
  readonly #taken = new Set<Before>();
  readonly #matches: (Match<Before> | undefined)[];

  constructor(rows: readonly Row[], before: readonly Before[], statements: StatementsOfRows<Row, Before>) {
    this.#rows = rows;
    this.#statements = statements;
    this.#kinds = new Map(rows.map((row) => [this.#kindOf(row), row]));
    this.#before = before;
    this.#matches = rows.map(() => undefined);
  }

  recognised(): readonly Recognition<Before>[] {
    this.#match('balance', BY_STATED_BALANCE, () => true);
    // Rows of a day told in another order lead to other balances: first what says the same besides.
    const mayBe = (row: Row, one: Before) => !namesAnotherLoan(row, one);
    this.#match('balance', BY_BALANCE, (row, one) => saysTheSame(row, one) && mayBe(row, one));
    this.#match('reference', BY_REFERENCE, (row, one) => mayShareReference(row, one));
    this.#match('content', this.#byContent(), (row, one) => one.counts === 'row' && mayBe(row, one));
    this.#match('balance', BY_BALANCE, (row, one) => mayBe(row, one) && !isOnlyLedTo(row, one));
    const isToldAgain = this.#isToldAgain();
    const returns = {
      ofFile: new ReturnsBetween(this.#rows, (_, at) => this.#matches[at] === undefined),
      before: new ReturnsBetween(this.#before, (one) => !this.#taken.has(one)),
    };
    // A part of the day from its start tells of the first time.
    const startsAlike = startAlike(this.#rows, this.#before);
    const left = {
      byMark: this.#beforeByMark(
        (told) => [...namesBefore(told), ...balancesOf(told)],
        () => true,
      ),
      byLook: this.#beforeByMark(
        () => [''],
        (row, one) => leavesOpen(row, one) && !this.#areInTurn(row, one),
      ),
    };
    return this.#rows.map((row, at) => {
      const match = this.#matches[at];
      if (match !== undefined) {
        const { before, by } = match;
        const cameBack =
          by === 'balance' &&
          !sharesReference(row, before) &&
          (returns.ofFile.standBefore(row, at) ||
            returns.before.standBefore(before, match.beforeAt) ||
            (!startsAlike && returns.before.standAnywhere(before)));
        const isContradicted =
          by === 'balance' && areTwoByReference(row, before) && namesAnotherLoan(row, before);
        if (by === 'content' ? isToldAgain : !cameBack && !isContradicted) return { is: 'known', before };
        return { is: 'unsure', candidates: [this.#candidate(row, match, cameBack)] };
      }
      const perhaps = this.#mayBe(row, left);
      if (perhaps.length === 0) return NEW;
      return { is: 'unsure', candidates: perhaps.map((before) => this.#candidate(row, { before }, false)) };
    });
  }

  /** Those that no row of the file is and a row may be: first those that share a reference or a balance with it. */
  #mayBe(row: Row, left: Readonly<Record<'byMark' | 'byLook', PlacedByMark<Before>>>): readonly Before[] {
    const found = new Set<Before>();
    const marks = [...namesOf(row), ...balancesOf(row)].map((mark) =>
      left.byMark.get(this.#markOf(row, mark)),
    );
    for (const some of [...marks, left.byLook.get(this.#markOf(row, ''))]) {
      for (let at = (some?.length ?? 0) - 1; at >= 0 && found.size < MOST_CANDIDATES; at--) {
        const { before } = (some as readonly Placed<Before>[])[at] as Placed<Before>;
        if (!this.#areTwo(row, before)) found.add(before);
      }
    }
    return [...found];
  }

  /** Pairs rows that share a mark with rows before, those first that agree in more. */
  #match(by: Proof, marks: Marks<Row, Before>, mayBe: (row: Row, one: Before) => boolean): void {
    const marked = this.#beforeByMark(marks.before, marks.fits);
    const open = this.#rows.flatMap((row, at) => {
      const mayMatch =
        this.#matches[at] === undefined && marks.of(row).some((mark) => marked.has(this.#markOf(row, mark)));
      return mayMatch ? [{ row, at }] : [];
    });
    if (open.length === 0) return;
    for (const more of AGREEMENTS) {
      const marksBefore = (told: RecognisedRow) => marks.before(told).map((mark) => mark + more(told));
      const byMark = this.#beforeByMark(marksBefore, marks.fits);
      if (byMark.size === 0) return;
      for (const { row, at } of open) {
        if (this.#matches[at] !== undefined) continue;
        for (const mark of marks.of(row)) {
          const some = byMark.get(this.#markOf(row, mark + more(row)));
          const found = this.#takeFirst(some, (one) => mayBe(row, one));
          if (found === null) continue;
          this.#matches[at] = { ...found, by };
          break;
        }
      }
    }
  }

  /**
   * Rows before that no row of the file is yet, the last first: by look, mark and each kind of row of the file that they
   * fit. Many rows may look the same, so those that cannot be one by what they state are never gone through.
   */
  #beforeByMark(
    marksOf: (told: RecognisedRow) => readonly string[],
    fits: Marks<Row, Before>['fits'],
  ): PlacedByMark<Before> {
    const byMark = new Map<string, Placed<Before>[]>();
    for (let beforeAt = this.#before.length - 1; beforeAt >= 0; beforeAt--) {
      const before = this.#before[beforeAt] as Before;
      if (this.#taken.has(before)) continue;
      const look = lookOf(before);
      const marks = new Set(tellingsOf(before).flatMap(marksOf));
      for (const [kind, row] of this.#kinds) {
        if (!fits(row, before)) continue;
        for (const mark of marks) append(byMark, `${kind} ${look} ${mark}`, { before, beforeAt });
      }
    }
    return byMark;
  }

  /** The first, which stands last, is popped once it is taken. */
  #takeFirst(some: Placed<Before>[] | undefined, mayBe: (one: Before) => boolean): Placed<Before> | null {
    if (some === undefined) return null;
    while (some.length > 0 && this.#taken.has((some.at(-1) as Placed<Before>).before)) some.pop();
    const found = some.findLast(({ before }) => !this.#taken.has(before) && mayBe(before)) ?? null;
    if (found !== null) this.#taken.add(found.before);
    return found;
  }

  /** An equal text makes no two of one that a reference, a balance or their statements tell apart. */
  #byContent(): Marks<Row, Before> {
    const contentOf = ({ content }: RecognisedRow) => [content];
    return {
      of: contentOf,
      before: contentOf,
      fits: (row, one) => leavesOpen(row, one) && this.#statements.standing(row, one) === 'together',
    };
  }

  /** What a row states that one before may contradict, and its statement. */
  #kindOf(row: Row): string {
    const { balance, reference } = row;
    const stated = `${balance === null ? '' : 'balance'} ${reference === null ? '' : 'reference'}`;
    return `${stated} ${this.#statements.nameOf(row)}`;
  }

  #markOf(row: Row, mark: string): string {
    return `${this.#kindOf(row)} ${lookOf(row)} ${mark}`;
  }

  /** Whether every row before that counts is one of the file's, or every row of the file is one before. */
  #isToldAgain(): boolean {
    if (this.#matches.every((match) => match !== undefined)) return true;
    return this.#before.every((one) => one.counts !== 'row' || this.#taken.has(one));
  }

  #areInTurn(row: Row, one: Before): boolean {
    return this.#statements.standing(row, one) === 'in_turn';
  }

  /** Whether two of one look are two rows for certain. */
  #areTwo(row: Row, one: Before): boolean {
    if (isOnlyLedTo(row, one)) return !sharesReference(row, one);
    if (sharesReference(row, one) || sharesBalance(row, one)) return false;
    if (tellingsOf(one).every((told) => areTwoByBalance(row, told))) return true;
    if (tellingsOf(one).every((told) => areTwoByReference(row, told))) return true;
    return this.#areInTurn(row, one);
  }

  #candidate(
    row: Row,
    { before, by }: Pick<Match<Before>, 'before'> & Partial<Match<Before>>,
    cameBack: boolean,
  ): Candidate<Before> {
    const isBalanceEqual = sharesBalance(row, before);
    const isReferenceEqual = sharesReference(row, before);
    // What a row with a reference says is no more than that.
    const isTextEqual = row.reference === null && saysTheSame(row, before);
    const evidence: readonly (readonly [EvidenceCode, 'for' | 'against', boolean])[] = [
      ['equal_balance', 'for', isBalanceEqual],
      ['balance_came_back', 'against', cameBack],
      ['other_balance', 'against', !isBalanceEqual && areTwoByBalance(row, before)],
      ['equal_reference', 'for', isReferenceEqual],
      ['other_reference', 'against', areTwoByReference(row, before)],
      ['no_reference', 'against', !isReferenceEqual && !areTwoByReference(row, before)],
      ['another_loan', 'against', namesAnotherLoan(row, before)],
      ['equal_text', 'for', isTextEqual],
      // The content of a row with a real reference is that.
      ['other_text', 'against', !isTextEqual && before.counts !== 'elsewhere' && row.reference === null],
      ['day_told_in_part', 'against', by === 'content'],
      ['waits_itself', 'against', before.counts === 'waiting'],
    ];
    const speaks = (way: 'for' | 'against') =>
      evidence.flatMap(([code, side, holds]) => (holds && side === way ? [code] : []));
    return { before, speaksFor: speaks('for'), speaksAgainst: speaks('against') };
  }
}

interface Placed<Before> {
  readonly before: Before;
  /** Its place among those before. */
  readonly beforeAt: number;
}

type PlacedByMark<Before> = Map<string, Placed<Before>[]>;

/** By what two rows may be one. */
interface Marks<Row, Before> {
  of(row: RecognisedRow): readonly string[];
  before(told: RecognisedRow): readonly string[];
  /** Whether a row of this kind and one before may be one at all, once those with equal stated balances are. */
  fits(row: Row, before: Before): boolean;
}

interface Match<Before> extends Placed<Before> {
  readonly by: Proof;
}

/** In what rows that share a mark may agree beside, the most telling first. */
const AGREEMENTS: readonly ((row: RecognisedRow) => string)[] = [
  ({ reference, loanId, content }) => ` ${reference} ${loanId} ${content}`,
  ({ reference, loanId }) => ` ${reference} ${loanId}`,
  ({ loanId, content }) => ` ${loanId} ${content}`,
  ({ loanId }) => ` ${loanId}`,
  ({ content }) => ` ${content}`,
  () => '',
];

/** Rows that brought the balance of an account back to where it was, of those that only one side tells of. */
class ReturnsBetween<Row extends RecognisedRow> {
  /** Their places, by look and balance after them. */
  readonly #places = new Map<string, number[]>();

  /** The rows stand oldest first. */
  constructor(rows: readonly Row[], isAlone: (row: Row, at: number) => boolean) {
    rows.forEach((row, at) => {
      if (!isAlone(row, at)) return;
      for (const balance of balancesOf(row)) append(this.#places, `${lookOf(row)} ${balance}`, at);
    });
  }

  /** Whether one of a row's amount the other way ended where the row begins, and may stand before it. */
  standBefore(row: Row, at: number): boolean {
    return this.#placesOf(row).some((place) => place < at);
  }

  standAnywhere(row: Row): boolean {
    return this.#placesOf(row).length > 0;
  }

  #placesOf(row: Row): readonly number[] {
    const direction = row.direction === 'credit' ? 'debit' : 'credit';
    const look = lookOf({ ...row, direction });
    return beginningsOf(row).flatMap((balance) => this.#places.get(`${look} ${balance}`) ?? []);
  }
}

/** Whether the first rows of both sides begin with one balance. */
function startAlike([row]: readonly RecognisedRow[], before: readonly RowBefore[]): boolean {
  const first = before.find(({ counts }) => counts === 'row');
  return row !== undefined && first !== undefined && haveCommon(beginningsOf(row), beginningsOf(first));
}

/** Which way rows run by their balances; null where these do not say. */
function orderOf(rows: readonly RecognisedRow[]): RowOrder | null {
  for (const [at, next] of rows.entries()) {
    const row = rows[at - 1];
    if (row === undefined) continue;
    const rises = haveCommon(balancesOf(row), beginningsOf(next));
    const falls = haveCommon(balancesOf(next), beginningsOf(row));
    if (rises !== falls) return rises ? 'oldest_first' : 'newest_first';
  }
  return null;
}

function tellingsOf(one: RowBefore): readonly RecognisedRow[] {
  return one.toldAlso === undefined ? [one] : [one, ...one.toldAlso];
}

/** What rows must have in common to be compared at all. */
function lookOf({ direction, currency, amount }: RecognisedRow): string {
  return `${direction} ${currency} ${amount}`;
}

/** The balances after a row, hundred-thousandths. */
function balancesOf({ balance, derivedBalance }: RecognisedRow): readonly string[] {
  if (balance === null) return derivedBalance === null ? [] : [String(unitsOf(derivedBalance))];
  return [String(unitsOf(balance))];
}

/** Those before it. */
function beginningsOf(row: RecognisedRow): readonly string[] {
  const moved = row.direction === 'credit' ? unitsOf(row.amount) : -unitsOf(row.amount);
  return balancesOf(row).map((balance) => String(BigInt(balance) - moved));
}

/**
 * By what a row of a file is named: its bank's reference, the payer's own id, which another file may have for the bank's;
 * rows of older versions by all they say.
 */
function namesOf({ reference, endToEndId, content }: RecognisedRow): readonly string[] {
  const own = endToEndId === null ? [] : [`payer ${endToEndId}`, `bank ${endToEndId}`];
  return reference === null ? own : [`bank ${reference}`, `payer ${reference}`, ...own, `content ${content}`];
}

function namesBefore({ reference, endToEndId, content }: RecognisedRow): readonly string[] {
  const own = endToEndId === null ? [] : [`payer ${endToEndId}`];
  return [...(reference === null ? [`content ${content}`] : [`bank ${reference}`]), ...own];
}

function saysTheSame(row: RecognisedRow, before: RowBefore): boolean {
  return tellingsOf(before).some(({ content }) => content === row.content);
}

function statedBalancesOf(row: RecognisedRow): readonly string[] {
  return row.balance === null ? [] : balancesOf(row);
}

const BY_STATED_BALANCE: Marks<RecognisedRow, RowBefore> = {
  of: statedBalancesOf,
  before: statedBalancesOf,
  fits: () => true,
};
const BY_BALANCE: Marks<RecognisedRow, RowBefore> = {
  of: balancesOf,
  before: balancesOf,
  fits: leavesBalanceOpen,
};
const BY_REFERENCE: Marks<RecognisedRow, RowBefore> = {
  of: namesOf,
  before: namesBefore,
  fits: leavesBalanceOpen,
};
/** Whether a row before states no balance where a row does: those with an equal one are known by then. */
function leavesBalanceOpen(row: RecognisedRow, before: RowBefore): boolean {
  return row.balance === null || tellingsOf(before).some(({ balance }) => balance === null);
}

/** The same of its balance and its reference. */
function leavesOpen(row: RecognisedRow, before: RowBefore): boolean {
  if (!leavesBalanceOpen(row, before)) return false;
  return row.reference === null || tellingsOf(before).some(({ reference }) => reference === null);
}

function sharesBalance(row: RecognisedRow, before: RowBefore): boolean {
  return tellingsOf(before).some((told) => haveCommon(balancesOf(row), balancesOf(told)));
}

/** Whether neither side states a balance and both have a real reference, another one: nothing but the days' course agrees. */
function isOnlyLedTo(row: RecognisedRow, before: RowBefore): boolean {
  return tellingsOf(before).every(
    (told) => row.balance === null && told.balance === null && areTwoByReference(row, told),
  );
}

function namesAnotherLoan(row: RecognisedRow, before: RowBefore): boolean {
  return row.loanId !== null && before.loanId !== null && row.loanId !== before.loanId;
}

function sharesReference(row: RecognisedRow, before: RowBefore): boolean {
  return tellingsOf(before).some((told) => {
    if (haveEachOthers(row, told)) return true;
    if (row.reference !== null && told.reference !== null) return row.reference === told.reference;
    if (row.endToEndId !== null && row.endToEndId === told.endToEndId) return true;
    return row.reference !== null && row.content === told.content;
  });
}

/** Whether one has for its reference what the other has for the payer's own id. */
function haveEachOthers(row: RecognisedRow, told: RecognisedRow): boolean {
  if (row.reference !== null && row.reference === told.endToEndId) return true;
  return told.reference !== null && told.reference === row.endToEndId;
}

/** Whether nothing contradicts that an equal reference is that of one row. */
function mayShareReference(row: RecognisedRow, before: RowBefore): boolean {
  if (!sharesReference(row, before)) return false;
  if (namesAnotherLoan(row, before)) return false;
  return tellingsOf(before).some((told) => !areTwoByBalance(row, told));
}

function areTwoByReference(row: RecognisedRow, told: RecognisedRow): boolean {
  if (row.reference === null || told.reference === null || haveEachOthers(row, told)) return false;
  return row.reference !== told.reference;
}

/** Whether both state a balance, and another one. */
function areTwoByBalance(row: RecognisedRow, told: RecognisedRow): boolean {
  if (row.balance === null || told.balance === null) return false;
  return unitsOf(row.balance) !== unitsOf(told.balance);
}

function haveCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
