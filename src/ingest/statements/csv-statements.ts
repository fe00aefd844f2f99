import { nearestWord } from '../../domain/nearest-word.ts';
import type { CsvRow } from '../csv-rows.ts';
import { plainHeading } from '../plain-heading.ts';
import { CsvCells } from './csv-cells.ts';
import { ColumnsEvidence, type SaidOfColumns, settled } from './csv-evidence.ts';
import type { CsvLayout } from './csv-layout.ts';
import { CsvPayments, damagedReference } from './csv-payment.ts';
import { CsvStatement, isBlank, StatementSurroundings } from './csv-statement.ts';
import { delimitedRows } from './delimited-rows.ts';
import { BALANCES_AND_TOTALS } from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';
import type { StatementFault, StatementPart, StatementWarning } from './statement-part.ts';
import { labelledCells } from './statement-words.ts';
import { surplusCell } from './surplus-cells.ts';
import { swallowedLine } from './swallowed-row.ts';

/** A delimited file and how it is to be read. */
export interface CsvStatementFile {
  readonly source: string;
  readonly layout: CsvLayout;
  readonly profile: SourceProfile;
  readonly said: SaidOfColumns;
  /** The text from its start, for its rows. */
  read(): AsyncIterable<string>;
  /** The same once more, for what whole columns say. */
  readForColumns(): AsyncIterable<string>;
}

/** Columns that may stand beside ours: those a reject file adds. */
const REJECT_COLUMNS = ['line', 'code', 'reason', 'column', 'value', 'original'];
const HAS_DIGIT = /[\d\u0660-\u0669\u06f0-\u06f9]/;

/**
 * Reads repayments from delimited text, a chunk's rows at a time. Whole columns are asked what their cells mean
 * (decimal mark, order of dates, signs) in a reading of their own, once a cell comes up that does not say it
 * itself. Throws a {@link RefusedFile} that names the flag when they leave it open.
 */
export async function* csvStatements(file: CsvStatementFile): AsyncGenerator<readonly StatementPart[]> {
  const reader = new CsvReader(file);
  yield reader.start();
  if (reader.mustAskFirst()) await reader.settle();
  for await (const rows of delimitedRows(file.read(), file.layout.delimiter)) {
    const parts: StatementPart[] = [];
    for (const row of rows) {
      if (row.line <= file.layout.headingLine) reader.readHead(row, parts);
      if (row.line <= file.layout.headingLine || isBlank(row)) continue;
      if (reader.read(row, parts)) continue;
      await reader.settle();
      reader.read(row, parts);
    }
    if (parts.length > 0) yield parts;
  }
  yield reader.end();
}

class CsvReader {
  readonly #file: CsvStatementFile;
  readonly #cells: CsvCells;
  readonly #payments: CsvPayments;
  readonly #around: StatementSurroundings;
  readonly #byAccount = new Map<string, CsvStatement>();
  readonly #headings: readonly string[];
  readonly #beside: readonly (typeof BALANCES_AND_TOTALS)[number][];
  #only: CsvStatement | null = null;
  #lettersLost = false;

  constructor(file: CsvStatementFile) {
    const { layout, profile } = file;
    this.#file = file;
    this.#cells = new CsvCells(layout, profile.zone);
    this.#payments = new CsvPayments(this.#cells, profile);
    this.#around = new StatementSurroundings(profile);
    this.#headings = layout.headings.map(plainHeading);
    this.#beside = BALANCES_AND_TOTALS.filter((column) => this.#cells.has(column));
    for (const cells of layout.preamble)
      this.#around.seePreamble(cells, labelledCells(cells, profile.labels));
  }

  /** What is to be said before the first row. */
  start(): readonly StatementPart[] {
    const { profile, layout } = this.#file;
    if (!profile.staff) return [];
    const known = Object.values(profile.columns ?? {}).flat();
    const read = new Set([...known, ...REJECT_COLUMNS].map(plainHeading));
    return layout.headings.flatMap((heading): StatementWarning[] => {
      const name = heading.trim();
      const near = nearestWord(name, known);
      if (near === null || read.has(plainHeading(heading))) return [];
      const message = `There is no column "${name}"; did you mean ${near}? It is not read.`;
      return [{ kind: 'warning', statement: 0, line: layout.headingLine, code: 'unknown_column', message }];
    });
  }

