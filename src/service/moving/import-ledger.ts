import { createHash, type Hash } from 'node:crypto';
import type { Problem } from '../../contract/problem.ts';
import { type CalendarDate, laterOf, parseDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type MovedFact, RefusedFacts } from '../../store/moving-port.ts';
import type { WriteTx } from '../../store/port.ts';
import { verifyLedger } from '../verify-ledger.ts';
import { placeOfGroup, readFactLine } from './event-line.ts';
import { EVENT_FORMAT, EVENT_FORMAT_VERSION } from './export-ledger.ts';
import { factsOf, firstDifference, type MovedBook, movedBook } from './moved-book.ts';

/** Facts replayed at a time. */
const FACTS_AT_ONCE = 1000;

/** Why a file was not imported; thrown, so that nothing of it stays. */
export class ImportRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ImportRefused';
    this.problem = problem;
  }
}

/** How a file that is imported is told of. */
export interface ImportedFile {
  /** How messages name it. */
  readonly source: string;
  /** Its lines, some at a time; null for one longer than any of ours. */
  readonly lines: AsyncIterable<readonly (string | null)[]>;
}

/**
 * Replays an exported ledger into an empty one, with its dates, ids, officers and numbers; then adds it up, compares
 * that with what the file says, and verifies it whole. Throws ImportRefused, naming the line, for whatever is not
 * exactly what was exported: the unit must then be undone.
 */
export async function importLedger(
  tx: WriteTx,
  { source, lines }: ImportedFile,
  onFacts: (replayed: number, all: number) => void = () => {},
): Promise<MovedBook> {
  await refuseUnlessEmpty(tx);
  const replay = new Replay(tx, source, onFacts);
  for await (const some of lines) {
    for (const line of some) await replay.line(line);
  }
  const told = await replay.end();
  const found = await movedBook(tx);
  const difference = firstDifference(found, told);
  if (difference !== null) throw refused(`${source} was replayed and is not the same. ${difference}`);
  const { violations } = await verifyLedger(tx, {});
  const [first] = violations;
  if (first !== undefined) {
    const { check, where, message } = first;
    throw refused(`${source} was replayed and does not verify: ${check}, ${where}: ${message}.`);
  }
  return found;
}

/** Reads line after line and hands the facts on, some at a time. */
class Replay {
  readonly #tx: WriteTx;
  readonly #source: string;
  readonly #onFacts: (replayed: number, all: number) => void;
  readonly #hash: Hash = createHash('sha256');
  #line = 0;
  #all = 0;
  #replayed = 0;
  #group = 0;
  #waiting: MovedFact[] = [];
  #earlier = new EarlierRules(undefined);
  #end: (MovedBook & { readonly sha256: string }) | null = null;

  constructor(tx: WriteTx, source: string, onFacts: (replayed: number, all: number) => void) {
    this.#tx = tx;
    this.#source = source;
    this.#onFacts = onFacts;
  }

