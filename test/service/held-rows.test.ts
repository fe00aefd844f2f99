import { describe, expect, it } from 'vitest';
import { BANK_ACCOUNT, heldTransfer, runningLoan } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { paymentInput, setPolicy } from './desk-loans.ts';
import { unallocated, verified } from './held-money.ts';
import { imported, ownCsv } from './payment-files.ts';

describe('held money', () => {
  it(
    'waits in the unallocated receipts with its reason, and is found by what it says',
    onDesk(async (desk) => {
      const heldId = await heldTransfer(desk);
      const [row] = await desk.done('held_rows.list', {});
      expect(row).toMatchObject({
        held_id: heldId,
        state: 'open',
        kind: 'receipt',
        date: '2026-04-10',
        amount: 900,
        currency: 'EGP',
        waiting_amount: 900,
        code: 'no_match',
        bank_reference: 'FT1',
        account: BANK_ACCOUNT,
        steps: [],
      });
      expect(await unallocated(desk, '2026-04-09')).toBe('-0.00');
      expect(await unallocated(desk, '2026-04-10')).toBe('900.00');
      expect(await desk.done('held_rows.list', { q: 'april' })).toHaveLength(1);
      expect(await desk.done('held_rows.list', { q: '900' })).toHaveLength(1);
      expect(await desk.done('held_rows.list', { state: 'settled' })).toEqual([]);
      expect(await desk.done('held_rows.get', { held_id: heldId })).toEqual(row);
    }, '2026-04-30'),
  );

  it(
    'is booked on several loans in one go, by any of their names, and the rest stays held',
    onDesk(async (desk) => {
      const first = await runningLoan(desk);
      const second = await runningLoan(desk, 'M-2');
      await desk.done('loans.add_alias', { loan_id: second.loanId, alias: 'Delta 7' });
      const heldId = await heldTransfer(desk, '1000.00');
      const allocations = [
        { loan_id: first.applicationId, amount: 300 },
        { loan_id: 'delta 7', amount: '450.50' },
      ];
      const matched = await desk.done('held_rows.match', { held_id: heldId, allocations });
      expect(matched).toMatchObject({
        state: 'open',
        waiting_amount: 249.5,
        reversed: null,
        payments: [
          {
            loan_id: first.loanId,
            payment_amount: 300,
            payment_date: '2026-04-10',
            payment_reference: 'FT1',
          },
          { loan_id: second.loanId, payment_amount: 450.5, equal_payment_id: null },
        ],
      });
      expect(await unallocated(desk, '2026-04-10')).toBe('249.50');
      const [payment] = await desk.done('loans.payments', { loan_id: second.loanId });
      expect(payment).toMatchObject({ batch_id: matched.batch_id, payment_method: 'manual_transfer' });
      const rest = await desk.done('held_rows.match', {
        held_id: heldId,
        allocations: [{ loan_id: first.loanId }],
        date: '2026-04-20',
      });
      expect(rest).toMatchObject({ state: 'settled', waiting_amount: 0 });
      expect(rest.payments).toMatchObject([{ payment_amount: 249.5, payment_date: '2026-04-20' }]);
      expect(await unallocated(desk, '2026-04-19')).toBe('249.50');
      expect(await unallocated(desk, '2026-04-20')).toBe('-0.00');
      const { steps } = await desk.done('held_rows.get', { held_id: heldId });
      expect(steps.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['matched', 300],
        ['matched', 450.5],
        ['matched', 249.5],
      ]);
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'gives the rest to the one loan without an amount, and books none when one is refused',
    onDesk(async (desk) => {
      const first = await runningLoan(desk);
      const second = await runningLoan(desk, 'M-2');
      const heldId = await heldTransfer(desk, '20000.00');
      const match = (loan_id: string, amount?: string) => ({
        held_id: heldId,
        allocations: [
          { loan_id: first.loanId, amount: '7000' },
          { loan_id, ...(amount ? { amount } : {}) },
        ],
      });
      const refused = await desk.refused('held_rows.match', match(second.loanId));
      expect(refused.code).toBe('overpayment');
      expect(refused.detail).toContain(second.loanId);
      const done = await desk.done('held_rows.match', match(second.loanId, '1'), { dryRun: true });
      expect(done).toMatchObject({ waiting_amount: 12_999, payments: [{ payment_id: null }, {}] });
      await setPolicy(desk, 'accept_overpayment', 'true');
      const all = await desk.done('held_rows.match', match(second.loanId));
      expect(all.payments[1]?.payment_amount).toBe(13_000);
      expect(all.payments[1]?.credit_amount).toBeGreaterThan(0);
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'waits again when a payment made of it is taken back, and can be matched anew',
    onDesk(async (desk) => {
      const wrong = await runningLoan(desk);
      const right = await runningLoan(desk, 'M-2');
      const heldId = await heldTransfer(desk);
      const to = (loan_id: string) => ({ held_id: heldId, allocations: [{ loan_id }], date: '2026-04-12' });
      const { payments } = await desk.done('held_rows.match', to(wrong.loanId));
      const payment_id = payments[0]?.payment_id as string;
      const reversed = await desk.done('payments.reverse', { payment_id, reason: 'wrong loan' });
      expect(reversed.held_id).toBe(heldId);
      expect(await desk.done('held_rows.get', { held_id: heldId })).toMatchObject({
        state: 'open',
        waiting_amount: 900,
        steps: [
          { kind: 'matched', payment_id },
          { kind: 'reopened', payment_id, date: '2026-04-12' },
        ],
      });
      expect(await unallocated(desk, '2026-04-12')).toBe('900.00');
      await verified(desk);
      await desk.done('held_rows.match', to(right.loanId));
      expect((await desk.refused('held_rows.match', to(wrong.loanId))).code).toBe('held_row_settled');
      expect((await desk.done('held_rows.list', { state: 'settled' })).map((row) => row.held_id)).toEqual([
        heldId,
      ]);
      await verified(desk);
    }, '2026-04-30'),
  );

  it(
    'says what may be booked already: by its reference, or the same amount that day without one',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const twin = await desk.done(
        'payments.create',
        paymentInput(desk, loanId, 900, { payment_date: '2026-04-10' }),
      );
      const heldId = await heldTransfer(desk);
      const all = { held_id: heldId, allocations: [{ loan_id: loanId }] };
      const plan = await desk.done('held_rows.match', all, { dryRun: true });
      expect(plan.payments).toMatchObject([{ equal_payment_id: twin.payment_id }]);
      await desk.done(
        'payments.create',
        paymentInput(desk, loanId, 900, { payment_reference: 'FT1', payment_date: '2026-04-11' }),
      );
      const refused = await desk.refused('held_rows.match', all);
      expect(refused.code).toBe('reference_conflict');
      expect(refused.hint).toContain(`pay review dismiss ${heldId}`);
    }, '2026-04-30'),
  );

  it(
    'says what another import brought already under its reference, of its amount and date',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const { rows } = await imported(desk, ownCsv([loanId, '900.00', '2026-04-10', 'FT1']));
      const heldId = await heldTransfer(desk);
      const match = (loan: object, more: object = {}) =>
        desk.done(
          'held_rows.match',
          { held_id: heldId, allocations: [{ loan_id: loanId, ...loan }], ...more },
          { dryRun: true },
        );
      expect((await match({})).payments).toMatchObject([{ equal_payment_id: rows[0]?.payment_id }]);
      expect((await match({ amount: 899 })).payments).toMatchObject([{ equal_payment_id: null }]);
      expect((await match({}, { date: '2026-04-11' })).payments).toMatchObject([{ equal_payment_id: null }]);
      await desk.done('payments.reverse', { payment_id: rows[0]?.payment_id as string, reason: 'x' });
      expect((await match({})).payments).toMatchObject([{ equal_payment_id: null }]);
    }, '2026-04-30'),
  );

  it(
    'leaves the unallocated receipts when it is dismissed, and stays listed',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const heldId = await heldTransfer(desk);
      await desk.done('held_rows.match', {
        held_id: heldId,
        allocations: [{ loan_id: loanId, amount: 100 }],
      });
      const done = await desk.done('held_rows.dismiss', { held_id: heldId, reason: 'rent' });
      expect(done).toMatchObject({ state: 'settled', amount: 900, dismissed_amount: 800, reason: 'rent' });
      expect(await unallocated(desk, '2026-04-29')).toBe('800.00');
      expect(await unallocated(desk, '2026-04-30')).toBe('-0.00');
      expect(await desk.done('held_rows.list', { state: 'all' })).toMatchObject([
        { held_id: heldId, waiting_amount: 0 },
      ]);
      await verified(desk);
    }, '2026-04-30'),
  );
});
