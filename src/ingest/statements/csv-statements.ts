import type { CsvRow } from '../csv-rows.ts';
import { BesideRows } from './beside-rows.ts';
import { ContinuedRows } from './continued-rows.ts';
import { CsvCells } from './csv-cells.ts';
import { ColumnsEvidence, mayRun, type SaidOfColumns, settled } from './csv-evidence.ts';
import { type CsvLayout, currencyOfHeadings } from './csv-layout.ts';
import { CsvPayments, damagedReference } from './csv-payment.ts';
import { CsvStatement, isBlank, StatementSurroundings } from './csv-statement.ts';
import { OtherColumns } from './other-columns.ts';
import { BALANCES_AND_TOTALS } from './source-columns.ts';
import type { SourceProfile } from './source-profile.ts';
import type { StatementFault, StatementPart, StatementRow } from './statement-part.ts';
import { labelledCells } from './statement-words.ts';
import { surplusCell } from './surplus-cells.ts';
import { swallowedLine } from './swallowed-row.ts';

/** A delimited file or another table, and how it is to be read. */
export interface CsvStatementFile {
  readonly source: string;
  readonly layout: CsvLayout;
  readonly profile: SourceProfile;
  readonly said: SaidOfColumns;
  /** Its rows from the first line on, a chunk's at a time. */
  rows(): AsyncIterable<readonly CsvRow[]>;
  /** The same once more, for what whole columns say. */
  rowsForColumns(): AsyncIterable<readonly CsvRow[]>;
}

/**
 * Reads repayments from the rows of a table, a chunk's at a time. Whole columns are asked what their cells mean
 * (decimal mark, order of dates, signs) in a reading of their own, once a cell comes up that does not say it
 * itself. Throws a {@link RefusedFile} that names the flag when they leave it open.
 */
export async function* csvStatements(file: CsvStatementFile): AsyncGenerator<readonly StatementPart[]> {
  const others = new OtherColumns(file.layout, file.profile);
  const reader = new CsvReader(file, others);
  yield others.unknown();
  if (reader.mustAskFirst()) await reader.settle();
  for await (const rows of file.rows()) {
    const parts = reader.takeHeldBack();
    for (const row of rows) {
      if (row.line <= file.layout.headingLine) reader.readHead(row, parts);
      if (row.line <= file.layout.headingLine || isBlank(row)) continue;
      if (reader.read(row, parts)) continue;
      await reader.settle();
      reader.read(row, parts);
    }
    reader.holdBack(parts);
    if (parts.length > 0) yield parts;
  }
  yield reader.end();
}

class CsvReader {
  readonly #file: CsvStatementFile;
  readonly #cells: CsvCells;
  readonly #payments: CsvPayments;
  readonly #around: StatementSurroundings;
  readonly #besideRows: BesideRows;
  readonly #continued: ContinuedRows;
  readonly #byAccount = new Map<string, CsvStatement>();
  readonly #beside: readonly (typeof BALANCES_AND_TOTALS)[number][];
  #only: CsvStatement | null = null;
  #lettersLost = false;
  /** The balances show that amounts above zero went out. */
  #signsShown = false;
  readonly #others: OtherColumns;
  /** The last row so far, or what is wrong with it: the next line may continue it. */
  #heldBack: StatementPart[] = [];

  constructor(file: CsvStatementFile, others: OtherColumns) {
    const { layout, profile } = file;
    this.#file = file;
    this.#others = others;
    this.#cells = new CsvCells(layout, profile.zone);
    this.#payments = new CsvPayments(this.#cells, profile);
    this.#around = new StatementSurroundings(profile);
    this.#besideRows = new BesideRows(layout, profile, this.#around);
    this.#continued = new ContinuedRows(layout, (text) => this.#payments.patternIn(text));
    this.#beside = BALANCES_AND_TOTALS.filter((column) => column !== 'balance' && this.#cells.has(column));
    this.#around.currency = currencyOfHeadings(layout);
    for (const cells of layout.preamble)
      this.#around.seePreamble(cells, labelledCells(cells, profile.labels));
  }

  /** True when no row can be read before the whole columns were asked; not so when everything is said already. */
  mustAskFirst(): boolean {
    const { profile, layout, said } = this.#file;
    const { places } = layout;
    const { sign } = profile;
    const bySides = places.credit !== undefined && places.debit !== undefined;
    const needsSign = bySides
      ? sign === 'sign' || sign === 'reversed_sign'
      : places.amount !== undefined && sign === null;
    const mark = said.decimal ?? profile.decimal;
    const order = said.dateOrder ?? profile.dateOrder;
    if (needsSign || mayRun(layout, profile)) return true;
    const amountSign = sign === 'type' ? 'type' : 'sign';
    if (mark !== null && order !== null) {
      this.#cells.decision = { mark, order, amountSign, debits: null, closingRuns: false };
    } else if (sign === 'type') return true;
    return false;
  }

