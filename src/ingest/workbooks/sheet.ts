import type { CsvRow } from '../csv-rows.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A workbook, of which sheet after sheet can be read. */
export interface Workbook {
  /** How messages name the file. */
  readonly source: string;
  readonly format: 'xlsx' | 'ods' | 'html';
  readonly sheets: readonly Sheet[];
  /**
   * The rows of a sheet in which anything stands, with their numbers in the sheet. Numbers in columns of `dates` are
   * days. What a person should know of how the sheet is made is noted. Throws a {@link RefusedFile} where it is broken.
   */
  rows(sheet: Sheet, dates: ReadonlySet<number>, notes: SheetNotes): AsyncGenerator<readonly CsvRow[]>;
}

/** Wider than any statement; a sheet that has more is something else. */
export const MAX_COLUMNS = 1_024;
/** As many as a sheet of Excel has. */
export const MAX_ROWS = 1_048_576;
const NAMED_PLACES = 5;

/** Where something stands in a sheet, as often as it does: the first places by name. */
class Places {
  #count = 0;
  readonly #first: string[] = [];

  add(place: string): void {
    this.#count += 1;
    if (this.#first.length < NAMED_PLACES) this.#first.push(place);
  }

  toString(): string {
    const more = this.#count - this.#first.length;
    return this.#first.join(', ') + (more > 0 ? ` and ${more} more` : '');
  }
}

const NOTED = {
  hidden_rows: { what: 'hidden rows', how: 'read like the others' },
  hidden_columns: { what: 'hidden columns', how: 'read like the others' },
  merged_cells: { what: 'merged cells', how: 'each counts in its first row and column only' },
  formulas_without_value: {
    what: 'formulas without a kept value',
    how: 'open the workbook in a spreadsheet program and save it',
  },
} as const;
type Noted = keyof typeof NOTED;

/** What a person should know of how a sheet is made. What stands above the headings says nothing of the rows. */
export class SheetNotes {
  readonly #headingLine: number;
  readonly #places = new Map<Noted, Places>();

  constructor(headingLine = 0) {
    this.#headingLine = headingLine;
  }

  /** Notes where something stands; `lastLine` is the last row it goes to, left out of columns. */
  note(what: Noted, place: string, lastLine = Number.POSITIVE_INFINITY): void {
    if (lastLine <= this.#headingLine) return;
    const places = this.#places.get(what) ?? new Places();
    places.add(place);
    this.#places.set(what, places);
  }

  /** The notes as warnings: code and text. */
  warnings(sheet: string): readonly { readonly code: Noted; readonly message: string }[] {
    return [...this.#places].map(([code, places]) => {
      const { what, how } = NOTED[code];
      return { code, message: `Sheet "${sheet}" has ${what} (${places}): ${how}.` };
    });
  }
}

const NO_NUMBERS: ReadonlySet<number> = new Set();

/** Puts the cells of one row after another together. */
export class SheetRowBuilder {
  #cells: string[] = [];
  #numbers: number[] = [];
  /** Rows mostly hold their numbers in the same columns. */
  #lastNumbers: readonly number[] = [];
  #lastSet = NO_NUMBERS;

  /** Puts a text into a column, counted from 0; of a number its decimal text. */
  put(place: number, text: string, isNumber: boolean): void {
    if (text === '') return;
    const cells = this.#cells;
    while (cells.length < place) cells.push('');
    cells[place] = text;
    if (isNumber) this.#numbers.push(place);
  }

  /** The row that was put together; null when nothing stands in it. */
  take(line: number): CsvRow | null {
    const cells = this.#cells;
    if (cells.length === 0) return null;
    const numbers = this.#numbers;
    this.#cells = [];
    if (numbers.length === 0) return { line, cells };
    this.#numbers = [];
    const last = this.#lastNumbers;
    if (numbers.length !== last.length || numbers.some((place, at) => place !== last[at])) {
      this.#lastNumbers = numbers;
      this.#lastSet = new Set(numbers);
    }
    return { line, cells, numbers: this.#lastSet };
  }
}

/** The letters of a column, from 0. */
export function columnLetters(place: number): string {
  const rest = place % 26;
  const letter = String.fromCharCode(65 + rest);
  return place < 26 ? letter : columnLetters((place - rest) / 26 - 1) + letter;
}
