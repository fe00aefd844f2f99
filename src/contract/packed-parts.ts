import type { OperationInput } from './operation-types.ts';
import { PackedRow, RowPartColumns } from './packed-row.ts';
import { TextColumn } from './text-column.ts';

type Part = OperationInput<'payment_batches.plan'>['parts'] extends Iterable<infer Each> ? Each : never;

/** The parts of a file, packed: they are made as they are asked for, so that a large file is small in memory. */
export class PackedParts implements Iterable<Part> {
  readonly #rows = new RowPartColumns();
  /** JSON texts of all parts that are no rows. */
  readonly #others = new TextColumn(0);
  #length = 0;

  /** The same parts, packed unless they are so. */
  static of(parts: Iterable<Part>): PackedParts {
    if (parts instanceof PackedParts) return parts;
    const packed = new PackedParts();
    for (const part of parts) packed.push(part);
    return packed;
  }

  get length(): number {
    return this.#length;
  }

  push(part: Part): void {
    if (part.kind === 'row') this.#rows.set(this.#length, part);
    else this.#others.set(this.#length, JSON.stringify(part));
    this.#length += 1;
  }

  /** Whether the part at a place is a row, which is told without making it. */
  isRow(at: number): boolean {
    return !this.#others.has(at);
  }

  /** The row at the place of one. */
  rowAt(at: number): PackedRow {
    return new PackedRow(this.#rows, at);
  }

  /** The part at a place, with null for what a row leaves out. */
  at(at: number): Part {
    const other = this.#others.get(at);
    return other === null ? this.rowAt(at).toJSON() : (JSON.parse(other) as Part);
  }

  *[Symbol.iterator](): Generator<Part> {
    for (let at = 0; at < this.length; at++) yield this.at(at);
  }
}
