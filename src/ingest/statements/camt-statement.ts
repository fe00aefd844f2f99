import { type CamtFault, isCamtFault } from './camt-amounts.ts';
import { balanceOf, balancesAround, balancesOf } from './camt-balances.ts';
import { type CamtDetail, readCamtEntry } from './camt-entry.ts';
import { batchFaults, type CamtBatch, type CamtRow, camtRows } from './camt-rows.ts';
import { AmountSum } from './statement-amount.ts';
import type { StatementBegin, StatementFault, StatementPart, StatementRow } from './statement-part.ts';
import {
  type Movement,
  type OwnTotal,
  otherDirection,
  receivedBy,
  StatementTally,
} from './statement-tally.ts';
import type { XmlNode } from './xml-node.ts';

/** Headings of the rows in a reject file. */
export const CAMT_HEADINGS = ['entry'];

/** What is known of a statement before it is read. */
export interface StatementAbout {
  readonly number: number;
  readonly intraday: boolean;
  /** Where it names none. */
  readonly account: string | null;
  /** Whether its reversals repeat the direction of what they take back, which is known by the first of them. */
  turned(): boolean;
}

/** One `Stmt`, `Rpt` or `Ntfctn`, from its elements as they close. */
export class CamtStatement {
  readonly #node: XmlNode;
  readonly #about: StatementAbout;
  readonly #number: number;
  readonly #parts: StatementPart[];
  #tally: StatementTally | null = null;
  #begin: StatementBegin | null = null;
  #entries = 0;
  /** Rows without any date, which wait for the closing balance. */
  #undated: {
    readonly row: CamtRow;
    readonly node: XmlNode;
    readonly place: string;
    readonly begins: Movement | null;
  }[] = [];
  #undatedRows = 0;
  /** Of its entries, as far as their amounts can be read. */
  readonly sum = new AmountSum();
  sumIsKnown = true;
  rows = 0;
  /** Entries that are no rows, because something of them cannot be read. */
  refused = 0;

  constructor(node: XmlNode, about: StatementAbout, parts: StatementPart[]) {
    this.#node = node;
    this.#about = about;
    this.#number = about.number;
    this.#parts = parts;
  }

  /** The currency of the account, as far as it was said. */
  get currency(): string | null {
    const own = this.#node.value('Acct/Ccy');
    return own ?? this.#node.first('Bal/Amt')?.attributes.Ccy ?? null;
  }

  /** An entry that is complete; `details` are its transactions, already read, `batches` how many each of them held. */
  entry(node: XmlNode, details: readonly (CamtDetail | CamtFault)[], batches: readonly CamtBatch[]): void {
    this.#entries += 1;
    const begin = this.#announce();
    const place = `entry ${this.#entries}`;
    const { entry, faults, movement } = readCamtEntry(node, {
      currency: begin.currency,
      turned: this.#about.turned(),
    });
    const unreadable = [...faults, ...details.filter(isCamtFault)];
    if (entry === null || unreadable.length > 0) {
      this.#refuse(unreadable, movement, node, place);
      return;
    }
    const read = (details as readonly CamtDetail[]).map((detail) =>
      entry.isTurned ? { ...detail, direction: otherDirection(detail.direction) } : detail,
    );
    const contradictions = batchFaults(entry, read, batches);
    if (contradictions.length > 0) {
      this.#refuse(contradictions, movement, node, place);
      return;
    }
    const { rows, difference } = camtRows(entry, read);
    rows.forEach((row, at) => {
      const where = rows.length === 1 ? place : `${place}, detail ${at + 1}`;
      const date = entry.bookingDate ?? entry.valueDate;
      const begins = at === 0 ? movement : null;
      if (date === null) this.#undated.push({ row, node, place: where, begins });
      else {
        const dateFrom = entry.bookingDate === null ? 'value' : 'booking';
        this.#push(
          { ...this.#placed(row, node, where), bookingDate: date, dateFrom, valueDate: entry.valueDate },
          begins,
        );
      }
    });
    if (this.#undated.length > 0) this.#dateFromClosing();
    if (difference === null) return;
    const message = `Line ${node.line}, ${place}: ${difference}; it is one row of the entry`;
    this.#parts.push({
      kind: 'warning',
      statement: this.#number,
      line: node.line,
      code: 'details_do_not_add_up',
      message,
    });
  }

  /** The end of the statement; answers whether its balances turn its reversals round. */
  end(): boolean {
    const begin = this.#announce();
    const between = balancesAround(this.#node);
    const booked = {
      opening: balanceOf(this.#node, 'OPBD') ?? balanceOf(this.#node, 'PRCD'),
      closing: balanceOf(this.#node, 'CLBD'),
    };
    // What an intraday report holds is often less than what lies between its balances.
    const { opening, closing } = this.#about.intraday ? booked : between;
    for (const fault of ['OPBD', 'PRCD', 'CLBD']
      .flatMap((type) => balancesOf(this.#node, type))
      .filter(isCamtFault)) {
      this.#parts.push(this.#fault('file', fault, fault.node ?? this.#node, 'balance'));
    }
    // Some banks put the balances behind the entries.
    this.#dateFromClosing();
    for (const { row, node, place, begins } of this.#undated.splice(0)) {
      const message = 'the entry has no date, and its statement no closing balance with one';
      const fault = { node, column: 'BookgDt', value: null, code: 'required', message };
      if (begins !== null) {
        this.#tally?.seeRefused(begins);
        this.refused += 1;
        this.sum.add(begins.amount, begins.amountPiastres);
      }
      this.#parts.push({ ...this.#fault('row', fault, node, place), ...receivedBy(row) });
    }
    if (this.#undatedRows > 0) {
      const { line } = this.#node;
      const many = this.#undatedRows === 1 ? 'An entry has' : `${this.#undatedRows} entries have`;
      const message = `Statement ${begin.statement}: ${many} neither a booking nor a value date; the closing date ${booked.closing?.date} is taken`;
      this.#parts.push({
        kind: 'warning',
        statement: this.#number,
        line,
        code: 'date_from_closing',
        message,
      });
    }
    if (this.#node.value('StmtPgntn/LastPgInd') === 'false') {
      const message = `Statement ${begin.statement} says that more pages of it follow`;
      this.#parts.push({
        kind: 'warning',
        statement: this.#number,
        line: this.#node.line,
        code: 'more_pages',
        message,
      });
    }
    const tally = this.#tally as StatementTally;
    const isOtherWay = this.#about.turned();
    this.#parts.push(...tally.end({ opening, closing }, this.#ownTotals(), { isOtherWay, between }));
    return !isOtherWay && tally.turnsReversals(between);
  }

  #announce(): StatementBegin {
    if (this.#begin !== null) return this.#begin;
    this.#begin = {
      kind: 'statement',
      statement: this.#number,
      line: this.#node.line,
      account:
        this.#node.value('Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/PrtryAcct/Id') ?? this.#about.account,
      currency: this.currency,
      id: this.#node.value('Id'),
      sequence: this.#node.value('ElctrncSeqNb', 'LglSeqNb'),
      intraday: this.#about.intraday,
    };
    this.#tally = new StatementTally(this.#begin);
    this.#parts.push(this.#begin);
    return this.#begin;
  }

  #placed(row: CamtRow, node: XmlNode, place: string) {
    const { direction, amount, currency, bankReference, endToEndId } = row;
    const shown = [direction, amount, currency, bankReference, endToEndId, place];
    return {
      kind: 'row' as const,
      statement: this.#number,
      line: node.line,
      place,
      original: [shown.filter((text) => text !== null).join(' ')],
      loan: null,
      method: null,
      ...row,
    };
  }

  #push(row: StatementRow, begins: Movement | null): void {
    this.#tally?.see(row, begins);
    this.rows += 1;
    if (begins !== null) this.sum.add(begins.amount, begins.amountPiastres);
    this.#parts.push(row);
  }

  #dateFromClosing(): void {
    const date = balanceOf(this.#node, 'CLBD')?.date ?? null;
    if (date === null) return;
    for (const { row, node, place, begins } of this.#undated.splice(0)) {
      if (begins !== null) this.#undatedRows += 1;
      this.#push(
        { ...this.#placed(row, node, place), bookingDate: date, dateFrom: 'closing', valueDate: null },
        begins,
      );
    }
  }

  /** Leaves an entry out, which is no reason to leave others out: what it moved counts in the statement's own totals. */
  #refuse(faults: readonly CamtFault[], movement: Movement | null, node: XmlNode, place: string): void {
    this.#tally?.seeRefused(movement);
    this.refused += 1;
    if (movement !== null) this.sum.add(movement.amount, movement.amountPiastres);
    else this.sumIsKnown = false;
    const received = receivedBy(movement);
    for (const fault of faults) this.#parts.push({ ...this.#fault('row', fault, node, place), ...received });
  }

  #ownTotals(): readonly OwnTotal[] {
    return (['all', 'credits', 'debits'] as const).flatMap((of) => {
      const name = { all: 'TtlNtries', credits: 'TtlCdtNtries', debits: 'TtlDbtNtries' }[of];
      const node = this.#node.first(`TxsSummry/${name}`);
      if (node === null) return [];
      return [ownTotal(name, of, node.value('NbOfNtries'), node.value('Sum'), node.line)];
    });
  }

  #fault(scope: 'row' | 'file', fault: CamtFault, entry: XmlNode, place: string): StatementFault {
    const { column, value, code, message } = fault;
    const shown = [
      place,
      entry.value('CdtDbtInd'),
      entry.value('Amt'),
      entry.value('AcctSvcrRef', 'NtryRef'),
    ];
    return {
      kind: 'fault',
      scope,
      statement: this.#number,
      line: fault.node?.line ?? entry.line,
      place,
      column,
      value: value === null ? null : value.slice(0, 200),
      code,
      message,
      original: [shown.filter((text) => text !== null).join(' ')],
    };
  }
}

/** A total that a message gives of itself; what is no number there says nothing. */
export function ownTotal(
  name: string,
  of: OwnTotal['of'],
  count: string | null,
  sum: string | null,
  line: number,
): OwnTotal {
  return {
    name,
    of,
    count: count !== null && /^\d{1,9}$/.test(count) ? Number(count) : null,
    sum: sum !== null && /^\d{1,15}(\.\d{1,5})?$/.test(sum) ? sum : null,
    line,
  };
}
