import { nearestWord } from '../domain/nearest-word.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** What a column of a transaction history can be. */
export const HISTORY_COLUMNS = [
  'timestamp',
  'value_date',
  'amount',
  'credit',
  'debit',
  'event',
  'transaction_type',
  'status',
  'balance',
  'id',
  'details',
  'currency',
] as const;
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];

/** Names that `pay import` has for the same columns. */
const OTHER_NAMES: Readonly<Record<string, HistoryColumn>> = {
  payment_date: 'timestamp',
  reference: 'id',
  type: 'event',
};

/** The headings of each column that the file has, or their numbers; several only of `details`. */
export type ColumnsMap = { readonly [column in HistoryColumn]?: readonly string[] };

/**
 * Reads `timestamp=Date,amount=Amount` into a column map. A heading may hold commas: the next column begins at a
 * comma before a word and an equals sign.
 */
export function parseColumnsMap(text: string): ColumnsMap | Refusal {
  const map: { [column in HistoryColumn]?: readonly string[] } = {};
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const heading = part.slice(at + 1).trim();
    const column = OTHER_NAMES[name] ?? HISTORY_COLUMNS.find((known) => known === name);
    if (at === -1 || heading === '') return faulty(`"${part.trim()}" is not column=heading`);
    if (column === undefined) {
      const near = nearestWord(name, HISTORY_COLUMNS);
      return faulty(`there is no column "${name}"${near === null ? '' : `; did you mean ${near}?`}`);
    }
    if (map[column] !== undefined && column !== 'details') return faulty(`${column} is given twice`);
    map[column] = [...(map[column] ?? []), heading];
  }
  return contradiction(map) ?? map;
}

/** True for a map that says which column is what by number, as for a file without headings. */
export function isByNumber(map: ColumnsMap): boolean {
  return Object.values(map).every((names) => names.every((name) => /^[1-9]\d{0,2}$/.test(name)));
}

/** True for a map from which time, amount and direction can be known. */
export function isWhole(map: ColumnsMap): boolean {
  return lackOf(map) === null;
}

/** What is not known from a map alone; null: nothing. */
export function lackOf(map: ColumnsMap): string | null {
  if (map.timestamp === undefined) return 'timestamp is missing';
  const bothSides = map.credit !== undefined && map.debit !== undefined;
  return map.amount === undefined && !bothSides ? 'amount is missing, or credit and debit' : null;
}

function contradiction(map: ColumnsMap): Refusal | null {
  if (map.amount !== undefined && (map.credit !== undefined || map.debit !== undefined)) {
    return faulty('amount goes without credit and debit');
  }
  if (map.event !== undefined && (map.credit !== undefined || map.debit !== undefined)) {
    return faulty('event goes with amount');
  }
  return null;
}

function faulty(why: string): Refusal {
  return refuse('usage', `--columns-map: ${why}.`, {
    hint: `Write it like timestamp=Date,amount=Amount,details=Description; by number (timestamp=1,amount=3) in a file without headings. Columns: ${HISTORY_COLUMNS.join(', ')}.`,
  });
}
