import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { unreadableFile } from '../refused-file.ts';
import { type EntryFault, PlainStatements, type StatementDefaults } from './plain-statements.ts';
import { exactAmount } from './statement-amount.ts';
import type { StatedBalance, StatementPart } from './statement-part.ts';
import type { OwnTotal } from './statement-tally.ts';
import { textLines } from './text-lines.ts';

/** A record with its continuations is some hundred characters. */
const MAX_RECORD_CHARACTERS = 65_536;
/** Kinds of funds that say nothing more, by their letter. */
const PLAIN_FUNDS = new Set(['', 'Z', '0', '1', '2']);
const INTERIM_SAME_DAY = '3';

/**
 * Reads BAI2: each account of each group is a statement, with its opening and closing ledger balance (010, 015), its
 * totals (100, 400) and its control totals. Amounts have as many decimals as the currency. Throws a
 * {@link RefusedFile} for a file that does not reach its trailer.
 */
export async function* bai2Statements(
  text: AsyncIterable<string>,
  source: string,
  defaults: StatementDefaults,
): AsyncGenerator<readonly StatementPart[]> {
  const reader = new Bai2Reader(defaults);
  let number = 0;
  let record: { text: string; readonly line: number; lines: number } | null = null;
  const tooLong = () => unreadableFile(source, 'has a record too long for BAI2', 'Export it again.');
  for await (const lines of textLines(text)) {
    for (const line of lines) {
      number += 1;
      if (line === null) throw tooLong();
      const body = line.trimEnd();
      if (body === '') continue;
      if (body.startsWith('88,') && record !== null) {
        // A slash ends the fields of a line; a text goes on without one.
        const isField = record.text.endsWith('/');
        record.text = `${isField ? record.text.slice(0, -1) : record.text}${isField ? ',' : ' '}${body.slice(3)}`;
        record.lines += 1;
        if (record.text.length > MAX_RECORD_CHARACTERS) throw tooLong();
        continue;
      }
      if (record !== null) reader.record(record.text, record.line, record.lines);
      record = { text: body.trimStart(), line: number, lines: 1 };
    }
    const parts = reader.take();
    if (parts.length > 0) yield parts;
  }
  if (record !== null) reader.record(record.text, record.line, record.lines);
  if (!reader.isWhole)
    throw unreadableFile(source, 'ends before its trailer (99): it was cut short', 'Export it again.');
  yield reader.take();
}

interface OpenAccount {
  readonly line: number;
  readonly currency: string | null;
  opening: StatedBalance | null;
  closing: StatedBalance | null;
  readonly totals: OwnTotal[];
  /** Of all amounts, in the smallest unit, as the trailer counts them. */
  sum: bigint;
  records: number;
}

class Bai2Reader {
  isWhole = false;
  readonly #defaults: StatementDefaults;
  readonly #statements = new PlainStatements();
  #date: CalendarDate | null = null;
  #currency: string | null = null;
  #isInterim = false;
  #account: OpenAccount | null = null;

  constructor(defaults: StatementDefaults) {
    this.#defaults = defaults;
  }

  take(): readonly StatementPart[] {
    return this.#statements.take();
  }

  /** Takes a record with its continuations; `lines` of the file are in it. */
  record(text: string, line: number, lines: number): void {
    const fields = text.split(',');
    const [code] = fields;
    if (this.#account !== null) this.#account.records += lines;
    // Fields end with a slash; the text of a movement may end with one of its own.
    if (code === '16') this.#movement(text, line);
    else if (code === '02') this.#group(bare(fields));
    else if (code === '03') this.#begin(bare(fields), line, lines);
    else if (code === '49') this.#end(bare(fields), line);
    else if (code === '99') this.isWhole = true;
    else if (code !== '01' && code !== '98') this.#strange(text, line);
  }

  #group(fields: readonly string[]): void {
    this.#date = dateOf(fields[4] ?? '');
    this.#currency = currencyOf(fields[6]) ?? this.#defaults.currency ?? null;
    this.#isInterim = fields[7] === INTERIM_SAME_DAY;
  }

