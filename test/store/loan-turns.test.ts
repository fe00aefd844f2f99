import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoanTurns } from '../../src/store/postgres/loan-turns.ts';
import { StoreError } from '../../src/store/store-error.ts';

const PATIENCE_MS = 5_000;

/** A unit that ends when it is told to. */
function held(turns: LoanTurns, name: string, loanIds: readonly string[], log: string[]) {
  const end = Promise.withResolvers<void>();
  const done = turns.take(loanIds, async () => {
    log.push(`${name} begins`);
    await end.promise;
    log.push(`${name} ends`);
    return name;
  });
  done.catch(() => {});
  return { done, end: () => end.resolve(), fail: (error: Error) => end.reject(error) };
}

/** Until nothing moves by itself. */
const still = () => new Promise((resolve) => setImmediate(resolve));

describe('turns at loans', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are taken in the order of coming where a loan is the same, and at once where none is', async () => {
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const first = held(turns, 'first', ['A'], log);
    const both = held(turns, 'both', ['B', 'A'], log);
    const other = held(turns, 'other', ['C'], log);
    const behind = held(turns, 'behind', ['B'], log);
    await still();
    expect(log).toEqual(['first begins', 'other begins']);
    first.end();
    await first.done;
    await still();
    expect(log.slice(2)).toEqual(['first ends', 'both begins']);
    both.end();
    behind.end();
    other.end();
    expect(await Promise.all([both.done, other.done, behind.done])).toEqual(['both', 'other', 'behind']);
    expect(log.slice(-3)).toContain('behind ends');
  });

  it('go on after a unit that fails', async () => {
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const first = held(turns, 'first', ['A'], log);
    const second = held(turns, 'second', ['A'], log);
    first.fail(new Error('refused'));
    second.end();
    await expect(first.done).rejects.toThrow('refused');
    expect(await second.done).toBe('second');
  });

  it('are over for all who stood behind one that found the ledger busy, and begin anew after them', async () => {
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const units = ['first', 'second', 'third'].map((name) => held(turns, name, ['A'], log));
    units[0]?.fail(new StoreError('ledger_busy', 'Others are writing.'));
    const outcomes = await Promise.allSettled(units.map(({ done }) => done));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(log).toEqual(['first begins']);
    const later = held(turns, 'later', ['A'], log);
    later.end();
    expect(await later.done).toBe('later');
  });

  it('are over behind one whose commit is not confirmed, of which alone it is doubtful whether it was written', async () => {
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const units = ['first', 'second'].map((name) => held(turns, name, ['A'], log));
    units[0]?.fail(new StoreError('ledger_unconfirmed', 'It is not confirmed.'));
    await expect(units[0]?.done).rejects.toMatchObject({ code: 'ledger_unconfirmed' });
    await expect(units[1]?.done).rejects.toMatchObject({ code: 'ledger_busy' });
    expect(log).toEqual(['first begins']);
  });

  it('are over behind one that takes too long, while the next who comes still stands behind it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const other = held(turns, 'other', ['B'], log);
    const first = held(turns, 'first', ['A'], log);
    const second = held(turns, 'second', ['A', 'B'], log);
    const third = held(turns, 'third', ['A'], log);
    other.end();
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(log).toEqual(['other begins', 'first begins', 'other ends']);
    const last = held(turns, 'last', ['A'], log);
    await vi.advanceTimersByTimeAsync(1);
    const tooLong = { code: 'ledger_busy', message: 'An earlier write to the same loan is not done yet.' };
    await expect(second.done).rejects.toMatchObject(tooLong);
    await expect(third.done).rejects.toMatchObject(tooLong);
    await expect(last.done).rejects.toMatchObject(tooLong);
    const free = held(turns, 'free', ['B'], log);
    const next = held(turns, 'next', ['A'], log);
    await still();
    expect(log).toEqual(['other begins', 'first begins', 'other ends', 'free begins']);
    first.end();
    await first.done;
    await still();
    expect(log.slice(4)).toEqual(['first ends', 'next begins']);
    next.end();
    free.end();
    expect(await Promise.all([next.done, free.done])).toEqual(['next', 'free']);
  });

  it('are stood in line for when they are asked for, and had to the end of the work', async () => {
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const other = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const later = turns.takeLater(['A'], async (turn) => {
      await other.promise;
      await turn();
      log.push('later begins');
      await turn();
      await end.promise;
      log.push('later ends');
      throw new StoreError('ledger_busy', 'Others are writing.');
    });
    later.catch(() => {});
    const before = held(turns, 'before', ['A'], log);
    other.resolve();
    await still();
    const behind = held(turns, 'behind', ['A'], log);
    expect(log).toEqual(['before begins']);
    before.end();
    await before.done;
    await still();
    expect(log.slice(1)).toEqual(['before ends', 'later begins']);
    end.resolve();
    await expect(later).rejects.toMatchObject({ code: 'ledger_busy' });
    await expect(behind.done).rejects.toMatchObject({ code: 'ledger_busy' });
    expect(await turns.takeLater(['A'], async () => 'never asked')).toBe('never asked');
  });

  it('are waited for however many are in front, as long as each of them is done in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turns = new LoanTurns(PATIENCE_MS);
    const log: string[] = [];
    const units = Array.from({ length: 6 }, (_, at) => held(turns, `${at}`, ['A'], log));
    for (const unit of units) {
      await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
      unit.end();
      await unit.done;
    }
    expect(log).toHaveLength(12);
    expect(vi.getTimerCount()).toBe(0);
  });
});
