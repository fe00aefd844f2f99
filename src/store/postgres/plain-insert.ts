/** An INSERT of one row of bound values. */
export interface PlainInsert {
  readonly table: string;
  readonly columns: readonly string[];
  /** What is stored in each column, with one `?`. */
  readonly expressions: readonly string[];
}

const INSERT = /^\s*INSERT INTO (\w+)\s*(?:\(([^)]*)\))?\s*VALUES\s*\(([\s\S]*)\)\s*$/;

const known = new Map<string, PlainInsert | null>();

/**
 * Reads `INSERT INTO t (a, b) VALUES (?, decode(?, 'hex'))`; null for every other statement. Without a list of columns
 * they are those of the table, in its order.
 */
export function plainInsert(
  text: string,
  columnsOf: (table: string) => readonly string[],
): PlainInsert | null {
  let insert = known.get(text);
  if (insert === undefined) {
    insert = parsed(text, columnsOf);
    known.set(text, insert);
  }
  return insert;
}

function parsed(text: string, columnsOf: (table: string) => readonly string[]): PlainInsert | null {
  const [, table, list, values] = INSERT.exec(text) ?? [];
  if (table === undefined || values === undefined) return null;
  const columns = list?.split(',').map((name) => name.trim().replaceAll('"', '')) ?? columnsOf(table);
  const expressions = partsOf(values);
  if (expressions.length !== columns.length) return null;
  if (!expressions.every((expression) => expression.split('?').length === 2)) return null;
  return { table, columns, expressions };
}

/** The parts between the commas that are in no brackets. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of list) {
    if (character === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    part += character;
  }
  parts.push(part.trim());
  return parts;
}