  #begin(fields: readonly string[], line: number, lines: number): void {
    const currency = currencyOf(fields[2]) ?? this.#currency ?? this.#defaults.currency;
    const account: OpenAccount = {
      line,
      currency,
      opening: null,
      closing: null,
      totals: [],
      sum: 0n,
      records: lines,
    };
    this.#account = account;
    this.#statements.open({
      line,
      account: fields[1]?.trim() || this.#defaults.account,
      currency,
      id: null,
      sequence: null,
      intraday: this.#isInterim,
    });
    for (let at = 3; at < fields.length; ) {
      const [code = '', amount = '', count = ''] = fields.slice(at, at + 3);
      at += 4 + (fundsFields(fields, at + 3) ?? 0);
      if (code !== '') this.#summary(account, { code, amount, count, line });
    }
  }

  #summary(
    account: OpenAccount,
    { code, amount, count, line }: { code: string; amount: string; count: string; line: number },
  ): void {
    if (amount === '') return;
    const money = moneyOf(amount, account.currency);
    if (money === null) {
      const message = `"${amount}" is no amount`;
      this.#statements.contradict(line, { column: code, value: amount, code: 'invalid_balance', message });
      return;
    }
    account.sum += money.units;
    const { currency } = account;
    const read = currency === null ? null : exactAmount(money.digits, currency);
    if (read === null || 'reason' in read || currency === null) return;
    const balance = { amount: read.amount, negative: money.units < 0n, currency, date: this.#date };
    if (code === '010') account.opening = balance;
    else if (code === '015') account.closing = balance;
    else if (code === '100' || code === '400') {
      account.totals.push({
        name: code,
        of: code === '100' ? 'credits' : 'debits',
        count: /^\d{1,9}$/.test(count) ? Number(count) : null,
        sum: read.amount,
        line,
      });
    }
  }

  #movement(text: string, line: number): void {
    const account = this.#account;
    if (account === null) {
      this.#strange(text, line);
      return;
    }
    const fields = text.split(',');
    const [, code = '', amount = ''] = fields.map((field) => field.replace(/\/$/, ''));
    const funds = fundsFields(fields, 3);
    const money = moneyOf(amount, account.currency);
    if (money !== null) account.sum += money.units;
    const direction = directionOf(code);
    const faults: EntryFault[] = [];
    const add = (column: string, value: string, fault: string, message: string) =>
      faults.push({ column, value, code: fault, message });
    if (direction === null && code !== '890')
      add(
        'type',
        code,
        'unknown_type',
        `the type code "${code}" does not say whether money came in or went out`,
      );
    if (money === null && code !== '890') add('amount', amount, 'invalid_amount', `"${amount}" is no amount`);
    if (funds === null) add('funds', fields[3] ?? '', 'unreadable_row', 'the kind of funds is none of BAI2');
    if (this.#date === null) add('date', '', 'invalid_date', 'its group has no readable date');
    if (faults.length > 0 || funds === null || this.#date === null) {
      this.#statements.refuse(line, [text], faults);
      return;
    }
    const at = 4 + funds;
    const said = fields
      .slice(at + 2)
      .join(',')
      .replace(/^,+/, '')
      .replace(/\/$/, '')
      .trim();
    this.#statements.add({
      line,
      original: [text],
      direction: direction ?? 'credit',
      digits: money?.digits ?? '0',
      bookingDate: this.#date,
      valueDate: fields[3] === 'V' ? dateOf(fields[4] ?? '') : null,
      bankReference: fields[at]?.replace(/\/$/, '') ?? null,
      customerReference: fields[at + 1]?.replace(/\/$/, '') ?? null,
      text: said === '' ? null : said,
      others: [['Type', code]],
    });
  }

  /** The trailer of an account: its own sum and count of records are held against what was read. */
  #end(fields: readonly string[], line: number): void {
    const account = this.#account;
    if (account === null) {
      this.#strange(fields.join(','), line);
      return;
    }
    const [, sum = '', records = ''] = fields;
    const wrong: [string, string, string][] = [];
    if (/^[+-]?\d{1,18}$/.test(sum) && BigInt(sum.replace('+', '')) !== account.sum)
      wrong.push(['control total', sum, String(account.sum)]);
    if (/^\d{1,9}$/.test(records) && Number(records) !== account.records)
      wrong.push(['number of records', records, String(account.records)]);
    for (const [column, value, holds] of wrong) {
      const message = `the account says ${value} (${column}), but holds ${holds}`;
      this.#statements.contradict(line, { column, value, code: 'control_total', message });
    }
    this.#statements.end({ opening: account.opening, closing: account.closing }, account.totals);
    this.#account = null;
  }

  #strange(text: string, line: number): void {
    const value = text.slice(0, 40);
    const message = `"${value}" is no record of BAI2 that can stand here`;
    this.#statements.contradict(line, { column: 'record', value, code: 'unreadable_row', message });
  }
}

/** Fields without the slash that ends them. */
function bare(fields: readonly string[]): readonly string[] {
  return fields.map((field, at) => (at === fields.length - 1 ? field.replace(/\/$/, '') : field).trim());
}

/** How many more fields the kind of funds has at this place; null when it is none. */
function fundsFields(fields: readonly string[], at: number): number | null {
  const kind = (fields[at] ?? '').replace(/\/$/, '').trim();
  if (PLAIN_FUNDS.has(kind)) return 0;
  if (kind === 'V') return 2;
  if (kind === 'S') return 3;
  const count = Number(fields[at + 1]);
  return kind === 'D' && Number.isInteger(count) && count >= 0 ? 1 + 2 * count : null;
}

/** Which way money went by the type code: credits, debits, and those a bank makes of its own. */
function directionOf(code: string): 'credit' | 'debit' | null {
  if (!/^\d{3}$/.test(code)) return null;
  const number = Number(code);
  if ((number >= 100 && number < 400) || (number >= 920 && number < 960)) return 'credit';
  return (number >= 400 && number < 700) || number >= 960 ? 'debit' : null;
}

function currencyOf(text: string | undefined): string | null {
  return text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;
}

/** An amount in the smallest unit of its currency, and as decimal text without its sign. */
function moneyOf(
  text: string,
  currency: string | null,
): { readonly units: bigint; readonly digits: string } | null {
  const match = /^([+-]?)(\d{1,18})$/.exec(text);
  if (match === null || currency === null) return null;
  const [, sign, digits = ''] = match;
  const decimals = decimalsOf(currency);
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals);
  const units = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return { units, digits: decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}` };
}

const knownDecimals = new Map<string, number>();

function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  knownDecimals.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** The day of `260413`. */
function dateOf(text: string): CalendarDate | null {
  const match = /^(\d{2})(\d{2})(\d{2})$/.exec(text);
  const date = match === null ? null : parseDate(`20${match[1]}-${match[2]}-${match[3]}`);
  return date === null || isRefusal(date) ? null : date;
}
