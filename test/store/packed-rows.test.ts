import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedRows, packRows } from '../../src/store/sqlite/packed-rows.ts';
import { unpackedValues, unshared } from '../../src/store/sqlite/unpacked-rows.ts';

const value = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.string({ unit: 'binary' }),
  fc.constant(null),
  fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)),
);
/** Columns of one kind, as those of tables are, and mixed ones. */
const column = fc.oneof(
  fc.array(fc.integer(), { minLength: 1, maxLength: 40 }),
  fc.array(fc.string(), { minLength: 1, maxLength: 40 }),
  fc.array(fc.uint8Array({ minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 40 }),
  fc.array(value, { minLength: 1, maxLength: 40 }),
  value.map((one) => [one]),
);
const table = fc
  .record({
    count: fc.integer({ min: 1, max: 30 }),
    columns: fc.array(column, { minLength: 1, maxLength: 6 }),
  })
  .map(({ count, columns }) =>
    Array.from({ length: count }, (_, row) => columns.map((values) => values[row % values.length])),
  );

/** Rows as the engine is to write them, so many at a time. */
function unpacked(packed: PackedRows, rowsAtOnce: number): unknown[][] {
  const all: unknown[][] = [];
  for (const { rows, values } of unpackedValues(packed, rowsAtOnce)) {
    for (let row = 0; row < rows; row++) {
      const whole = [...packed.first];
      for (const [place, { at }] of packed.columns.entries()) {
        whole[at] = values[row * packed.columns.length + place];
      }
      all.push(whole);
    }
  }
  return all;
}

/** Bytes as such, whatever class they came back in. */
const plain = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map((one) => (one instanceof Uint8Array ? { bytes: [...one] } : one)));

describe('packed rows', () => {
  it('come out as they went in, also from another thread and with nothing shared', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 12 }), (rows, rowsAtOnce) => {
        const packed = structuredClone(packRows('INSERT', rows));
        expect(packed.count).toBe(rows.length);
        expect(plain(unpacked(packed, rowsAtOnce))).toEqual(plain(rows));
        expect(plain(unpacked(unshared(packed), rowsAtOnce))).toEqual(plain(rows));
      }),
    );
  });

  it('carry only the bytes of their own', () => {
    const pool = Buffer.from('x'.repeat(4000));
    const packed = packRows('INSERT', [[pool.subarray(0, 2)], [pool.subarray(2, 4)]]);
    expect(packed.first[0]).toHaveProperty('buffer.byteLength', 2);
    expect(packed.columns).toEqual([{ at: 0, bytes: new Uint8Array([120, 120, 120, 120]), size: 2 }]);
  });
});
