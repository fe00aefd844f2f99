import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { counted, imported, ownCsv } from './payment-files.ts';

describe('the bytes of a file that was imported', () => {
  it(
    'post nothing when they are read as other dates, until what they made is undone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '100.00', '04/03/2026'], [loanId, '200.00', '03/04/2026']);
      const asMonthFirst = { read: { dateFormat: 'MM/DD/YYYY' } };
      const asDayFirst = { read: { dateFormat: 'DD/MM/YYYY' } };
      const { batch_id } = await imported(desk, file, asMonthFirst);
      const again = await imported(desk, file, asDayFirst);
      expect(again).toMatchObject({ batch_id: null, verdict: 'nothing_posted' });
      expect(again.file_faults).toMatchObject([
        { code: 'read_otherwise', message: expect.stringContaining(`${batch_id}`) },
      ]);
      expect(counted(await imported(desk, file, asMonthFirst))).toEqual({ already_imported: 2 });

      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'months for days' });
      expect(counted(await imported(desk, file, asDayFirst))).toEqual({ post: 2 });
      const payments = await desk.done('loans.payments', { loan_id: loanId });
      const standing = payments.filter(({ status }) => status === 'posted');
      expect(standing.map(({ payment_date }) => payment_date)).toEqual(['2026-03-04', '2026-04-03']);
    }),
  );

  it(
    'post the rows that were refused then and no longer are',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '100.00', '2026-04-02'], ['SHOP-7', '200.00', '2026-04-02']);
      const rejecting = { on_error: 'reject' } as const;
      expect(counted(await imported(desk, file, rejecting))).toEqual({ post: 1, refused: 1 });
      await desk.done('loans.add_alias', { loan_id: loanId, alias: 'SHOP-7' });
      expect(counted(await imported(desk, file, rejecting))).toEqual({ already_imported: 1, post: 1 });
    }),
  );

  it(
    'post nothing also where some rows were refused then',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv(
        [loanId, '1.00', '03/04/2026'],
        [loanId, '2.00', '05/04/2026'],
        ['x', '3.00', '05/04/2026'],
        ['y', '4.00', '05/04/2026'],
      );
      const read = (dateFormat: string) => ({ read: { dateFormat }, on_error: 'reject' }) as const;
      expect(counted(await imported(desk, file, read('DD/MM/YYYY')))).toEqual({ post: 2, refused: 2 });
      expect((await imported(desk, file, read('MM/DD/YYYY'))).file_faults).toMatchObject([
        { code: 'read_otherwise' },
      ]);
    }),
  );

  it(
    'post nothing also where another file had some of its rows',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const day = (dateFormat: string) => ({ read: { dateFormat } });
      const shared = [loanId, '1.00', '04/04/2026'] as const;
      await imported(desk, ownCsv(shared), day('DD/MM/YYYY'));
      const file = ownCsv(shared, [loanId, '2.00', '03/04/2026']);
      expect(counted(await imported(desk, file, day('DD/MM/YYYY')))).toEqual({
        already_imported: 1,
        post: 1,
      });
      expect((await imported(desk, file, day('MM/DD/YYYY'))).file_faults).toMatchObject([
        { code: 'read_otherwise' },
      ]);
    }),
  );

  it(
    'know a row in another currency when what it names became the alias of a loan since',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = `loan_id,payment_amount,payment_date,currency\n${loanId},10.00,2026-04-02,EGP\nshop-7,50.00,2026-04-02,USD\n`;
      expect(counted(await imported(desk, file))).toEqual({ post: 1, held: 1 });
      await desk.done('loans.add_alias', { loan_id: loanId, alias: 'shop-7' });
      expect(counted(await imported(desk, file))).toEqual({ already_imported: 2 });
    }),
  );
});
