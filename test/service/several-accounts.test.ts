import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { counted, imported } from './payment-files.ts';

const HEADINGS = 'Account number,Date,Description,Reference,Credit,Debit,Balance';

describe('a bank CSV of several accounts', () => {
  it(
    'has each row known under its own, whether they stand in blocks or alternate',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const row = (account: string, reference: string, balance: string) =>
        `${account},2026-04-10,${loanId},${reference},100.00,,${balance}`;
      const [one, two] = [row('EG11', 'A1', '1100.00'), row('EG11', 'A2', '1200.00')];
      const [three, four] = [row('EG22', 'B1', '600.00'), row('EG22', 'B2', '700.00')];
      const file = (...rows: readonly string[]) => [HEADINGS, ...rows, ''].join('\n');
      expect(counted(await imported(desk, file(one, two, three, four)))).toEqual({ post: 4 });
      for (const again of [file(one, three, two, four), file(three, one, four, two), file(one, two)]) {
        const { new_rows, warnings } = await imported(desk, again);
        expect({ new_rows, warnings }).toEqual({ new_rows: 0, warnings: [] });
      }
      for (const account of ['EG11', 'EG22']) {
        const about = { account, from: '2026-04-01', to: '2026-04-30' };
        const { reconciled, currencies } = await desk.done('reports.reconciliation', about);
        expect(reconciled, account).toBe(true);
        expect(currencies[0]).toMatchObject({ posted: { count: 2 }, statements: 1 });
      }
    }),
  );
});
