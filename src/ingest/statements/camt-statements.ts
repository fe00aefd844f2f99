import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import { unreadableFile } from '../refused-file.ts';
import { type XmlAttributes, type XmlHandler, XmlScanner } from '../xml-events.ts';
import type { CamtFault } from './camt-amounts.ts';
import { type CamtDetail, readCamtDetail } from './camt-entry.ts';
import { CamtStatement, ownTotal } from './camt-statement.ts';
import { AmountSum } from './statement-amount.ts';
import type { StatementFault, StatementPart } from './statement-part.ts';
import { XmlNode } from './xml-node.ts';

/** Messages that hold movements of an account, by their element: what they are, and where the account stands. */
export const CAMT_MESSAGES = {
  BkToCstmrAcctRpt: { format: 'camt.052', part: 'Rpt' },
  BkToCstmrStmt: { format: 'camt.053', part: 'Stmt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt.054', part: 'Ntfctn' },
} as const;

/** Elements kept at one time outside of entries that are done: an entry with its parties has some hundred. */
const MAX_LIVE_NODES = 100_000;
const MAX_LIVE_CHARACTERS = 8_388_608;

/** A message of account movements and how it is to be read. */
export interface CamtFile {
  /** How messages name it. */
  readonly source: string;
  /** Of a statement that names none. */
  readonly account: string | null;
  readonly text: AsyncIterable<string>;
  /** The same once more, from its start; null where it flows only once. */
  readonly again: (() => AsyncIterable<string>) | null;
}

/** An entry that is a reversal, in whatever namespace. */
const REVERSAL = /RvslInd\s*>\s*(?:true|1)\s*</;
/** Longer than what {@link REVERSAL} finds, which chunks may cut. */
const KEPT_OF_CHUNK = 64;

/**
 * Reads camt.052, camt.053 and camt.054 by their structure, whatever version or namespace they name, entry by entry
 * with flat memory: once a reversal comes up, the file is read a second time for what its balances say of them. Throws a
 * {@link RefusedFile} when the XML is broken or holds no such message.
 */
export async function* camtStatements(file: CamtFile): AsyncGenerator<readonly StatementPart[]> {
  const reader = new CamtReader(file);
  const scanner = new XmlScanner(reader, file.source);
  let seen: string | null = '';
  for await (const chunk of file.text) {
    if (seen !== null) {
      const now: string = seen + chunk;
      const isFound = REVERSAL.test(now);
      if (isFound) reader.turned = await turnedStatements(file);
      seen = isFound ? null : now.slice(-KEPT_OF_CHUNK);
    }
    scanner.feed(chunk);
    const parts = reader.take();
    if (parts.length > 0) yield parts;
  }
  scanner.end();
  reader.end();
  yield reader.take();
}

/** The numbers of the statements whose balances turn their reversals round. */
async function turnedStatements(file: CamtFile): Promise<ReadonlySet<number>> {
  const reader = new CamtReader(file);
  if (file.again === null) return reader.turned;
  const scanner = new XmlScanner(reader, file.source);
  for await (const chunk of file.again()) {
    scanner.feed(chunk);
    reader.take();
  }
  return reader.toTurn;
}

class CamtReader implements XmlHandler {
  readonly #source: string;
  readonly #account: string | null;
  readonly #stack: XmlNode[] = [];
  readonly #parts: StatementPart[] = [];
  #message: { readonly depth: number; readonly part: string; readonly intraday: boolean } | null = null;
  #root: string | null = null;
  #statement: CamtStatement | null = null;
  #statements = 0;
  #details: (CamtDetail | CamtFault)[] = [];
  #batches: { readonly node: XmlNode; details: number }[] = [];
  #entry: XmlNode | null = null;
  #messageRows = 0;
  #messageSum = new AmountSum();
  /** Refused entries are as many rows as nobody knows, and may be of any amount. */
  #rowsAreKnown = true;
  #sumIsKnown = true;
  #liveNodes = 0;
  #liveCharacters = 0;

  /** Statements to read with their reversals turned round. */
  turned: ReadonlySet<number> = new Set();
  /** Statements that were not read so, and should have been. */
  readonly toTurn = new Set<number>();

  constructor({ source, account }: Pick<CamtFile, 'source' | 'account'>) {
    this.#source = source;
    this.#account = account;
  }

  take(): readonly StatementPart[] {
    return this.#parts.splice(0);
  }

