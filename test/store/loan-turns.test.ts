import { describe, expect, it } from 'vitest';
import { LoanTurns } from '../../src/store/postgres/loan-turns.ts';
import { StoreError } from '../../src/store/store-error.ts';

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
  it('are taken in the order of coming where a loan is the same, and at once where none is', async () => {
    const turns = new LoanTurns();
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
    const turns = new LoanTurns();
    const log: string[] = [];
    const first = held(turns, 'first', ['A'], log);
    const second = held(turns, 'second', ['A'], log);
    first.fail(new Error('refused'));
    second.end();
    await expect(first.done).rejects.toThrow('refused');
    expect(await second.done).toBe('second');
  });

  it('are over for all who stood behind one that found the ledger busy, and begin anew after them', async () => {
    const turns = new LoanTurns();
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
    const turns = new LoanTurns();
    const log: string[] = [];
    const units = ['first', 'second'].map((name) => held(turns, name, ['A'], log));
    units[0]?.fail(new StoreError('ledger_unconfirmed', 'It is not confirmed.'));
    await expect(units[0]?.done).rejects.toMatchObject({ code: 'ledger_unconfirmed' });
    await expect(units[1]?.done).rejects.toMatchObject({ code: 'ledger_busy' });
    expect(log).toEqual(['first begins']);
  });
});
