import { describe, expect, it } from 'vitest';
import { BANK_ACCOUNT, heldTransfer, importedDay, runningLoan, statementOf } from './bank-statements.ts';
import { officer } from './controls-desk.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput, setPolicy } from './desk-loans.ts';
import { imported } from './payment-files.ts';

async function unallocated(desk: Desk, asOf: string): Promise<string> {
  const { accounts } = await desk.done('reports.trial_balance', { as_of: asOf });
  const { debit, credit } = accounts.find(({ account }) => account === 'unallocated receipts') ?? {};
  return credit === '0.00' ? `-${debit}` : (credit ?? '');
}

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

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