  open(name: string, attributes: XmlAttributes, line: number): void {
    this.#root ??= name;
    const node = new XmlNode(name, attributes, line);
    const parent = this.#stack.at(-1);
    this.#stack.push(node);
    const depth = this.#stack.length;
    if (this.#message === null) {
      if (Object.hasOwn(CAMT_MESSAGES, name)) {
        const { format, part } = CAMT_MESSAGES[name as keyof typeof CAMT_MESSAGES];
        this.#message = { depth, part, intraday: format === 'camt.052' };
        this.#messageRows = 0;
        this.#messageSum = new AmountSum();
        this.#rowsAreKnown = this.#sumIsKnown = true;
      }
      return;
    }
    this.#liveNodes += 1;
    if (this.#liveNodes > MAX_LIVE_NODES) this.#tooLarge();
    parent?.children.push(node);
    if (depth === this.#message.depth + 1 && name === this.#message.part) {
      this.#statements += 1;
      const number = this.#statements;
      const { intraday } = this.#message;
      const about = { number, intraday, account: this.#account, turned: () => this.turned.has(number) };
      this.#statement = new CamtStatement(node, about, this.#parts);
    } else if (depth === this.#message.depth + 2 && name === 'Ntry') {
      this.#entry = node;
      this.#details = [];
      this.#batches = [];
    } else if (name === 'NtryDtls' && parent === this.#entry) this.#batches.push({ node, details: 0 });
  }

  text(text: string): void {
    if (this.#message === null) return;
    this.#liveCharacters += text.length;
    if (this.#liveCharacters > MAX_LIVE_CHARACTERS) this.#tooLarge();
    this.#stack.at(-1)?.addText(text);
  }

  close(name: string): void {
    const node = this.#stack.pop() as XmlNode;
    if (this.#message === null) return;
    const parent = this.#stack.at(-1);
    const depth = this.#stack.length + 1;
    if (name === 'TxDtls' && this.#entry !== null) {
      this.#detail(node);
      this.#prune(parent);
    } else if (node === this.#entry) {
      this.#statement?.entry(node, this.#details, this.#batches);
      this.#entry = null;
      this.#details = [];
      this.#batches = [];
      this.#prune(parent);
    } else if (this.#statement !== null && depth === this.#message.depth + 1 && name === this.#message.part) {
      if (this.#statement.end()) this.toTurn.add(this.#statements);
      this.#messageRows += this.#statement.rows;
      this.#messageSum.add(this.#statement.sum.toString(), null);
      if (this.#statement.refused > 0) this.#rowsAreKnown = false;
      if (!this.#statement.sumIsKnown) this.#sumIsKnown = false;
      this.#statement = null;
      this.#prune(parent);
    } else if (depth === this.#message.depth) {
      this.#checkMessage(node);
      this.#message = null;
    }
  }

  /** At the end of the file: refuses one that holds no message, or none of an account. */
  end(): void {
    if (this.#statements > 0) return;
    const hint = 'Read are camt.052, camt.053 and camt.054, with at least one statement.';
    throw unreadableFile(
      this.#source,
      `is XML of another kind (<${this.#root}>): it holds no statement`,
      hint,
    );
  }

  #detail(node: XmlNode): void {
    const entry = this.#entry as XmlNode;
    const currency = entry.first('Amt')?.attributes.Ccy ?? this.#statement?.currency ?? '';
    const direction = entry.value('CdtDbtInd') === 'DBIT' ? 'debit' : 'credit';
    this.#details.push(readCamtDetail(node, { currency, direction }));
    const batch = this.#batches.at(-1);
    if (batch !== undefined) batch.details += 1;
  }

  /** Lets go of the last child, which has been read. What stays are the few elements around entries. */
  #prune(parent: XmlNode | undefined): void {
    parent?.children.pop();
    this.#liveCharacters = 0;
    this.#liveNodes = this.#stack.length + (parent?.children.length ?? 0);
  }

  #checkMessage(message: XmlNode): void {
    const header = message.first('GrpHdr');
    if (header === null) return;
    const said = ownTotal('GrpHdr', 'all', header.value('NbOfTxs'), header.value('CtrlSum'), header.line);
    const found = this.#messageSum.units;
    const wrong: [string, string, string][] = [];
    if (said.count !== null && this.#rowsAreKnown && said.count !== this.#messageRows) {
      wrong.push(['NbOfTxs', String(said.count), `${this.#messageRows} transactions`]);
    }
    if (said.sum !== null && this.#sumIsKnown && unitsOf(said.sum) !== found)
      wrong.push(['CtrlSum', said.sum, textOfUnits(found)]);
    for (const [column, value, holds] of wrong) {
      this.#parts.push({
        kind: 'fault',
        scope: 'file',
        statement: this.#statements,
        line: header.line,
        place: null,
        column,
        value,
        code: 'control_total',
        message: `the file says ${value} (${column}), but holds ${holds}`,
        original: [],
      } satisfies StatementFault);
    }
    if (header.value('MsgPgntn/LastPgInd') === 'false') {
      const note = 'The file says that it is not the last page of its message';
      this.#parts.push({
        kind: 'warning',
        statement: 0,
        line: header.line,
        code: 'more_pages',
        message: note,
      });
    }
  }

  #tooLarge(): never {
    throw unreadableFile(
      this.#source,
      'has an element too large to be of a bank statement',
      'Export it again.',
    );
  }
}
