import { describe, expect, it } from 'vitest';
import { importedDay, runningLoan, statementOf } from './bank-statements.ts';
import { officer } from './controls-desk.ts';
import { onDesk } from './desk.ts';
import { paymentInput, setPolicy } from './desk-loans.ts';
import { unallocated, verified } from './held-money.ts';
import { imported } from './payment-files.ts';

describe('a returned payment', () => {
  it(
    'takes back the payment it names; the money that came in is not held again',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await importedDay(desk, '10', '0.00', [{ amount: '900.00', reference: 'FT1', text: loanId }]);
      const { heldIds } = await importedDay(desk, '15', '900.00', [
        { amount: '-900.00', reference: 'FT1', text: `RETURN ${loanId}`, returned: true },
      ]);
      const held_id = heldIds[0] as string;
      const row = await desk.done('held_rows.get', { held_id });
      expect(row).toMatchObject({ kind: 'returned', amount: 900, waiting_amount: 900 });
      const [payment] = await desk.done('loans.payments', { loan_id: loanId });
      expect(row.suggestions).toContain(payment?.payment_id);
      expect(await unallocated(desk, '2026-04-15')).toBe('-900.00');
      const loans = { held_id, allocations: [{ loan_id: loanId }] };
      expect(await desk.refused('held_rows.match', loans)).toMatchObject({ code: 'validation_failed' });
      const done = await desk.done('held_rows.match', { held_id, payment_id: payment?.payment_id ?? '' });
      expect(done).toMatchObject({
        state: 'settled',
        payments: [],
        reversed: { payment_id: payment?.payment_id, loan_id: loanId, remaining_balance: 12_000 },
      });
      expect(await unallocated(desk, '2026-04-15')).toBe('-0.00');
      const { accounts } = await desk.done('reports.trial_balance', { as_of: '2026-04-12' });
      // Until it went back the money was there, and no loan's.
      expect(accounts).toContainEqual({ account: 'collection clearing', debit: '900.00', credit: '0.00' });
      expect(await desk.done('held_rows.list', {})).toEqual([]);
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'is proposed by its amount where its reference is the loan, as those of other payments are',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const other = { ...paymentInput(desk, loanId, 77), payment_reference: loanId };
      await desk.done('payments.create', other);
      const file = statementOf('10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '-900.00', reference: 'FT2', text: 'RETURN', returned: true },
      ]);
      const { rows } = await imported(desk, file.replace('NONREF//FT2', `${loanId}//FT2`));
      const row = await desk.done('held_rows.get', { held_id: rows[1]?.held_id as string });
      expect(row.suggestions).toEqual([rows[0]?.payment_id]);
    }, '2026-04-30'),
  );

  it(
    'which names nothing that is known suggests payments of its amount that its account brought, newest first',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const paid = (amount: string, reference: string) => ({ amount, reference, text: loanId });
      const days = [];
      for (const [day, movement] of [
        ['02', paid('900.00', 'A1')],
        ['03', paid('900.00', 'A2')],
        ['04', paid('800.00', 'A3')],
      ] as const) {
        days.push((await importedDay(desk, day, '0.00', [movement])).batch.rows[0]?.payment_id);
      }
      await desk.done('payments.create', paymentInput(desk, loanId, 900));
      const back = { amount: '-900.00', reference: 'A9', text: 'RETURN', returned: true };
      const file = statementOf('10', '900.00', [paid('900.00', 'A4'), back]).replace(
        'NONREF//A9',
        'INV7//A9',
      );
      const { rows } = await imported(desk, file);
      const row = await desk.done('held_rows.get', { held_id: rows[1]?.held_id as string });
      expect(row.suggestions).toEqual([rows[0]?.payment_id, days[1], days[0]]);
      expect(row.reason).toContain('what it names is no payment, so those of its amount are suggested');
      await verified(desk);

      const later = statementOf('2026-07-09', '900.00', [{ ...back, reference: 'A10' }]);
      desk.today = '2026-07-30';
      const [held] = (await imported(desk, later)).rows;
      const ofLater = await desk.done('held_rows.get', { held_id: held?.held_id as string });
      // Ninety days before it is 10 April.
      expect(ofLater.suggestions).toEqual([rows[0]?.payment_id]);
    }, '2026-04-30'),
  );

  it(
    'leaves nothing of the same file to be held once it has taken its payment back',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = statementOf('10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '-900.00', reference: 'FT2', text: `RETURN ${loanId}`, returned: true },
      ]);
      const { rows, batch_id } = await imported(desk, file);
      const match = { held_id: rows[1]?.held_id as string, payment_id: rows[0]?.payment_id as string };
      await desk.done('held_rows.match', match);
      expect(await imported(desk, file)).toMatchObject({ batch_id: null, new_rows: 0 });
      expect(await unallocated(desk, '2026-04-30')).toBe('-0.00');

      // With the return gone the reversal is by itself again, and the money somebody's to look at.
      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'the wrong file' });
      expect(await imported(desk, file)).toMatchObject({ new_rows: 2 });
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'takes nothing back that is more than it, nor twice',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const more = await desk.done('payments.create', paymentInput(desk, loanId, 901));
      const { heldIds } = await importedDay(desk, '15', '900.00', [
        { amount: '-900.00', reference: 'FT1', text: 'RETURN', returned: true },
      ]);
      const match = { held_id: heldIds[0] as string, payment_id: more.payment_id as string };
      expect(await desk.refused('held_rows.match', match)).toMatchObject({ code: 'over_held_amount' });
      await desk.done('payments.reverse', { payment_id: match.payment_id, reason: 'x' });
      expect(await desk.refused('held_rows.match', match)).toMatchObject({ code: 'already_reversed' });
    }, '2026-04-30'),
  );

  it(
    'is dismissed where its payment was taken back with a file that was undone since, and the books agree',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await importedDay(desk, '10', '0.00', [{ amount: '900.00', reference: 'FT1', text: loanId }]);
      const back = { amount: '-900.00', reference: 'FT2', text: `RETURN ${loanId}`, returned: true };
      const wrong = await importedDay(desk, '14', '900.00', [back]);
      const [payment] = await desk.done('loans.payments', { loan_id: loanId });
      const payment_id = payment?.payment_id as string;
      await desk.done('held_rows.match', { held_id: wrong.heldIds[0] as string, payment_id });
      await desk.done('payment_batches.undo', { batch_id: wrong.batchId, reason: 'the wrong file' });

      const { heldIds } = await importedDay(desk, '15', '900.00', [back]);
      const held_id = heldIds[0] as string;
      expect(await desk.refused('held_rows.match', { held_id, payment_id })).toMatchObject({
        code: 'already_reversed',
        hint: `When this is the return of that payment: loandesk pay review dismiss ${held_id} --reason "${payment_id} is taken back already"`,
      });
      await desk.done('held_rows.dismiss', { held_id, reason: `${payment_id} is taken back already` });
      expect(await unallocated(desk, '2026-04-30')).toBe('-0.00');
      const { accounts } = await desk.done('reports.trial_balance', { as_of: '2026-04-30' });
      expect(accounts).toContainEqual({ account: 'collection clearing', debit: '0.00', credit: '0.00' });
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'takes two people where reversals do',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const paid = await desk.done('payments.create', paymentInput(desk, loanId, 900));
      const { heldIds } = await importedDay(desk, '15', '900.00', [
        { amount: '-900.00', reference: 'FT1', text: 'RETURN', returned: true },
      ]);
      await setPolicy(desk, 'four_eyes', 'reversal');
      const match = { held_id: heldIds[0] as string, payment_id: paid.payment_id as string };
      officer(desk, 'mona');
      expect(await desk.done('held_rows.match', match)).toMatchObject({
        state: 'open',
        approvals: { given: 1, needed: 2 },
      });
      officer(desk, 'omar');
      expect(await desk.done('held_rows.match', match)).toMatchObject({ state: 'settled' });
    }, '2026-04-30'),
  );
});
