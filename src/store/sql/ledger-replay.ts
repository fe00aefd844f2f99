import type { MovedFact, MovedFields, MovedPosting } from '../moving-port.ts';
import { type LedgerReplay, RefusedFacts } from '../moving-port.ts';
import { CHAIN_START, sealHash } from '../sealing.ts';
import { accountIdOf } from './account-ids.ts';
import { bookOf } from './books.ts';
import { replayedRow } from './replayed-rows.ts';
import { ReplayedSums } from './replayed-sums.ts';
import { EARLIER_RULES_KEY } from './servicing-reader.ts';

/** Where the rows of a replay go: each engine has its quickest way. */
export interface RowSink {
  /**
   * Writes rows of one table in their order. Throws RefusedFacts, counted in rows, for what a constraint of the
   * table refuses.
   */
  insert(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void>;
  /** The short key of a new merchant, store or user; null: the engine gives it. */
  newKey(id: string): unknown;
  /** The short key of one that was written; undefined when there is none. */
  keyOf(kind: OwnerKind, ids: readonly string[]): Promise<unknown>;
}

/** What has rows under its short key. */
export type OwnerKind = 'merchant' | 'store' | 'user';

/** Rows of one table that wait to be written, each with the place of its fact in what was given. */
interface Waiting {
  readonly columns: readonly string[];
  readonly rows: (readonly unknown[])[];
  readonly places: number[];
}

const ENTRY_COLUMNS = [
  'entry_number',
  'kind',
  'event_id',
  'value_date',
  'booked_at',
  'booked_by',
  'reverses_entry_number',
] as const;
const POSTING_COLUMNS = ['entry_number', 'line', 'account_id', 'amount_piastres'] as const;
const SEAL_COLUMNS = ['sequence', 'kind', 'loan_id', 'number', 'item_hash', 'chain_hash'];

/** Writes the facts of another ledger through a sink. */
export function ledgerReplay(sink: RowSink): LedgerReplay['replay'] {
  const sums = new ReplayedSums();
  const keys = ownerKeys(sink);
  const places = new Map<string, number>();
  let chain: { readonly sequence: number; readonly hash: Uint8Array | string } = {
    sequence: 0,
    hash: CHAIN_START,
  };
  let waiting = new Map<string, Waiting>();

  const put = (table: string, columns: readonly string[], values: readonly unknown[], place: number) => {
    let rows = waiting.get(table);
    if (rows === undefined) {
      rows = { columns, rows: [], places: [] };
      waiting.set(table, rows);
    }
    rows.rows.push(values);
    rows.places.push(place);
  };

  const seal = (kind: 'entry' | 'audit', loanId: string | null, fields: MovedFields, place: number) => {
    const number = (kind === 'entry' ? fields.entry_number : fields.number) as number;
    const sequence = fields.sequence as number;
    if (sequence !== chain.sequence + 1) {
      throw new Error(`sequence ${sequence} does not follow ${chain.sequence}`);
    }
    const item = bytesOf(fields.hash);
    const hash = sealHash(chain.hash, sequence, { kind, loanId, number }, item);
    put('seals', SEAL_COLUMNS, [sequence, kind, loanId, number, item, hash], place);
    chain = { sequence, hash };
  };

  const putEntry = (fields: MovedFields, place: number): void => {
    const id = fields.loan_id as string;
    const { entries, postings, key } = bookOf(id);
    put(
      entries,
      [key, ...ENTRY_COLUMNS, 'hash'],
      [id, ...ENTRY_COLUMNS.map((name) => fields[name]), bytesOf(fields.hash)],
      place,
    );
    let line = 0;
    for (const { account, amount_piastres } of fields.postings as readonly MovedPosting[]) {
      line += 1;
      const values = [id, fields.entry_number, line, accountIdOf(account as never), amount_piastres];
      put(postings, [key, ...POSTING_COLUMNS], values, place);
    }
    seal('entry', id, fields, place);
  };

  const putFact = async (one: MovedFact, place: number): Promise<void> => {
    const { fact, fields } = one;
    if (fact === 'entry') return putEntry(fields, place);
    const nth = (places.get(fact) ?? 0) + 1;
    places.set(fact, nth);
    const row = await replayedRow(fact, fields, { nth, newKey: sink.newKey, keyOf: keys });
    put(row.table, row.columns, row.values, place);
    if (fact === 'audit') seal('audit', null, fields, place);
    sums.add(one);
  };

  /** A user's facts may be in several pieces: the sums are written once there are no more. */
  const writeSums = async (all: boolean): Promise<void> => {
    for (const { table, columns, userId, rows } of sums.take(all)) {
      const key = await keys('user', [userId]);
      await sink.insert(
        table,
        columns,
        rows.map((row) => [key, ...row]),
      );
    }
  };

  const flush = async (): Promise<void> => {
    const written = waiting;
    waiting = new Map();
    for (const [table, { columns, rows, places: of }] of written) {
      try {
        await sink.insert(table, columns, rows);
      } catch (error) {
        if (!(error instanceof RefusedFacts)) throw error;
        const { first, last, message, cause } = error;
        throw new RefusedFacts(of[first] as number, of[last] as number, message, cause);
      }
    }
  };

  return {
    add: async (facts) => {
      let fact: string | undefined;
      for (const [place, one] of facts.entries()) {
        // What a fact refers to is there before it.
        if (fact !== undefined && fact !== one.fact && !isJournal(one)) await flush();
        fact = one.fact;
        try {
          await putFact(one, place);
        } catch (error) {
          throw new RefusedFacts(place, place, (error as Error).message, error);
        }
      }
      await flush();
      await writeSums(false);
    },
    finish: async (earlierRulesThrough) => {
      await writeSums(true);
      if (earlierRulesThrough === null) return;
      await sink.insert('ledger_meta', ['key', 'value'], [[EARLIER_RULES_KEY, earlierRulesThrough]]);
    },
  };
}

function isJournal({ fact }: MovedFact): boolean {
  return fact === 'entry' || fact === 'audit';
}

function bytesOf(hex: MovedFields[string] | undefined): Buffer {
  return Buffer.from(hex as string, 'hex');
}

/** Rows of one owner stand together, so the last key is all that has to be remembered. */
function ownerKeys(sink: RowSink): RowSink['keyOf'] {
  const last = new Map<OwnerKind, { readonly ids: readonly string[]; readonly key: unknown }>();
  return async (kind, ids) => {
    const known = last.get(kind);
    if (known?.ids.every((id, index) => id === ids[index])) return known.key;
    const key = await sink.keyOf(kind, ids);
    if (key === undefined) throw new Error(`there is no ${kind} ${ids.join('/')} before it`);
    last.set(kind, { ids, key });
    return key;
  };
}
