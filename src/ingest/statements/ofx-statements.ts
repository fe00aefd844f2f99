import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { unreadableFile } from '../refused-file.ts';
import { type EntryFault, PlainStatements, type StatementDefaults } from './plain-statements.ts';
import { exactAmount } from './statement-amount.ts';
import type { StatedBalance, StatementPart } from './statement-part.ts';

/** Longest text between two tags; no bank's is longer than some hundred characters. */
const MAX_PIECE_CHARACTERS = 1_048_576;
/** A tag with the text behind it, in SGML (without an end) and in XML. */
const ELEMENT = /<(\/?)([A-Za-z0-9.]+)(?:\s[^<>]*)?\/?>([^<]*)/g;
const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS']);
const ENTRIES = new Set(['STMTTRN', 'STMTTRNP']);
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL', 'BAL']);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Reads OFX 1 (SGML, whose elements with a value have no end) and OFX 2 (XML), QFX alike: statements of bank accounts
 * and cards. Throws a {@link RefusedFile} for a file that was cut short or holds none.
 */
export async function* ofxStatements(
  text: AsyncIterable<string>,
  source: string,
  defaults: StatementDefaults,
): AsyncGenerator<readonly StatementPart[]> {
  const reader = new OfxReader(defaults);
  let rest = '';
  let line = 1;
  for await (const chunk of text) {
    rest = (rest + chunk).replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, content: string) => escaped(content));
    // What stands behind the last tag may go on in the next chunk.
    const end = rest.lastIndexOf('<');
    if (end > 0) {
      line = read(reader, rest.slice(0, end), line);
      rest = rest.slice(end);
    }
    if (rest.length > MAX_PIECE_CHARACTERS)
      throw unreadableFile(source, 'has a piece too long to be of a statement', 'Export it again.');
    const parts = reader.take();
    if (parts.length > 0) yield parts;
  }
  read(reader, rest, line);
  if (!reader.isWhole)
    throw unreadableFile(source, 'ends before </OFX>: it was cut short', 'Export it again.');
  if (reader.count === 0) {
    const hint = 'Ask for the statement of a bank account or a card.';
    throw unreadableFile(source, 'is OFX without a statement of a bank account or a card', hint);
  }
  yield reader.take();
}

