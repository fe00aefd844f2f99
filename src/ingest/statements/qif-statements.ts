import type { CalendarDate } from '../../domain/dates.ts';
import { DateEvidence, type DateOrder, readDateCell } from '../column-dates.ts';
import { DecimalEvidence, type DecimalMark, readNumberCell } from '../column-numbers.ts';
import { flagNeeded, unreadableFile } from '../refused-file.ts';
import { type EntryFault, PlainStatements } from './plain-statements.ts';
import { exactAmount } from './statement-amount.ts';
import type { StatedBalance, StatementPart } from './statement-part.ts';
import { textLines } from './text-lines.ts';

/** A file and what is said of it: QIF names no currency, and writes dates and amounts as the program's user did. */
export interface QifFile {
  readonly source: string;
  readonly account: string | null;
  readonly currency: string;
  readonly decimal: DecimalMark | null;
  readonly dateOrder: DateOrder | null;
  /** The text from its start; as often as needed. */
  read(): AsyncIterable<string>;
}

/** Lists of movements of an account; others are lists of categories, securities and the like. */
const MOVEMENTS = new Set(['bank', 'cash', 'ccard', 'oth a', 'oth l']);
const MAX_ENTRY_CHARACTERS = 65_536;
const OPENING = /^(?:opening balance|رصيد افتتاحي|الرصيد الافتتاحي)$/i;

/**
 * Reads QIF: the movements of bank accounts, cash and cards, a statement for each list. The order of dates and the
 * decimal mark are told from the whole file. Throws a {@link RefusedFile} that names the flag where it leaves them open.
 */
export async function* qifStatements(file: QifFile): AsyncGenerator<readonly StatementPart[]> {
  const form = await formOf(file);
  const statements = new PlainStatements();
  const writer = new QifWriter(file, form, statements);
  for await (const entries of qifEntries(file)) {
    for (const entry of entries) writer.entry(entry);
    const parts = statements.take();
    if (parts.length > 0) yield parts;
  }
  writer.end();
  if (statements.count === 0) {
    const hint = 'Export the movements of the account (!Type:Bank).';
    throw unreadableFile(file.source, 'is QIF without a list of movements of an account', hint);
  }
  yield statements.take();
}

interface QifEntry {
  readonly line: number;
  /** Number of the list it is in. */
  readonly list: number;
  readonly account: string | null;
  /** Its lines, each with the letter that says what it is. */
  readonly lines: readonly string[];
}

/** Entries of lists of movements. Names of accounts stand in a list of their own before them. */
async function* qifEntries({ source, read }: QifFile): AsyncGenerator<readonly QifEntry[]> {
  let number = 0;
  let kind = '';
  let list = 0;
  let account: string | null = null;
  let lines: string[] = [];
  let first = 0;
  let length = 0;
  for await (const some of textLines(read())) {
    const entries: QifEntry[] = [];
    for (const raw of some) {
      number += 1;
      const line = raw?.trim() ?? null;
      length += line?.length ?? MAX_ENTRY_CHARACTERS + 1;
      if (line === null || length > MAX_ENTRY_CHARACTERS)
        throw unreadableFile(source, `has an entry too long for QIF at line ${number}`, 'Export it again.');
      if (line === '') continue;
      if (line.startsWith('!')) {
        if (lines.length > 0) throw notEnded(source, first);
        kind = line
          .slice(1)
          .replace(/^type:/i, '')
          .trim()
          .toLowerCase();
        if (kind === 'invst')
          throw unreadableFile(source, 'is QIF of an investment account', 'Export the bank account.');
        if (MOVEMENTS.has(kind)) list += 1;
      } else if (line === '^') {
        if (kind === 'account')
          account =
            lines
              .find((one) => one.startsWith('N'))
              ?.slice(1)
              .trim() || account;
        else if (MOVEMENTS.has(kind) && lines.length > 0) entries.push({ line: first, list, account, lines });
        lines = [];
        length = 0;
      } else {
        if (lines.length === 0) first = number;
        lines.push(line);
      }
    }
    if (entries.length > 0) yield entries;
  }
  if (lines.length > 0) throw notEnded(source, first);
}

function notEnded(source: string, line: number) {
  const why = `has an entry at line ${line} that does not end (^): it was cut short`;
  return unreadableFile(source, why, 'Export it again.');
}

interface QifForm {
  readonly order: DateOrder;
  readonly mark: DecimalMark;
}

/** How all dates and amounts of a file are written. */
async function formOf(file: QifFile): Promise<QifForm> {
  const dates = new DateEvidence();
  const numbers = new DecimalEvidence();
  for await (const entries of qifEntries(file)) {
    for (const { line, lines } of entries) {
      const [date, amount] = [fieldOf(lines, 'D'), fieldOf(lines, 'T') ?? fieldOf(lines, 'U')];
      if (date !== null) dates.see(plainDate(date), { line, heading: 'D' });
      if (amount !== null) numbers.see(amount, { line, heading: 'T' });
    }
  }
  const order = file.dateOrder ?? orderOf(dates, file.source);
  return { order, mark: file.decimal ?? markOf(numbers, file.source) };
}

