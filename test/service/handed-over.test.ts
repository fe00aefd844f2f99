import { describe, expect, it } from 'vitest';
import { handedOver } from '../../src/service/moving/handed-over.ts';

describe('pieces handed over', () => {
  it('are made one at a time, as they are taken', async () => {
    const made: number[] = [];
    const pieces = handedOver<number>(async (give) => {
      for (const piece of [1, 2, 3]) {
        made.push(piece);
        await give(piece);
      }
    });
    expect(made).toEqual([]);
    expect(await pieces.next()).toEqual({ done: false, value: 1 });
    expect(made).toEqual([1]);
    expect(await pieces.next()).toEqual({ done: false, value: 2 });
    expect(await pieces.next()).toEqual({ done: false, value: 3 });
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('end for whoever makes them when nobody takes them any more', async () => {
    let ended = 'not yet';
    const pieces = handedOver<number>(async (give) => {
      try {
        for (let piece = 0; ; piece++) await give(piece);
      } finally {
        ended = 'ended';
      }
    });
    await pieces.next();
    await pieces.return(undefined);
    expect(ended).toBe('ended');
  });

  it('bring what went wrong while they were made', async () => {
    const pieces = handedOver<number>(async (give) => {
      await give(1);
      throw new Error('torn');
    });
    await pieces.next();
    await expect(pieces.next()).rejects.toThrow('torn');
  });
});
