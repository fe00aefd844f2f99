import { expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { imported, ownCsv } from './payment-files.ts';

/** Goes on with a store that tells which loans units hold and read. */
function listening(desk: Desk): string[] {
  const heard: string[] = [];
  const { store } = desk;
  const told: Pick<Store, 'write'> = {
    write: (unit, how) =>
      store.write((tx) => {
        const byIds = (ids: readonly string[]) => {
          heard.push(`reads ${[...ids].sort()}`);
          return tx.loans.byIds(ids);
        };
        const holdLoans = (ids: readonly string[]) => {
          heard.push(`holds ${[...ids].sort()}`);
          return tx.holdLoans(ids);
        };
        return unit({ ...tx, holdLoans, loans: { ...tx.loans, byIds } });
      }, how),
  };
  desk.store = { ...store, ...told };
  return heard;
}

it(
  'a file holds all its loans before it reads the first, whether it is posted or undone',
  onDesk(async (desk) => {
    const loanIds = [(await runningLoan(desk)).loanId, (await runningLoan(desk, 'M-2')).loanId];
    desk.today = '2026-06-30';
    const heard = listening(desk);
    const rows = loanIds.map((loanId) => [loanId, '500', '2026-04-02'] as const);
    const { batch_id } = await imported(desk, ownCsv(...rows));
    const all = [...loanIds].sort();
    expect(heard[0]).toBe(`holds ${all}`);
    expect(heard).toContain(`reads ${all}`);
    heard.length = 0;
    await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'the wrong file' });
    expect(heard[0]).toBe(`holds ${all}`);
    expect(heard).toContain(`reads ${all}`);
  }),
);
