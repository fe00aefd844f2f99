import { describe, expect, it } from 'vitest';
import { freeBytes } from '../../src/server/free-bytes.ts';

describe('freeBytes', () => {
  it('empties bytes that have their memory to themselves', () => {
    const bytes = Buffer.alloc(100_000, 'x');
    freeBytes(bytes);
    expect(bytes.length).toBe(0);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  it('leaves bytes that are a part of others', () => {
    const all = new ArrayBuffer(90_000);
    const part = new Uint8Array(all, 0, 30_000);
    freeBytes(part);
    expect(part.length).toBe(30_000);
    expect(all.byteLength).toBe(90_000);
  });

  it('leaves memory that other threads see', () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(80_000));
    freeBytes(bytes);
    expect(bytes.length).toBe(80_000);
  });
});