  /** True when no row can be read before the whole columns were asked; not so when everything is said already. */
  mustAskFirst(): boolean {
    const { profile, layout, said } = this.#file;
    const { places } = layout;
    const needsSign =
      places.amount !== undefined &&
      !(places.credit !== undefined && places.debit !== undefined) &&
      profile.sign === null;
    const mark = said.decimal ?? profile.decimal;
    const order = said.dateOrder ?? profile.dateOrder;
    if (needsSign) return true;
    const amountSign = profile.sign === 'type' ? 'type' : 'sign';
    if (mark !== null && order !== null) this.#cells.decision = { mark, order, amountSign };
    else if (profile.sign === 'type') return true;
    return false;
  }

  /** Reads the whole file once for what its columns say. */
  async settle(): Promise<void> {
    const { layout, profile, said, source } = this.#file;
    const evidence = new ColumnsEvidence(layout, profile);
    for await (const rows of delimitedRows(this.#file.readForColumns(), layout.delimiter)) {
      for (const row of rows) {
        if (row.line > layout.headingLine && row.unreadable === undefined) evidence.see(row);
      }
    }
    this.#cells.decision = settled(evidence, said, source);
  }

  /** Takes a row that begins above the headings: a quoted cell of it may run on over them and hide rows. */
  readHead(row: CsvRow, parts: StatementPart[]): void {
    const last = row.line + (row.lineBreaks ?? 0);
    if (last <= this.#file.layout.headingLine) return;
    this.#unreadable(
      row,
      `a quoted cell runs on to line ${last}, over the headings: is a quotation mark missing?`,
      parts,
    );
  }

  /** Reads a row into parts; false when the whole columns have to be asked first. */
  read(row: CsvRow, parts: StatementPart[]): boolean {
    const { line, cells } = row;
    if (row.unreadable !== undefined) return this.#unreadable(row, row.unreadable, parts);
    const swallowed = row.lineBreaks === undefined ? null : swallowedLine(cells, this.#file.layout);
    if (swallowed !== null) {
      const said = `a quoted cell runs on to line ${line + swallowed}, which looks like a row: is a quotation mark missing?`;
      return this.#unreadable(row, said, parts);
    }
    const { profile } = this.#file;
    const isRow = profile.staff || (this.#isDated(cells) && !isLone(cells));
    if (!isRow && this.#isBeside(cells)) return true;
    this.#cells.take(cells);
    const statement = this.#statement(line, parts);
    const surplus = surplusCell(cells, this.#file.layout, this.#file.profile.staff);
    if (surplus !== null) {
      const said = `the row has ${cells.length} cells under ${this.#headings.length} headings: quote what holds a comma`;
      statement.addUnreadable();
      parts.push(fault(statement, row, null, surplus, 'too_many_cells', said));
      return true;
    }
    const { statement: number } = statement.begin;
    const payment = this.#payments.read({ statement: number, line, original: cells }, statement.currency);
    if (payment !== null && this.#cells.decision === null) {
      // What stands beside the payment may be the first that has to be asked about, such as an overdrawn balance.
      for (const column of this.#beside) this.#cells.money(column, statement.currency);
    }
    if (this.#cells.undecided) return false;
    if (payment === null) {
      if (this.#cells.faults.length > 0) statement.addUnreadable();
      const received = this.#payments.received();
      for (const { column, value, code, message } of this.#cells.faults) {
        const told = fault(statement, row, this.#cells.headingOf(column), value, code, message);
        parts.push(received === null ? told : { ...told, received });
      }
      return true;
    }
    if (this.#payments.moved !== null) statement.add(payment);
    else if (this.#isBalance(statement, cells)) return true;
    else statement.addInformation(payment);
    parts.push(payment);
    const { damaged } = this.#cells;
    if (damaged !== null) {
      const message = `Line ${line}: ${damagedReference(damaged.value)}; it is not used`;
      parts.push({ kind: 'warning', statement: number, line, code: 'reference_damaged', message });
    }
    this.#lettersLost ||= payment.text?.includes('\ufffd') ?? false;
    return true;
  }

  /** Tells that a row cannot be read at all. */
  #unreadable(row: CsvRow, why: string, parts: StatementPart[]): true {
    const statement = this.#statement(row.line, parts);
    statement.addUnreadable();
    parts.push(fault(statement, row, null, null, 'unreadable_row', why));
    return true;
  }

  /** The end of each statement. A file without any row is one statement of nothing. */
  end(): readonly StatementPart[] {
    const parts: StatementPart[] = [];
    if (this.#byAccount.size === 0) this.#statement(this.#file.layout.headingLine, parts);
    for (const statement of this.#byAccount.values()) {
      parts.push(...statement.end(this.#around, this.#file.profile.rowOrder));
    }
    if (this.#lettersLost) {
      const message = 'Letters were lost before this file was written (U+FFFD stands in their place).';
      parts.push({ kind: 'warning', statement: 0, line: null, code: 'letters_lost', message });
    }
    return parts;
  }

  #isDated(cells: readonly string[]): boolean {
    const { payment_date, value_date } = this.#file.layout.places;
    return [payment_date, value_date].some(
      (place) => place !== undefined && HAS_DIGIT.test(cells[place] ?? ''),
    );
  }

  /** True for a line beside the rows: a balance, a total, headings again, or text without money. */
  #isBeside(cells: readonly string[]): boolean {
    const { amount, credit, debit, reference } = this.#file.layout.places;
    const hasMoney = [amount, credit, debit].some(
      (place) => place !== undefined && HAS_DIGIT.test(cells[place] ?? ''),
    );
    const labelled = labelledCells(cells, this.#file.profile.labels);
    if (hasMoney && labelled.length > 0) {
      // A payer may begin a text with "Account 5" or "Total: ". No account has an amount, no total a bank's reference.
      const isReferred = reference !== undefined && /[\p{L}\p{N}]/u.test(cells[reference] ?? '');
      const onlyNames = labelled.every(({ label }) => label === 'account' || label === 'currency');
      if ((onlyNames || isReferred) && !labelled.some(({ isAlone }) => isAlone)) return false;
    }
    this.#around.see(labelled);
    if (labelled.length > 0 || !hasMoney) return true;
    return cells.every((cell, at) => plainHeading(cell) === (this.#headings[at] ?? ''));
  }

  /** True for a dated row without an amount that is a balance or a total; an opening balance is taken. */
  #isBalance(statement: CsvStatement, cells: readonly string[]): boolean {
    const labels = labelledCells(cells, this.#file.profile.labels).map(({ label }) => label);
    if (!labels.includes('opening')) return labels.includes('closing') || labels.includes('total');
    const { currency } = statement;
    const balance = this.#cells.money('balance', currency);
    if (balance === null) return true;
    const { amount, negative } = balance;
    statement.opening = { amount, negative, currency, date: this.#cells.date('payment_date') };
    return true;
  }

  #statement(line: number, parts: StatementPart[]): CsvStatement {
    if (this.#only !== null && !this.#cells.has('account')) return this.#only;
    const account = this.#cells.text('account') || this.#around.account;
    const known = this.#byAccount.get(account ?? '');
    if (known !== undefined) return known;
    const said = this.#around.currency ?? this.#file.profile.currency;
    const ofRow = this.#cells.has('account') ? this.#cells.text('currency').toUpperCase() : '';
    const currency = /^[A-Z]{3}$/.test(ofRow) ? ofRow : said;
    const made = new CsvStatement(this.#byAccount.size + 1, line, account, currency, this.#cells);
    this.#byAccount.set(account ?? '', made);
    this.#only = made;
    parts.push(made.begin);
    return made;
  }
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

function fault(
  statement: CsvStatement,
  row: CsvRow,
  column: string | null,
  value: string | null,
  code: string,
  message: string,
): StatementFault {
  return {
    kind: 'fault',
    scope: 'row',
    statement: statement.begin.statement,
    line: row.line,
    place: null,
    column,
    value: value === null ? null : value.slice(0, 200),
    code,
    message,
    original: row.cells,
  };
}
