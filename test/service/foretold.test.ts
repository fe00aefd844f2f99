import { expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { onDesk } from './desk.ts';
import { disbursed, paymentInput } from './desk-loans.ts';

it(
  'an answer is foretold as the object it will be, while nobody else sees what it tells of',
  onDesk(async (desk) => {
    const { loanId } = await disbursed(desk);
    const steps: string[] = [];
    const told: unknown[] = [];
    const { store } = desk;
    desk.store = {
      ...store,
      write: async (work, how) => {
        const value = await store.write(work, how);
        steps.push('durable');
        return value;
      },
    };
    const foretold = (answer: unknown) => {
      steps.push('foretold');
      told.push(answer);
    };
    const answer = await desk.done('payments.create', paymentInput(desk, loanId, 500), { foretold });
    expect(told).toHaveLength(1);
    expect(told[0]).toBe(answer);
    expect(steps).toEqual(['foretold', 'durable']);
  }),
);

it(
  'nothing is foretold of what only would be, or is refused',
  onDesk(async (desk) => {
    const { loanId } = await disbursed(desk);
    const told: unknown[] = [];
    const foretold = (answer: unknown) => told.push(answer);
    await desk.done('payments.create', paymentInput(desk, loanId, 500), { foretold, dryRun: true });
    const tooMuch = await desk.call('payments.create', paymentInput(desk, loanId, 999_999), { foretold });
    expect(tooMuch).toMatchObject({ ok: false });
    expect(told).toEqual([]);
  }),
);

it(
  'what was foretold need not come true',
  onDesk(async (desk) => {
    const { loanId } = await disbursed(desk);
    const before = await desk.fingerprint();
    const { store } = desk;
    desk.store = {
      ...store,
      write: (work, how) =>
        store.write(async (tx) => {
          await work(tx);
          throw new Error('the disk is full');
        }, how),
    } satisfies Store;
    const told: unknown[] = [];
    const call = desk.call('payments.create', paymentInput(desk, loanId, 500), {
      foretold: (answer) => told.push(answer),
    });
    await expect(call).rejects.toThrow('the disk is full');
    expect(told).toHaveLength(1);
    desk.store = store;
    expect(await desk.fingerprint()).toEqual(before);
  }),
);
