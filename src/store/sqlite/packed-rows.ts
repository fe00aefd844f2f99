/** Values of one column, packed where they are all of one kind: a thread takes texts one by one far more slowly. */
export type PackedColumn =
  | { readonly at: number; readonly numbers: Float64Array }
  | { readonly at: number; readonly texts: string; readonly lengths: Uint32Array }
  | { readonly at: number; readonly bytes: Uint8Array; readonly size: number }
  | { readonly at: number; readonly mixed: readonly unknown[] };

/** Rows for one INSERT on their way to another thread. */
export interface PackedRows {
  readonly insert: string;
  readonly count: number;
  /** The values of the first row: those of every row but in `columns`. */
  readonly first: readonly unknown[];
  /** The columns in which rows differ. */
  readonly columns: readonly PackedColumn[];
}

/** Packs rows, at least one, each with as many values as the first. */
export function packRows(insert: string, rows: readonly (readonly unknown[])[]): PackedRows {
  const first = (rows[0] as readonly unknown[]).map(withoutItsPool);
  const columns: PackedColumn[] = [];
  for (const at of first.keys()) {
    const value = (rows[0] as readonly unknown[])[at];
    if (rows.some((row) => row[at] !== value)) columns.push(packedColumn(at, rows));
  }
  return { insert, count: rows.length, first, columns };
}

/** Small Buffers are cut from a larger one, which would be sent along whole. */
function withoutItsPool(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}

function packedColumn(at: number, rows: readonly (readonly unknown[])[]): PackedColumn {
  const value = (rows[0] as readonly unknown[])[at];
  if (typeof value === 'number') {
    const numbers = new Float64Array(rows.length);
    if (rows.every((row, index) => isNumberInto(numbers, index, row[at]))) return { at, numbers };
  } else if (typeof value === 'string') {
    const lengths = new Uint32Array(rows.length);
    let texts = '';
    const areTexts = rows.every((row, index) => {
      const text = row[at];
      if (typeof text !== 'string') return false;
      lengths[index] = text.length;
      texts += text;
      return true;
    });
    if (areTexts) return { at, texts, lengths };
  } else if (value instanceof Uint8Array) {
    const size = value.length;
    const bytes = new Uint8Array(rows.length * size);
    const areAlike = rows.every((row, index) => {
      const one = row[at];
      if (!(one instanceof Uint8Array) || one.length !== size) return false;
      bytes.set(one, index * size);
      return true;
    });
    if (areAlike) return { at, bytes, size };
  }
  return { at, mixed: rows.map((row) => withoutItsPool(row[at])) };
}

function isNumberInto(numbers: Float64Array, index: number, value: unknown): boolean {
  if (typeof value !== 'number') return false;
  numbers[index] = value;
  return true;
}
