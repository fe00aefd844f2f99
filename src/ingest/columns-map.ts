import { nearestWord } from '../domain/nearest-word.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** What a column of a transaction history can be. */
export const HISTORY_COLUMNS = [
  'timestamp',
  'amount',
  'credit',
  'debit',
  'event',
  'transaction_type',
  'balance',
  'id',
  'details',
  'currency',
] as const;
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];

/** The heading of each column that the file has. */
export type ColumnsMap = { readonly [column in HistoryColumn]?: string };

/** Place of each column in the rows of a file. */
export type ColumnPlaces = { readonly [column in HistoryColumn]?: number };

/**
 * Reads `timestamp=Date,amount=Amount` into a column map. A heading may hold commas: the next column begins at a
 * comma before a word and an equals sign.
 */
export function parseColumnsMap(text: string): ColumnsMap | Refusal {
  const map: { [column in HistoryColumn]?: string } = {};
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const heading = part.slice(at + 1).trim();
    const column = HISTORY_COLUMNS.find((known) => known === name);
    if (at === -1 || heading === '') return faulty(`"${part.trim()}" is not column=heading`);
    if (column === undefined) {
      const near = nearestWord(name, HISTORY_COLUMNS);
      return faulty(`there is no column "${name}"${near === null ? '' : `; did you mean ${near}?`}`);
    }
    if (map[column] !== undefined) return faulty(`${column} is given twice`);
    map[column] = heading;
  }
  return missingColumn(map) ?? map;
}

/** Refuses a map from which time, amount or direction cannot be known; null when it will do. */
function missingColumn(map: ColumnsMap): Refusal | null {
  if (map.timestamp === undefined) return faulty('timestamp is missing');
  const bothSides = map.credit !== undefined && map.debit !== undefined;
  if (map.amount === undefined && !bothSides) return faulty('amount is missing, or credit and debit');
  if (map.amount !== undefined && (map.credit !== undefined || map.debit !== undefined)) {
    return faulty('amount goes without credit and debit');
  }
  if (map.event !== undefined && map.amount === undefined) return faulty('event goes with amount');
  return null;
}

function faulty(why: string): Refusal {
  return refuse('usage', `--columns-map: ${why}.`, {
    hint: `Write it like timestamp=Date,amount=Amount,details=Description. Columns: ${HISTORY_COLUMNS.join(', ')}.`,
  });
}