/** Gives the elements of a text to the reader; answers the line on which it ends. */
function read(reader: OfxReader, text: string, line: number): number {
  let at = 0;
  let now = line;
  for (const match of text.matchAll(ELEMENT)) {
    now += lineBreaks(text, at, match.index);
    at = match.index;
    const [, end, name = '', value = ''] = match;
    if (end === '/') reader.close(name.toUpperCase());
    else reader.open(name.toUpperCase(), unescaped(value).trim(), now);
  }
  return now + lineBreaks(text, at, text.length);
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Elements with a value, of an entry or around entries. */
type Fields = Map<string, string>;

class OfxReader {
  isWhole = false;
  readonly #defaults: StatementDefaults;
  readonly #statements = new PlainStatements();
  /** Of the statement: its account and currency. Null outside of one. */
  #statement: { readonly line: number; readonly fields: Fields; isOpen: boolean } | null = null;
  #entry: { readonly line: number; readonly name: string; readonly fields: Fields } | null = null;
  #balance: { readonly name: string; readonly line: number; readonly fields: Fields } | null = null;
  #closing: StatedBalance | null = null;

  constructor(defaults: StatementDefaults) {
    this.#defaults = defaults;
  }

  get count(): number {
    return this.#statements.count;
  }

  take(): readonly StatementPart[] {
    return this.#statements.take();
  }

  open(name: string, value: string, line: number): void {
    if (STATEMENTS.has(name)) this.#statement = { line, fields: new Map(), isOpen: false };
    else if (this.#statement === null) return;
    else if (ENTRIES.has(name)) this.#entry = { line, name, fields: new Map() };
    else if (BALANCES.has(name)) this.#balance = { name, line, fields: new Map() };
    else if (value !== '') {
      const { fields } = this.#balance ?? this.#entry ?? this.#statement;
      // A payee's address and an account of the other side may have elements of the same name.
      if (!fields.has(name)) fields.set(name, value);
    }
  }

  close(name: string): void {
    if (name === 'OFX') this.isWhole = true;
    else if (name === this.#entry?.name) this.#endEntry();
    else if (name === this.#balance?.name) this.#endBalance();
    else if (STATEMENTS.has(name) && this.#statement !== null) {
      this.#announce();
      this.#statements.end({ opening: null, closing: this.#closing });
      this.#statement = this.#closing = this.#entry = this.#balance = null;
    }
  }

  #announce(): void {
    const statement = this.#statement;
    if (statement === null || statement.isOpen) return;
    statement.isOpen = true;
    const { line, fields } = statement;
    this.#statements.open({
      line,
      account: fields.get('ACCTID') ?? this.#defaults.account,
      currency: this.#currency,
      id: null,
      sequence: null,
      intraday: false,
    });
  }

  get #currency(): string | null {
    const said = this.#statement?.fields.get('CURDEF')?.toUpperCase();
    return said !== undefined && /^[A-Z]{3}$/.test(said) ? said : this.#defaults.currency;
  }

  #endEntry(): void {
    const entry = this.#entry;
    if (entry === null) return;
    this.#entry = null;
    this.#announce();
    const { line, fields } = entry;
    const original = [[...fields].map(([name, value]) => `${name}=${value}`).join(' ')];
    const date = dateOf(fields.get('DTPOSTED') ?? fields.get('DTTRAN') ?? '');
    const amount = amountOf(fields.get('TRNAMT') ?? '');
    const faults = entryFaults(fields, date, amount);
    if (date === null || amount === null || faults.length > 0) {
      this.#statements.refuse(line, original, faults);
      return;
    }
    const [name, memo] = [fields.get('NAME'), fields.get('MEMO')];
    const texts = [...new Set([name, memo].filter((text) => text !== undefined))];
    this.#statements.add({
      line,
      original,
      direction: amount.negative ? 'debit' : 'credit',
      digits: amount.digits,
      bookingDate: date,
      valueDate: dateOf(fields.get('DTAVAIL') ?? ''),
      isPending: entry.name === 'STMTTRNP',
      bankReference: fields.get('FITID') ?? null,
      customerReference: fields.get('REFNUM') ?? null,
      text: texts.length === 0 ? null : texts.join(' '),
      payerName: name ?? null,
      others: [['Check number', fields.get('CHECKNUM') ?? '']],
    });
  }

  #endBalance(): void {
    const balance = this.#balance;
    if (balance === null) return;
    this.#balance = null;
    if (balance.name !== 'LEDGERBAL') return;
    const { line, fields } = balance;
    const value = fields.get('BALAMT') ?? '';
    const amount = amountOf(value);
    const currency = this.#currency;
    const read = amount === null || currency === null ? null : exactAmount(amount.digits, currency);
    if (amount === null || currency === null || read === null || 'reason' in read) {
      const message = `"${value}" is no balance`;
      this.#announce();
      this.#statements.contradict(line, { column: 'LEDGERBAL', value, code: 'invalid_balance', message });
      return;
    }
    const { negative } = amount;
    this.#closing = { amount: read.amount, negative, currency, date: dateOf(fields.get('DTASOF') ?? '') };
  }
}

/** The day of `20260413`, `20260413120000`, `20260413120000.000[-5:EST]`, as it is written. */
function dateOf(text: string): CalendarDate | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:\d{2,6})?(?:\.\d+)?(?:\[[^\]]*\])?$/.exec(text);
  const date = match === null ? null : parseDate(`${match[1]}-${match[2]}-${match[3]}`);
  return date === null || isRefusal(date) ? null : date;
}

/** A signed amount; a comma may stand for the point. */
function amountOf(text: string): { readonly digits: string; readonly negative: boolean } | null {
  const match = /^([+-]?)(\d{1,18})(?:[.,](\d*))?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole, decimals = ''] = match;
  return { digits: decimals === '' ? (whole as string) : `${whole}.${decimals}`, negative: sign === '-' };
}

function entryFaults(
  fields: Fields,
  date: CalendarDate | null,
  amount: ReturnType<typeof amountOf>,
): readonly EntryFault[] {
  const faults: EntryFault[] = [];
  const add = (column: string, code: string, message: string) =>
    faults.push({ column, value: fields.get(column) ?? null, code, message });
  if (date === null) add('DTPOSTED', 'invalid_date', 'the date is not like 20260413');
  if (amount === null) add('TRNAMT', 'invalid_amount', 'the amount is not like -1250.50');
  const type = fields.get('TRNTYPE')?.toUpperCase();
  const isOther =
    (amount?.negative === true && type === 'CREDIT') || (amount?.negative === false && type === 'DEBIT');
  if (isOther && /[1-9]/.test(amount?.digits ?? ''))
    add('TRNAMT', 'sign_contradicts_type', `the sign contradicts the type ${type}: debits are below zero`);
  if (fields.has('CORRECTFITID')) {
    const message = 'it corrects another entry; correct what that booked by hand';
    add('CORRECTFITID', 'correction', message);
  }
  return faults;
}
