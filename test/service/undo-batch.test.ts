import { describe, expect, it } from 'vitest';
import { importedDay, runningLoan, statementOf } from './bank-statements.ts';
import { factsOf } from './controls-desk.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput, setPolicy } from './desk-loans.ts';
import { counted, imported, ownCsv } from './payment-files.ts';

/** Figures of a loan that must be as if a file had never been. */
async function standing(desk: Desk, loanId: string) {
  const account = await desk.done('loans.get', { loan_id: loanId });
  const { accounts } = await desk.done('reports.trial_balance', { as_of: '2026-04-20' });
  return { account, accounts };
}

describe('undoing an import', () => {
  it(
    'reverses its payments, withdraws what it holds, and lets the right file be imported',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      await desk.done('payments.create', paymentInput(desk, loanId, 500, { payment_date: '2026-04-25' }));
      const before = await standing(desk, loanId);
      const movements = [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '700.00', reference: 'FT2', text: 'no name' },
        { amount: '300.00', reference: 'FT3', text: 'nor this' },
        { amount: '-20.00', reference: 'CH1', text: 'charges' },
      ];
      const { batchId, heldIds } = await importedDay(desk, '10', '0.00', movements);
      const split = { held_id: heldIds[0] as string, allocations: [{ loan_id: other.loanId, amount: 200 }] };
      await desk.done('held_rows.match', { ...split, date: '2026-04-15' });
      await desk.done('held_rows.dismiss', { held_id: heldIds[1] as string, reason: 'rent' });
      const undo = { batch_id: batchId, reason: 'file of another branch' };
      const dry = await desk.done('payment_batches.undo', undo, { dryRun: true });
      const done = await desk.done('payment_batches.undo', undo);
      expect({ ...dry, undone_at: '' }).toEqual({ ...done, undone_at: '', dry_run: true });
      expect(done).toMatchObject({
        reversed: { payments: 2, loans: 2, amount: '1100.00' },
        withdrawn: [{ currency: 'EGP', count: 1, sum: '500.00' }],
        freed_rows: 4,
        stay_reversed: [],
      });
      // The payment booked by hand is divided anew.
      expect(done.corrections).toMatchObject([{ loan_id: loanId }]);
      const after = await standing(desk, loanId);
      expect(after.account).toEqual(before.account);
      expect(after.accounts.find(({ account }) => account === 'unallocated receipts')).toMatchObject({
        // What was dismissed stays so, on its day: the bank had it, and it was no repayment.
        credit: '300.00',
      });
      expect(await desk.done('held_rows.list', {})).toEqual([]);
      const row = await desk.done('held_rows.get', { held_id: split.held_id });
      expect(row.steps.map(({ kind, date }) => [kind, date])).toEqual([
        ['matched', '2026-04-15'],
        ['reopened', '2026-04-15'],
        ['undone', '2026-04-10'],
      ]);
      expect(await desk.done('payment_batches.get', { batch_id: batchId })).toMatchObject({
        status: 'undone',
        undo_reason: 'file of another branch',
      });
      expect((await desk.refused('payment_batches.undo', undo)).code).toBe('batch_undone');
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
      const again = await importedDay(desk, '10', '0.00', movements);
      expect(counted(again.batch)).toEqual({ post: 1, held: 2, not_a_repayment: 1 });
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }, '2026-04-30'),
  );

  it(
    'is refused as a whole when one payment cannot be taken back',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      await setPolicy(desk, 'accept_overpayment', 'true');
      const { batchId } = await importedDay(desk, '10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '20000.00', reference: 'FT2', text: other.loanId },
      ]);
      await desk.done('loans.refund', { loan_id: other.loanId });
      const facts = await factsOf(desk);
      const refused = await desk.refused('payment_batches.undo', { batch_id: batchId, reason: 'x' });
      expect(refused.code).toBe('credit_short');
      expect(refused.detail).toContain(other.loanId);
      expect(await factsOf(desk)).toEqual(facts);
    }, '2026-04-30'),
  );

  it(
    'leaves alone what was reversed singly, and what a return in it took back',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await importedDay(desk, '10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '100.00', reference: 'FT2', text: loanId },
      ]);
      const [one, two] = first.batch.rows;
      await desk.done('payments.reverse', { payment_id: two?.payment_id as string, reason: 'twice' });
      const second = await importedDay(desk, '15', '1000.00', [
        { amount: '-900.00', reference: 'FT1', text: 'RETURN', returned: true },
      ]);
      const held_id = second.heldIds[0] as string;
      await desk.done('held_rows.match', { held_id, payment_id: one?.payment_id as string });
      const undone = await desk.done('payment_batches.undo', {
        batch_id: second.batchId,
        reason: 'not ours',
      });
      expect(undone).toMatchObject({ reversed: { payments: 0 }, stay_reversed: [one?.payment_id] });
      const rest = await desk.done('payment_batches.undo', { batch_id: first.batchId, reason: 'not ours' });
      expect(rest).toMatchObject({ reversed: { payments: 0, amount: '0.00' }, freed_rows: 2 });
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }, '2026-04-30'),
  );

  it(
    'lists imported files, newest first, and shows one with its rows',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await importedDay(desk, '10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '-5.00', reference: 'CH1', text: 'charges' },
      ]);
      const second = await importedDay(desk, '11', '895.00', [
        { amount: '1.00', reference: 'FT2', text: 'who' },
      ]);
      const listed = await desk.done('payment_batches.list', {});
      expect(listed.map(({ batch_id }) => batch_id)).toEqual([second.batchId, first.batchId]);
      expect(listed[1]).toMatchObject({
        status: 'posted',
        source_format: 'mt940',
        rows: 2,
        posted: { count: 1, sum: '900.00' },
        held: { count: 0, sum: '0.00' },
      });
      const shown = await desk.done('payment_batches.get', { batch_id: first.batchId, size: 1, page: 1 });
      expect(shown).toMatchObject({
        total_count: 2,
        totals: { principal: expect.any(String) },
        data: [{ outcome: 'posted', loan_id: loanId, amount: '900.00', direction: 'credit' }],
      });
    }, '2026-04-30'),
  );

  it.each(['matched', 'held'])(
    'leaves known what another file has %s after its payment was reversed',
    (became) =>
      onDesk(async (desk) => {
        const { loanId } = await runningLoan(desk);
        const row = (number: string): [string, string, string, string] => [
          loanId,
          '100.00',
          '2026-04-10',
          `R${number}`,
        ];
        const first = await imported(desk, ownCsv(row('1')));
        const payment_id = first.rows[0]?.payment_id as string;
        await desk.done('payments.reverse', { payment_id, reason: 'bounced' });
        const second = await imported(desk, ownCsv(row('1'), row('2')));
        expect(counted(second)).toEqual({ held: 1, post: 1 });
        const held_id = second.rows[0]?.held_id as string;
        const allocations = [{ loan_id: loanId }];
        if (became === 'matched') await desk.done('held_rows.match', { held_id, allocations });
        await desk.done('payment_batches.undo', { batch_id: first.batch_id as string, reason: 'wrong file' });
        const third = await imported(desk, ownCsv(row('1'), row('2'), row('3')));
        expect(counted(third)).toEqual({ already_imported: 2, post: 1 });
        if (became === 'held') expect(third.rows[0]).toMatchObject({ held_id });
        await desk.done('payment_batches.undo', { batch_id: second.batch_id as string, reason: 'wrong too' });
        expect(counted(await imported(desk, ownCsv(row('1'))))).toEqual({ post: 1 });
        expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
      })(),
  );

  it(
    'of our own columns leaves once what a bank told of a payment of theirs that was reversed',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const own = ownCsv([loanId, '100.00', '2026-04-10', 'FT1'], [loanId, '7.00', '2026-04-10']);
      const first = await imported(desk, own);
      for (const { payment_id } of first.rows) {
        await desk.done('payments.reverse', { payment_id: payment_id as string, reason: 'bounced' });
      }
      const day = (closing: string) => [
        { amount: '100.00', reference: 'FT1', text: `${loanId} ${closing}` },
        { amount: '1.00', reference: closing, text: 'who' },
      ];
      const told = await imported(desk, statementOf('10', '0.00', day('A')));
      expect(told.rows.map(({ code }) => code)).toEqual(['reversed_before', 'no_match']);
      const again = await imported(desk, own.replaceAll('\n', '\r\n'));
      expect(again.rows.map(({ code }) => code)).toEqual([null, 'reversed_before']);
      await desk.done('payment_batches.undo', { batch_id: first.batch_id as string, reason: 'wrong file' });
      const rest = await imported(desk, statementOf('10', '0.00', day('A')).replaceAll('\r\n', '\n'));
      expect(rest).toMatchObject({ new_rows: 0, known_rows: 2 });
      const whole = await imported(desk, own);
      expect(whole.rows.map(({ outcome, code }) => code ?? outcome)).toEqual([
        'already_imported',
        'may_be_known',
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }, '2026-04-30'),
  );
});