  async line(text: string | null): Promise<void> {
    this.#line += 1;
    if (text === null) throw this.#refuse('it is too long');
    if (this.#end !== null) throw this.#refuse('it stands after the last line of the export');
    const parsed = objectOf(text);
    if (parsed === null) throw this.#refuse('it is not a JSON object');
    if (this.#line === 1) this.#readHeader(parsed);
    else if ('end' in parsed) {
      this.#readEnd(parsed);
      return;
    } else await this.#readFact(text, parsed);
    this.#hash.update(`${text}\n`);
  }

  /** To be called after the last line; answers what the file says it adds up to. */
  async end(): Promise<MovedBook> {
    if (this.#line === 0) throw refused(`${this.#source} is empty.`);
    if (this.#end === null) throw refused(`${this.#source} is cut off after line ${this.#line}.`);
    await this.#flush();
    if (this.#hash.digest('hex') !== this.#end.sha256) {
      throw refused(`${this.#source} is not as it was exported: its digest is another one.`);
    }
    await this.#tx.replay.finish(this.#earlier.through());
    return this.#end;
  }

  #readHeader(parsed: Readonly<Record<string, unknown>>): void {
    if (parsed.format !== EVENT_FORMAT) {
      throw refused(`${this.#source} is not the export of a ledger: its first line does not say so.`);
    }
    if (typeof parsed.version !== 'number' || parsed.version > EVENT_FORMAT_VERSION) {
      throw new ImportRefused({
        code: 'event_file_newer',
        detail: `${this.#source} has version ${String(parsed.version)} of the format, and this loandesk knows ${EVENT_FORMAT_VERSION}.`,
      });
    }
    if (!areCounts(parsed.counts)) throw this.#refuse('its counts are not whole numbers');
    const through = readThrough(parsed);
    if (through === false) throw this.#refuse('its earlier_rules_through is no date');
    this.#earlier = new EarlierRules(through);
    this.#all = factsOf({ counts: parsed.counts });
  }

  async #readFact(text: string, parsed: Readonly<Record<string, unknown>>): Promise<void> {
    const read = readFactLine(text, parsed);
    if (!read.ok) throw this.#refuse(read.reason);
    const group = placeOfGroup(read.fact.fact);
    if (group < this.#group) throw this.#refuse(`it stands after what refers to it (${read.fact.fact})`);
    this.#group = group;
    this.#earlier.see(read.fact);
    this.#waiting.push(read.fact);
    if (this.#waiting.length >= FACTS_AT_ONCE) await this.#flush();
  }

  #readEnd(parsed: Readonly<Record<string, unknown>>): void {
    if (!isEnd(parsed)) throw this.#refuse('it is not the last line of an export');
    this.#end = parsed;
  }

  async #flush(): Promise<void> {
    const facts = this.#waiting;
    if (facts.length === 0) return;
    this.#waiting = [];
    // The facts stand one a line, up to the line before the end or the one just read.
    const last = this.#end === null ? this.#line : this.#line - 1;
    const first = last - facts.length + 1;
    try {
      await this.#tx.replay.add(facts);
    } catch (error) {
      if (!(error instanceof RefusedFacts)) throw error;
      const [from, to] = [first + error.first, first + error.last];
      const where = from === to ? `line ${from}` : `one of the lines ${from} to ${to}`;
      throw refused(`${this.#source}, ${where}: the ledger does not take it: ${error.message}.`);
    }
    this.#replayed += facts.length;
    this.#onFacts(this.#replayed, this.#all);
  }

  #refuse(reason: string): ImportRefused {
    return refused(`${this.#source}, line ${this.#line}: ${reason}.`);
  }
}

/** What the header says of it; undefined: an earlier program wrote the file; false: it says nothing that can be. */
function readThrough({ version, earlier_rules_through: text }: Readonly<Record<string, unknown>>) {
  if (version === 1) return undefined;
  if (text === null) return null;
  const date = parseDate(String(text));
  return isRefusal(date) ? false : date;
}

/**
 * The last day of what an earlier program posted by its own rules. In a file such a program wrote it is found as a
 * migration finds it (`migrations/*_servicing.sql`).
 */
class EarlierRules {
  readonly #told: CalendarDate | null | undefined;
  #last: CalendarDate | null = null;
  #matters = false;

  constructor(told: CalendarDate | null | undefined) {
    this.#told = told;
  }

  see({ fact, fields }: MovedFact): void {
    if (this.#told !== undefined) return;
    if (fact === 'policy') this.#matters ||= String(fields.change_json).includes('"key":"late_fee"');
    if (fact !== 'payment' && fact !== 'write_off') return;
    this.#matters ||= fact === 'write_off';
    const date = (fact === 'payment' ? fields.payment_date : fields.written_off_on) as CalendarDate;
    this.#last = this.#last === null ? date : laterOf(this.#last, date);
  }

  through(): CalendarDate | null {
    if (this.#told !== undefined) return this.#told;
    return this.#matters ? this.#last : null;
  }
}

async function refuseUnlessEmpty(tx: WriteTx): Promise<void> {
  const facts = factsOf({ counts: await tx.moving.counts() });
  if (facts === 0) return;
  throw new ImportRefused({
    code: 'ledger_exists',
    detail: `The ledger has ${facts} ${facts === 1 ? 'fact' : 'facts'} in it: only an empty one takes an export.`,
    hint: 'Name one that is not there yet with --ledger.',
  });
}

function refused(detail: string): ImportRefused {
  return new ImportRefused({ code: 'event_file_refused', detail });
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function areCounts(value: unknown): value is MovedBook['counts'] {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((count) => Number.isSafeInteger(count) && count >= 0);
}

function isEnd(
  parsed: Readonly<Record<string, unknown>>,
): parsed is Readonly<Record<string, unknown>> & MovedBook & { sha256: string } {
  const { end, counts, trial_balance, balances, anchor, sha256 } = parsed;
  return (
    end === true &&
    areCounts(counts) &&
    Array.isArray(trial_balance) &&
    trial_balance.every((row) => typeof row === 'object' && row !== null) &&
    typeof balances === 'object' &&
    balances !== null &&
    typeof anchor === 'object' &&
    typeof sha256 === 'string'
  );
}
