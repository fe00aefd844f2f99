import { unreadableFile } from '../refused-file.ts';
import { isReversalLine, mtDate, mtDigits } from './mt-line.ts';
import { readMtRow } from './mt-row.ts';
import { MAX_FIELD_LINES, type MtField, MtTags } from './mt-tags.ts';
import { exactAmount } from './statement-amount.ts';
import type { StatedBalance, StatementBegin, StatementFault, StatementPart } from './statement-part.ts';
import { type OwnTotal, receivedBy, StatementTally } from './statement-tally.ts';
import { textLines } from './text-lines.ts';

/** A file of messages and how it is to be read. */
export interface MtFile {
  /** How messages name it. */
  readonly source: string;
  readonly format: 'mt940' | 'mt942';
  /** What it may leave out. */
  readonly defaults: { readonly account: string | null; readonly currency: string | null };
  readonly text: AsyncIterable<string>;
  /** The same once more, from its start; null where it flows only once. */
  readonly again: (() => AsyncIterable<string>) | null;
}

/**
 * Reads MT940 and MT942 messages, with or without envelopes. Each message is a statement; what cannot be read is a
 * fault with its line. Once a reversal comes up, the file is read a second time for what its balances say of them.
 */
export async function* mtStatements(file: MtFile): AsyncGenerator<readonly StatementPart[]> {
  const reader = new MtReader(file);
  let mayComeUp = true;
  yield* read(reader, file.text, async (lines) => {
    if (!mayComeUp || !lines.some((line) => line !== null && isReversalLine(line))) return;
    mayComeUp = false;
    reader.turned = await turnedStatements(file);
  });
  if (reader.isEmpty)
    throw unreadableFile(file.source, 'holds no statement', 'Export it again, or check the path.');
}

/** The numbers of the statements whose balances turn their reversals round. */
async function turnedStatements(file: MtFile): Promise<ReadonlySet<number>> {
  const reader = new MtReader(file);
  if (file.again === null) return reader.turned;
  for await (const _parts of read(reader, file.again()));
  return reader.toTurn;
}

/** Gives the lines of a text to a reader and passes on what it makes of them; `before` is shown them first. */
async function* read(
  reader: MtReader,
  text: AsyncIterable<string>,
  before: (lines: readonly (string | null)[]) => Promise<void> = async () => {},
): AsyncGenerator<readonly StatementPart[]> {
  const tags = new MtTags();
  let number = 0;
  for await (const lines of textLines(text)) {
    await before(lines);
    for (const line of lines) {
      number += 1;
      if (line === null) reader.tooLong(number);
      else for (const event of tags.feed(line, number)) if ('lines' in event) reader.field(event);
    }
    const parts = reader.take();
    if (parts.length > 0) yield parts;
  }
  for (const field of tags.finish()) reader.field(field);
  reader.end();
  yield reader.take();
}

interface OpenLine {
  readonly field: MtField;
  information: MtField | null;
}

interface MtHead {
  readonly line: number;
  id: string | null;
  account: string | null;
  sequence: string | null;
}

class MtReader {
  readonly #intraday: boolean;
  readonly #defaults: MtFile['defaults'];
  #parts: StatementPart[] = [];
  #number = 0;
  #begin: StatementBegin | null = null;
  #tally: StatementTally | null = null;
  /** What is known of the statement before its first entry, when it is announced. */
  #head: MtHead | null = null;
  #currency: string | null = null;
  #opening: StatedBalance | null = null;
  #closing: StatedBalance | null = null;
  #totals: OwnTotal[] = [];
  #expectsMore = false;
  #open: OpenLine | null = null;

  /** Statements to read with their reversals turned round. */
  turned: ReadonlySet<number> = new Set();
  /** Statements that were not read so, and should have been. */
  readonly toTurn = new Set<number>();

  constructor({ format, defaults }: Pick<MtFile, 'format' | 'defaults'>) {
    this.#intraday = format === 'mt942';
    this.#defaults = defaults;
  }

  get isEmpty(): boolean {
    return this.#number === 0;
  }

  take(): readonly StatementPart[] {
    return this.#parts.splice(0);
  }

  tooLong(line: number): void {
    this.#fault('file', line, null, null, 'unreadable_row', 'the line is too long for a statement');
  }