function orderOf(dates: DateEvidence, source: string): DateOrder {
  const decided = dates.decide();
  if (decided.order !== null) return decided.order;
  const why =
    decided.why === 'ambiguous'
      ? `has dates like ${decided.cell} whose day and month could change places`
      : `has dates that contradict each other: ${decided.cell}`;
  throw flagNeeded(
    source,
    why,
    'Say how dates are written: --date-format DD/MM/YYYY or --date-format MM/DD/YYYY.',
  );
}

function markOf(numbers: DecimalEvidence, source: string): DecimalMark {
  const decided = numbers.decide();
  if (decided.mark !== null) return decided.mark;
  const why =
    decided.why === 'ambiguous'
      ? `has amounts like ${decided.cell} that could mean two things`
      : `has amounts that contradict each other: ${decided.cell}`;
  throw flagNeeded(source, why, 'Say what separates decimals: --decimal comma or --decimal point.');
}

/** A date as others write it: Quicken writes `4/13'26`, and `4/ 3' 6` with blanks for zeros. */
function plainDate(text: string): string {
  return text
    .replace(
      /(\d)\s*'\s*(\d{1,4})$/,
      (_, before: string, year: string) => `${before}/${year.padStart(2, '0')}`,
    )
    .replace(/([-/.]) +(\d)/g, '$1$2');
}

function fieldOf(lines: readonly string[], letter: string): string | null {
  const value = lines
    .find((line) => line.startsWith(letter))
    ?.slice(1)
    .trim();
  return value === undefined || value === '' ? null : value;
}

/** Writes entries as rows, a statement for each list. */
class QifWriter {
  readonly #file: QifFile;
  readonly #form: QifForm;
  readonly #statements: PlainStatements;
  #list = 0;
  #opening: StatedBalance | null = null;

  constructor(file: QifFile, form: QifForm, statements: PlainStatements) {
    this.#file = file;
    this.#form = form;
    this.#statements = statements;
  }

  entry(entry: QifEntry): void {
    if (entry.list !== this.#list) {
      this.end();
      this.#list = entry.list;
      const { account, currency } = this.#file;
      const about = { line: entry.line, account: account ?? entry.account, currency };
      this.#statements.open({ ...about, id: null, sequence: null, intraday: false });
    }
    const { line, lines } = entry;
    const original = [lines.join('\n')];
    const faults: EntryFault[] = [];
    const date = this.#date(lines, faults);
    const amount = this.#amount(lines, faults);
    if (date === null || amount === null) {
      this.#statements.refuse(line, original, faults);
      return;
    }
    const payee = fieldOf(lines, 'P');
    if (payee !== null && OPENING.test(payee)) {
      const { currency } = this.#file;
      const read = exactAmount(amount.digits, currency);
      if (!('reason' in read))
        this.#opening = { amount: read.amount, negative: amount.negative, currency, date };
      return;
    }
    const texts = lines.filter((one) => /^[PMA]/.test(one)).map((one) => one.slice(1).trim());
    this.#statements.add({
      line,
      original,
      direction: amount.negative ? 'debit' : 'credit',
      digits: amount.digits,
      bookingDate: date,
      text: [...new Set(texts)].filter((text) => text !== '').join(' ') || null,
      payerName: payee,
      others: [
        ['Number', fieldOf(lines, 'N') ?? ''],
        ['Category', fieldOf(lines, 'L') ?? ''],
      ],
    });
  }

  /** Ends the statement that is open. */
  end(): void {
    if (this.#list > 0) this.#statements.end({ opening: this.#opening, closing: null });
    this.#list = 0;
    this.#opening = null;
  }

  #date(lines: readonly string[], faults: EntryFault[]): CalendarDate | null {
    const value = fieldOf(lines, 'D');
    const read = value === null ? { reason: 'is missing' } : readDateCell(plainDate(value), this.#form.order);
    if ('date' in read) return read.date;
    const reason = 'reason' in read ? read.reason : 'is not a date';
    faults.push({ column: 'D', value, code: 'invalid_date', message: `"${value ?? ''}" ${reason}` });
    return null;
  }

  #amount(lines: readonly string[], faults: EntryFault[]) {
    const value = fieldOf(lines, 'T') ?? fieldOf(lines, 'U');
    const read = value === null ? { reason: 'is missing' } : readNumberCell(value, this.#form.mark);
    if (!('reason' in read)) return read;
    faults.push({ column: 'T', value, code: 'invalid_amount', message: `"${value ?? ''}" ${read.reason}` });
    return null;
  }
}
