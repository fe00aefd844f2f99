import { PAYMENT_FIELDS, recordOfLine } from './payment-lines.ts';
import { ADDED_HEADINGS, headingsOfRejected } from './rejected-headings.ts';
import type { StatementFile } from './statement-files.ts';

/** Why one row of a file was refused. */
export interface RejectedRow {
  /** Line on which it begins. */
  readonly line: number;
  /** Where its line says too little. */
  readonly place: string | null;
  readonly code: string;
  readonly reason: string;
}

/** Holds a line of JSON as it stood, behind the fields that were read of it. */
const WHOLE_LINE = 'original';
/** What spreadsheets run instead of showing it; numbers are none of it. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\p{Nd}\s.,:/\u066b\u066c-]*$))/u;
const LINE_END = '\r\n';

/**
 * Writes the refused rows of a file as a delimited file of the same columns, a piece at a time, with line, code and
 * reason behind them; one that was read from such a file has them once. Reads the file again. JSON Lines come under
 * the headings of our own columns. A cell that a spreadsheet would take for a formula gets a leading `'`, which the
 * reader takes off again. A file of letters beyond ASCII says by a mark that these are UTF-8.
 */
export async function* rejectedRows(
  file: StatementFile,
  rejected: readonly RejectedRow[],
): AsyncGenerator<string> {
  const delimiter = file.table?.delimiter ?? ',';
  const isOfLines = file.format === 'jsonl';
  const headings = isOfLines ? [...PAYMENT_FIELDS, WHOLE_LINE] : file.headings;
  const own = headingsOfRejected(headings);
  const columns = own ?? headings;
  const written = (cells: readonly string[]) =>
    cells.map((cell) => quoted(cell, delimiter)).join(delimiter) + LINE_END;
  if (file.marked || file.encoding !== 'utf-8') yield '\ufeff';
  for (const cells of file.table?.naming ?? []) yield written(cells);
  yield written([...columns, ...ADDED_HEADINGS]);
  const reasons = new Reasons(rejected);
  for await (const parts of file.parts()) {
    let text = '';
    for (const part of parts) {
      const isRow = part.kind === 'row' || (part.kind === 'fault' && part.scope === 'row');
      const why = isRow ? reasons.take(part) : null;
      if (!isRow || why === null) continue;
      const { original } = part;
      const cells = isOfLines ? cellsOfLine(original[0] ?? '') : original;
      const filled = columns.map((_, at) => cells[at] ?? '');
      // A row with more cells than there are headings keeps them, for whoever corrects it.
      const more = own === null ? cells.slice(columns.length) : [];
      text += written([...filled, String(part.line), why.code, why.reason, ...more]);
    }
    if (text !== '') yield text;
  }
}

/** What is said against rows, each row once. */
class Reasons {
  readonly #byPlace = new Map<string, RejectedRow>();

  constructor(rejected: readonly RejectedRow[]) {
    for (const row of rejected) {
      const key = keyOf(row);
      const known = this.#byPlace.get(key);
      if (known === undefined) this.#byPlace.set(key, row);
      else {
        const code = known.code === row.code ? row.code : `${known.code}; ${row.code}`;
        this.#byPlace.set(key, { ...row, code, reason: `${known.reason}; ${row.reason}` });
      }
    }
  }

  take(row: { readonly line: number; readonly place: string | null }): RejectedRow | null {
    const key = keyOf(row);
    const found = this.#byPlace.get(key) ?? null;
    this.#byPlace.delete(key);
    return found;
  }
}

function keyOf({ line, place }: { readonly line: number; readonly place: string | null }): string {
  return `${line} ${place ?? ''}`;
}

/** The fields of a line of JSON, and the line; of one that cannot be meant, the line alone. */
function cellsOfLine(text: string): readonly string[] {
  const read = recordOfLine(text);
  const record = typeof read === 'string' ? {} : read;
  const fields = PAYMENT_FIELDS.map((field) => {
    const given = Object.hasOwn(record, field) ? record[field] : null;
    return given === null ? '' : typeof given === 'object' ? JSON.stringify(given) : String(given);
  });
  return [...fields, text];
}

function quoted(cell: string, delimiter: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