  field(field: MtField): void {
    const { tag, line } = field;
    const value = (field.lines[0] ?? '').trim();
    if (tag === '20' || this.#head === null || (this.#closing !== null && /^(25|28|60)/.test(tag))) {
      this.end();
      this.#head = { line, id: null, account: this.#defaults.account, sequence: null };
      this.#currency = this.#defaults.currency;
    }
    const head = this.#head as MtHead;
    if (tag === '20') head.id = value || null;
    else if (tag === '25' || tag === '25P') head.account = value || head.account;
    else if (tag === '28' || tag === '28C') head.sequence = value || null;
    else if (tag === '60F' || tag === '60M') this.#opening = this.#balance(field) ?? this.#opening;
    else if (tag === '62F' || tag === '62M') {
      this.#closeLine();
      this.#closing = this.#balance(field) ?? this.#closing;
    } else if (tag === '34F') this.#currency = /^([A-Z]{3})/.exec(value)?.[1] ?? this.#currency;
    else if (tag === '90C' || tag === '90D') this.#total(field);
    else if (tag === '61') {
      this.#closeLine();
      this.#open = { field, information: null };
    } else if (tag === '86' && this.#open !== null) {
      const { information } = this.#open;
      // Some banks write a field for each line of it.
      const lines = [...(information?.lines ?? []), ...field.lines];
      this.#open.information = { ...field, lines: lines.slice(0, MAX_FIELD_LINES + 1) };
    }
  }

  /** Ends the statement that is open. */
  end(): void {
    if (this.#head === null) return;
    this.#closeLine();
    this.#announce();
    if (!this.#intraday && this.#closing === null) {
      const { line } = this.#head;
      this.#fault(
        'file',
        line,
        ':62F:',
        null,
        'incomplete',
        'the statement has no closing balance: it was cut short',
      );
    }
    const totals = this.#expectsMore ? [] : this.#totals;
    const tally = this.#tally as StatementTally;
    const balances = { opening: this.#opening, closing: this.#closing };
    const isOtherWay = this.turned.has(this.#number);
    this.#parts.push(...tally.end(balances, totals, { isOtherWay }));
    if (!isOtherWay && tally.turnsReversals(balances)) this.toTurn.add(this.#number);
    this.#head = this.#begin = this.#tally = this.#opening = this.#closing = null;
    this.#totals = [];
    this.#expectsMore = false;
  }

  #announce(): StatementBegin {
    if (this.#begin !== null) return this.#begin;
    const { line, id, account, sequence } = this.#head as MtHead;
    this.#number += 1;
    this.#begin = {
      kind: 'statement',
      statement: this.#number,
      line,
      account,
      currency: this.#opening?.currency ?? this.#currency,
      id,
      sequence,
      intraday: this.#intraday,
    };
    this.#tally = new StatementTally(this.#begin);
    this.#parts.push(this.#begin);
    return this.#begin;
  }

  #closeLine(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const begin = this.#announce();
    const tally = this.#tally as StatementTally;
    const { row, faults, movement, original } = readMtRow(open, begin, this.turned.has(this.#number));
    if (row === null) {
      tally.seeRefused(movement);
      const received = receivedBy(movement);
      for (const { value, code, message } of faults) {
        this.#fault('row', open.field.line, ':61:', value, code, message, original, received);
      }
      return;
    }
    this.#expectsMore ||= row.status === 'pending';
    tally.see(row, movement);
    this.#parts.push(row);
  }

  #balance(field: MtField): StatedBalance | null {
    const text = (field.lines[0] ?? '').trim();
    const match = /^([CD])[A-Z]?(\d{6})([A-Z]{3})([\d,]+)$/.exec(text);
    const date = match === null ? null : mtDate(match[2] as string);
    const digits = match === null ? null : mtDigits(match[4] as string);
    const read = digits === null ? null : exactAmount(digits, match?.[3] as string);
    if (match === null || date === null || read === null || 'reason' in read) {
      const message = `"${text.slice(0, 40)}" is not a balance like C260901EGP1000,00`;
      this.#fault('file', field.line, `:${field.tag}:`, text, 'invalid_balance', message);
      return null;
    }
    return { amount: read.amount, negative: match[1] === 'D', currency: match[3] as string, date };
  }

  #total(field: MtField): void {
    const match = /^(\d{1,5})([A-Z]{3})([\d,]+)/.exec((field.lines[0] ?? '').trim());
    const digits = match === null ? null : mtDigits(match[3] as string);
    const read = digits === null ? null : exactAmount(digits, match?.[2] as string);
    if (match === null || read === null || 'reason' in read) {
      const value = field.lines[0] ?? '';
      this.#fault(
        'file',
        field.line,
        `:${field.tag}:`,
        value,
        'invalid_total',
        'the total is not like 2EGP1000,00',
      );
      return;
    }
    const of = field.tag === '90C' ? 'credits' : 'debits';
    this.#totals.push({
      name: `:${field.tag}:`,
      of,
      count: Number(match[1]),
      sum: read.amount,
      line: field.line,
    });
  }

  #fault(
    scope: 'row' | 'file',
    line: number,
    column: string | null,
    value: string | null,
    code: string,
    message: string,
    original: readonly string[] = [],
    received: Pick<StatementFault, 'received'> = {},
  ): null {
    this.#parts.push({
      kind: 'fault',
      scope,
      statement: this.#begin?.statement ?? this.#number + 1,
      line,
      place: null,
      column,
      value: value === null ? null : value.slice(0, 200),
      code,
      message,
      original,
      ...received,
    });
    return null;
  }
}
