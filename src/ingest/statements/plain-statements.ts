import type { CalendarDate } from '../../domain/dates.ts';
import { isRealReference } from '../../domain/real-reference.ts';
import { exactAmount, isZeroAmount } from './statement-amount.ts';
import type { ReturnedMovement, StatementBegin, StatementPart, StatementRow } from './statement-part.ts';
import { type BalancesAround, type OwnTotal, StatementTally } from './statement-tally.ts';

/** What a file may leave out. */
export interface StatementDefaults {
  readonly account: string | null;
  readonly currency: string | null;
}

/** What one entry of a statement says, in formats in which an entry is one movement. */
export interface PlainEntry {
  readonly line: number;
  /** As it stands in the file. */
  readonly original: readonly string[];
  readonly direction: 'credit' | 'debit';
  /** Decimal text with a point, without a sign. */
  readonly digits: string;
  readonly bookingDate: CalendarDate;
  readonly valueDate?: CalendarDate | null;
  readonly isPending?: boolean;
  readonly returned?: ReturnedMovement | null;
  readonly bankReference?: string | null;
  readonly customerReference?: string | null;
  readonly text: string | null;
  readonly payerName?: string | null;
  readonly payerAccount?: string | null;
  /** Other texts, each under its name. */
  readonly others?: readonly (readonly [name: string, text: string])[];
}

/** Why an entry cannot be read. */
export interface EntryFault {
  readonly column: string;
  readonly value: string | null;
  readonly code: string;
  readonly message: string;
}

/** Puts the parts of a file together whose statements are a list of plain entries. */
export class PlainStatements {
  #parts: StatementPart[] = [];
  #number = 0;
  #begin: StatementBegin | null = null;
  #tally: StatementTally | null = null;

  get count(): number {
    return this.#number;
  }

  take(): readonly StatementPart[] {
    return this.#parts.splice(0);
  }

  /** Opens a statement; one that is open must have been ended. */
  open(about: Omit<StatementBegin, 'kind' | 'statement'>): void {
    this.#number += 1;
    this.#begin = { kind: 'statement', statement: this.#number, ...about };
    this.#tally = new StatementTally(this.#begin);
    this.#parts.push(this.#begin);
  }

  /** Adds an entry as a row, or as the fault that its amount has. */
  add(entry: PlainEntry): void {
    const { statement, currency } = this.#opened;
    const faulty = (code: string, message: string) =>
      this.refuse(entry.line, entry.original, [{ column: 'amount', value: entry.digits, code, message }]);
    const money = currency === null ? null : exactAmount(entry.digits, currency);
    if (currency === null || money === null) {
      faulty('invalid_currency', 'the statement does not say its currency');
      return;
    }
    if ('reason' in money) {
      faulty('invalid_amount', `"${entry.digits}" ${money.reason}`);
      return;
    }
    const isZero = isZeroAmount(money.amount);
    const row: StatementRow = {
      kind: 'row',
      statement,
      line: entry.line,
      place: null,
      original: entry.original,
      direction: entry.direction,
      status: isZero ? 'info' : entry.isPending === true ? 'pending' : 'booked',
      returned: entry.returned ?? null,
      amount: money.amount,
      amountPiastres: money.amountPiastres,
      currency,
      bookingDate: entry.bookingDate,
      dateFrom: 'booking',
      valueDate: entry.valueDate ?? null,
      bankReference: real(entry.bankReference),
      entryReference: null,
      customerReference: real(entry.customerReference),
      endToEndId: null,
      loan: null,
      method: null,
      text: entry.text,
      payerAccount: entry.payerAccount ?? null,
      payerPhone: null,
      payerName: entry.payerName ?? null,
      balance: null,
      otherText: otherText(entry),
      charges: null,
      instructed: null,
    };
    this.#tally?.see(row);
    this.#parts.push(row);
  }

  /** Tells what is wrong with an entry; no total can be held against its statement. */
  refuse(line: number, original: readonly string[], faults: readonly EntryFault[]): void {
    this.#tally?.seeUnreadable();
    for (const fault of faults) this.#fault('row', line, original, fault);
  }

  /** Tells what keeps anything of the file from being posted. */
  contradict(line: number, fault: EntryFault): void {
    this.#fault('file', line, [], fault);
  }

  /** Ends the statement with what it says of itself. */
  end(balances: BalancesAround, totals: readonly OwnTotal[] = []): void {
    this.#parts.push(...(this.#tally as StatementTally).end(balances, totals));
    this.#begin = this.#tally = null;
  }

  get #opened(): StatementBegin {
    if (this.#begin === null) throw new Error('an entry stands outside of a statement');
    return this.#begin;
  }

  #fault(scope: 'row' | 'file', line: number, original: readonly string[], fault: EntryFault): void {
    const statement = this.#begin?.statement ?? this.#number;
    this.#parts.push({ kind: 'fault', scope, statement, line, place: null, original, ...fault });
  }
}

function real(reference: string | null | undefined): string | null {
  const text = reference?.trim() ?? '';
  return text !== '' && isRealReference(text) ? text : null;
}

/** Texts that have no place of their own, and what stands for a reference and is none. */
function otherText({ others = [], bankReference, customerReference }: PlainEntry): string | null {
  const unreal = (reference: string | null | undefined) =>
    real(reference) === null ? (reference ?? '') : '';
  const all = [
    ...others,
    ['Bank reference', unreal(bankReference)],
    ['Customer reference', unreal(customerReference)],
  ] as const;
  const some = all.flatMap(([name, text]) => (text.trim() === '' ? [] : [`${name}: ${text.trim()}`]));
  return some.length === 0 ? null : some.join('; ');
}