  /** Reads the whole file once for what its columns say. */
  async settle(): Promise<void> {
    const { layout, profile, said, source } = this.#file;
    const evidence = new ColumnsEvidence(layout, profile);
    for await (const rows of this.#file.rowsForColumns()) {
      for (const row of rows) {
        if (row.line > layout.headingLine && row.unreadable === undefined) evidence.see(row);
      }
    }
    this.#payments.statusesAsked = true;
    this.#cells.decision = settled(evidence, said, source);
    this.#signsShown = profile.sign === null && this.#cells.decision.amountSign === 'reversed';
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
    const { profile, layout } = this.#file;
    const swallowed = row.lineBreaks === undefined ? null : swallowedLine(cells, layout);
    if (swallowed !== null) {
      const said = `a quoted cell runs on to line ${line + swallowed}, which looks like a row: is a quotation mark missing?`;
      return this.#unreadable(row, said, parts);
    }
    if (!profile.staff && !this.#besideRows.isDated(cells)) {
      if (this.#continued.isContinuation(row) && this.#besideRows.mayBeText(cells)) {
        this.#continued.join(row, parts);
        return true;
      }
      if (this.#besideRows.isBeside(cells)) return true;
    }
    this.#cells.take(row);
    const statement = this.#statement(line, parts);
    const surplus = surplusCell(cells, layout, profile.staff);
    if (surplus !== null) {
      const said = `the row has ${cells.length} cells under ${layout.headings.length} headings: quote what holds a comma`;
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
    if (payment === null) this.#tellFaults(statement, row, parts);
    else this.#tell(statement, payment, row, parts);
    return true;
  }

  #tellFaults(statement: CsvStatement, row: CsvRow, parts: StatementPart[]): void {
    if (this.#cells.faults.length === 0) return;
    statement.addUnreadable();
    const received = this.#payments.received();
    for (const { column, value, code, message } of this.#cells.faults) {
      const told = fault(statement, row, this.#cells.headingOf(column), value, code, message);
      parts.push(received === null ? told : { ...told, received });
    }
    this.#continued.sawRow(row);
  }

  #tell(statement: CsvStatement, payment: StatementRow, row: CsvRow, parts: StatementPart[]): void {
    const { balance } = this.#payments;
    if (this.#payments.moved !== null) {
      const stated = this.#file.profile.staff
        ? null
        : this.#besideRows.statedBalance(statement, payment, balance);
      if (stated !== null) {
        parts.push(stated);
        return;
      }
      statement.add(payment, balance);
    } else if (this.#besideRows.isBalance(statement, row.cells, payment, balance)) return;
    else statement.addInformation(payment);
    const { damaged } = this.#cells;
    if (damaged !== null) {
      const message = `Line ${row.line}: ${damagedReference(damaged.value)}; it is not used`;
      const { statement: number, line } = payment;
      parts.push({ kind: 'warning', statement: number, line, code: 'reference_damaged', message });
    }
    parts.push(payment);
    if (payment.otherText !== null) this.#others.see(row.cells);
    this.#continued.sawRow(row);
    this.#lettersLost ||= payment.text?.includes('\ufffd') ?? false;
  }

  /** What the next line may continue, to begin the next parts. */
  takeHeldBack(): StatementPart[] {
    const parts = this.#heldBack;
    this.#heldBack = [];
    return parts;
  }

  /** Takes away from the end of the parts what the next line may continue. */
  holdBack(parts: StatementPart[]): void {
    const last = parts.at(-1);
    if (this.#file.profile.staff || (last?.kind !== 'row' && last?.kind !== 'fault')) return;
    let from = parts.length - 1;
    for (
      let before = parts[from - 1];
      before?.kind === 'fault' && before.line === last.line;
      before = parts[from - 1]
    )
      from -= 1;
    this.#heldBack = parts.splice(from);
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
    const parts = this.takeHeldBack();
    if (this.#byAccount.size === 0) this.#statement(this.#file.layout.headingLine, parts);
    for (const statement of this.#byAccount.values()) {
      parts.push(...statement.end(this.#around, this.#file.profile.rowOrder));
    }
    parts.push(...this.#continued.warnings(), ...this.#others.named());
    if (this.#signsShown) {
      const message = 'Amounts above zero are read as money that went out, as the balances beside them show.';
      parts.push({ kind: 'warning', statement: 0, line: null, code: 'signs_by_balances', message });
    }
    if (this.#lettersLost) {
      const message = 'Letters were lost before this file was written (U+FFFD stands in their place).';
      parts.push({ kind: 'warning', statement: 0, line: null, code: 'letters_lost', message });
    }
    return parts;
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
