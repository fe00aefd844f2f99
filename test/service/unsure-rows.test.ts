import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { controls } from './controls-desk.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { unsureForLoan, unsureRow } from './unsure-rows.ts';

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

async function paymentsOf(desk: Desk, loan_id: string) {
  const payments = await desk.done('loans.payments', { loan_id });
  return payments.map(({ payment_id, payment_amount, status }) => [payment_id, payment_amount, status]);
}

describe('a row that may be known already', () => {
  it(
    'is shown with what it may be, as far as the ledger has it, and listed apart',
    onDesk(async (desk) => {
      const { loanId, paymentId, held_id, batch_id } = await unsureForLoan(desk);
      const other = await unsureRow(desk, { suggestions: [loanId, held_id], day: '2026-04-11' });
      await unsureRow(desk, { suggestions: [], day: '2026-04-12', more: { code: 'no_match' } });
      const row = await desk.done('held_rows.get', { held_id });
      expect(row).toMatchObject({ code: 'may_be_known', state: 'open', suggestions: [loanId, paymentId] });
      const nothing = { line: null, for: [], against: [] };
      expect(row.candidates).toEqual([
        { ...nothing, id: paymentId, batch_id: null, date: '2026-04-09', amount: 900, loan_id: loanId },
      ]);
      expect((await desk.done('held_rows.get', { held_id: other.held_id })).candidates).toEqual([
        { ...nothing, id: held_id, batch_id, date: '2026-04-10', amount: 900, loan_id: loanId },
      ]);
      const unsure = await desk.done('held_rows.list', { state: 'unsure' });
      expect(unsure.map((one) => one.held_id)).toEqual([held_id, other.held_id]);
      expect(unsure[0]).toEqual(row);
      expect(await desk.done('held_rows.list', {})).toHaveLength(3);
      const { lines } = await desk.done('today.get', {});
      expect(lines.find(({ item }) => item === 'unsure_held')).toEqual({
        item: 'unsure_held',
        count: 2,
        amount: null,
        since: '2026-04-10',
        command: `loandesk pay review show ${held_id}`,
      });
    }),
  );

  it(
    'is booked on the loan it names when it is accepted, all of what is left, and nothing waits any more',
    onDesk(async (desk) => {
      const { loanId, paymentId, held_id, batch_id } = await unsureForLoan(desk);
      const allocations = [{ loan_id: loanId, amount: 100 }];
      const part = await desk.done('held_rows.match', { held_id, allocations });
      const plan = await desk.done('held_rows.accept', { held_id }, { dryRun: true });
      expect(plan).toMatchObject({ state: 'settled', payments: [{ payment_id: null, payment_amount: 800 }] });
      const done = await desk.done('held_rows.accept', { held_id });
      expect(done).toMatchObject({
        held_id,
        batch_id,
        state: 'settled',
        waiting_amount: 0,
        payments: [
          { loan_id: loanId, payment_amount: 800, payment_date: '2026-04-10', equal_payment_id: null },
        ],
        reversed: null,
      });
      const made = [part, done].map(({ payments }) => payments[0]?.payment_id);
      const booked = await paymentsOf(desk, loanId);
      expect(booked.map(([id]) => id).toSorted()).toEqual([paymentId, ...made].toSorted());
      const [record] = await desk.done('audit.list', {});
      expect(record).toMatchObject({ action: 'held_rows.accept', object: held_id });
      expect(record?.objects).toEqual(expect.arrayContaining([held_id, loanId, made[1]]));
      expect(await desk.done('held_rows.list', { state: 'unsure' })).toEqual([]);
      expect((await desk.refused('held_rows.accept', { held_id })).code).toBe('held_row_settled');
      await verified(desk);
    }),
  );

  it(
    'of an older version is accepted too, on the date that is given',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const more = { code: 'equals_imported_row' };
      const { held_id } = await unsureRow(desk, { suggestions: [loanId], more });
      const done = await desk.done('held_rows.accept', { held_id, date: '2026-04-15' });
      expect(done.payments).toMatchObject([{ loan_id: loanId, payment_date: '2026-04-15' }]);
      await verified(desk);
    }),
  );

  it(
    'is accepted though what it may be has its reference, which a match refuses and names the way',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const byHand = (payment_date: string) =>
        desk.done(
          'payments.create',
          paymentInput(desk, loanId, 900, { payment_reference: 'FT1', payment_date }),
        );
      const { payment_id } = await byHand('2026-04-08');
      const suggestions = [loanId, payment_id as string];
      const { held_id } = await unsureRow(desk, { suggestions, more: { bankReference: 'FT1' } });
      const match = { held_id, allocations: [{ loan_id: loanId }] };
      const refused = await desk.refused('held_rows.match', match);
      expect(refused).toMatchObject({ code: 'reference_conflict' });
      expect(refused.hint).toContain(`loandesk pay review dismiss ${held_id} --reason`);
      expect(refused.hint).toContain(`loandesk pay review accept ${held_id}`);
      const done = await desk.done('held_rows.accept', { held_id });
      expect(done.payments).toMatchObject([{ payment_reference: 'FT1', equal_payment_id: null }]);
      await verified(desk);
    }),
  );

  it(
    'waits again when the payment made of it is reversed, and is withdrawn when its file is undone',
    onDesk(async (desk) => {
      const { loanId, paymentId, held_id, batch_id } = await unsureForLoan(desk);
      const { payments } = await desk.done('held_rows.accept', { held_id });
      const payment_id = payments[0]?.payment_id as string;
      const reversed = await desk.done('payments.reverse', { payment_id, reason: 'told twice' });
      expect(reversed.held_id).toBe(held_id);
      expect(await desk.done('held_rows.get', { held_id })).toMatchObject({
        state: 'open',
        waiting_amount: 900,
        steps: [
          { kind: 'matched', payment_id },
          { kind: 'reopened', payment_id },
        ],
      });
      await verified(desk);
      const again = await desk.done('held_rows.accept', { held_id });
      const undone = await desk.done('payment_batches.undo', { batch_id, reason: 'wrong file' });
      expect(undone).toMatchObject({ reversed: { payments: 1 }, withdrawn: [] });
      expect(await paymentsOf(desk, loanId)).toEqual([
        [paymentId, 900, 'posted'],
        [payment_id, 900, 'reversed'],
        [again.payments[0]?.payment_id, 900, 'reversed'],
      ]);
      await verified(desk);
    }),
  );

  it(
    'ends by a match to another loan, or in part, and by dismissal, as any held row does',
    onDesk(async (desk) => {
      const { loanId, held_id } = await unsureForLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      const allocations = [{ loan_id: other.loanId, amount: 600 }];
      const matched = await desk.done('held_rows.match', { held_id, allocations });
      expect(matched).toMatchObject({ state: 'open', waiting_amount: 300 });
      expect(await paymentsOf(desk, loanId)).toHaveLength(1);
      const dismissed = await desk.done('held_rows.dismiss', { held_id, reason: 'told twice' });
      expect(dismissed).toMatchObject({ state: 'settled', dismissed_amount: 300 });
      expect((await desk.done('held_rows.get', { held_id })).steps).toMatchObject([
        { kind: 'matched', loan_id: other.loanId },
        { kind: 'dismissed' },
      ]);
      expect(await desk.done('held_rows.list', { state: 'unsure' })).toEqual([]);
      await verified(desk);
    }),
  );

  it(
    'is accepted once under one key, and by two people where the bank wants that of a match',
    onDesk(async (desk) => {
      const { held_id } = await unsureForLoan(desk);
      await controls(desk, { four_eyes: 'match' });
      desk.as('mona@bank.example', 'servicing');
      expect(await desk.done('held_rows.accept', { held_id })).toMatchObject({
        state: 'open',
        waiting_amount: 900,
        payments: [{ payment_id: null }],
        approvals: { given: 1, needed: 2 },
      });
      desk.as('omar@bank.example', 'servicing');
      const options = { idempotency: { key: 'k-1', fingerprint: 'f-1' } };
      const done = await desk.done('held_rows.accept', { held_id }, options);
      expect(done).toMatchObject({ state: 'settled', approvals: { given: 2, needed: 2 } });
      expect(await desk.done('held_rows.accept', { held_id }, options)).toEqual(done);
    }),
  );
});
