import { describe, expect, it } from 'vitest';
import { LONG_TEST_MS } from '../store/empty-ledger.ts';
import { onDesk } from './desk.ts';
import {
  disbursed,
  disbursementInput,
  halfDrawn,
  paymentInput,
  payOffOn,
  payOn,
  setPolicy,
} from './desk-loans.ts';
import { expectReplayHolds } from './replay-desk.ts';

const returned = 'returned by the bank';

const NONE = { credit_amount: 0, recovered_amount: 0 };

describe('replaying the past', () => {
  it('holds whatever the order facts are entered in', () => expectReplayHolds(70, 1), LONG_TEST_MS);

  it(
    'makes a loan current again when a payment made in time is booked late',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.today = '2026-04-05';
      const { installment_amount, ...late } = await desk.done('loans.get', { loan_id: loanId });
      expect(late).toMatchObject({ payment_status: 'overdue', days_past_due: 4 });
      const known = '2026-04-05';
      desk.today = '2026-04-06';
      const more = { payment_date: '2026-03-31' };
      await desk.done('payments.create', paymentInput(desk, loanId, installment_amount ?? 0, more));
      const loan = { loan_id: loanId };
      expect(await desk.done('loans.get', loan)).toMatchObject({
        payment_status: 'current',
        next_payment_due_date: '2026-05-01',
      });
      expect(await desk.done('loans.list', { as_of: '2026-04-03', past_due: true })).toMatchObject({
        total_count: 0,
      });
      // When it became known is in the trail, and the figure as the bank saw it then can be had.
      expect((await desk.audit()).at(-1)).toMatchObject({
        action: 'payments.create',
        at: expect.stringMatching(/^2026-04-06/),
      });
      expect(await desk.done('loans.get', { ...loan, as_of: '2026-04-05', known_at: known })).toMatchObject({
        payment_status: 'overdue',
        days_past_due: 4,
      });
      expect(await desk.done('loans.payments', { ...loan, known_at: known })).toEqual([]);
    }),
  );

  it(
    'corrects payments by mirrored entries, and tells before and after',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const first = await payOn(desk, '2026-04-01', loanId, 1_240);
      const { corrections: none, account: nothing } = await payOn(desk, '2026-05-01', loanId, 1_000);
      expect([none, nothing]).toEqual([[], null]);
      const early = paymentInput(desk, loanId, 3_000, { payment_date: '2026-03-01' });
      const rehearsed = await desk.done('payments.create', early, { dryRun: true });
      expect(await desk.done('ledger.info', {})).toMatchObject({ entries: 3 });
      const booked = await desk.done('payments.create', early);
      // On the day of the payout nothing is accrued; 9,000.00 at 2 % a month from then on.
      expect(booked).toMatchObject({ principal_amount: 3_000, interest_amount: 0, remaining_balance: 9_000 });
      expect(booked.corrections).toEqual([
        {
          payment_id: first.payment_id,
          before: {
            principal_amount: 1_000,
            interest_amount: 240,
            fee_amount: 0,
            ...NONE,
            remaining_balance: 11_000,
          },
          after: {
            principal_amount: 1_060,
            interest_amount: 180,
            fee_amount: 0,
            ...NONE,
            remaining_balance: 7_940,
          },
        },
        {
          payment_id: expect.any(String),
          before: {
            principal_amount: 780,
            interest_amount: 220,
            fee_amount: 0,
            ...NONE,
            remaining_balance: 10_220,
          },
          after: {
            principal_amount: 841.2,
            interest_amount: 158.8,
            fee_amount: 0,
            ...NONE,
            remaining_balance: 7_098.8,
          },
        },
      ]);
      expect(booked.account).toMatchObject({
        before: { outstanding_balance: 10_220, arrears_amount: 29.44 },
        after: { outstanding_balance: 7_098.8, arrears_amount: 0 },
      });
      expect(rehearsed).toEqual({ ...booked, payment_id: null, dry_run: true });
      const journal = await desk.store.read((tx) => tx.journal.ofLoans([loanId]));
      expect(
        journal.map((one) => [one.entryNumber, one.kind, one.valueDate, one.reversesEntryNumber]),
      ).toEqual([
        [1, 'disbursement', '2026-03-01', null],
        [2, 'payment', '2026-04-01', null],
        [3, 'payment', '2026-05-01', null],
        [4, 'payment', '2026-03-01', null],
        [5, 'payment_correction', '2026-04-01', 2],
        [6, 'payment_correction', '2026-04-01', null],
        [7, 'payment_correction', '2026-05-01', 3],
        [8, 'payment_correction', '2026-05-01', null],
      ]);
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
      // A second correction mirrors the first.
      await desk.done('payments.reverse', { payment_id: booked.payment_id as string, reason: returned });
      expect(await desk.done('loans.payments', { loan_id: loanId })).toMatchObject([
        { status: 'reversed', principal_amount: 3_000 },
        { status: 'posted', principal_amount: 1_000, remaining_balance: 11_000 },
        { status: 'posted', principal_amount: 780, remaining_balance: 10_220 },
      ]);
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }),
  );

  it(
    'posts nothing where only the balance a payment leaves has changed',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      const { payment_id } = await payOn(desk, '2026-03-15', loanId, 500);
      const tranche = disbursementInput(desk, loanId, { disbursement_amount: 1_000 });
      const { corrections } = await desk.done('disbursements.create', tranche);
      expect(corrections).toMatchObject([{ payment_id, before: { interest_amount: 54.19 } }]);
      const [{ before, after }] = corrections as unknown as [{ before: object; after: object }];
      expect(after).toEqual({ ...before, remaining_balance: 6_554.19 });
      expect(await desk.done('ledger.info', {})).toMatchObject({ entries: 3 });
    }),
  );

  it(
    'fails a tranche that payments were made on, and divides them anew',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      desk.today = '2026-03-11';
      const tranche = disbursementInput(desk, loanId, { disbursement_amount: 3_000 });
      const { disbursement_reference } = await desk.done('disbursements.create', tranche);
      await payOn(desk, '2026-04-01', loanId, 1_000);
      const input = { disbursement_reference: disbursement_reference as string, reason: 'account closed' };
      const failed = await desk.done('disbursements.fail', input);
      // 6,000.00 for a month is 120.00; the 3,000.00 bore 40.65 more in 21 of its 31 days.
      expect(failed.corrections).toMatchObject([
        { before: { interest_amount: 160.65 }, after: { interest_amount: 120, remaining_balance: 5_120 } },
      ]);
      expect(failed.account).toMatchObject({
        before: { outstanding_balance: 8_160.65 },
        after: { outstanding_balance: 5_120 },
      });
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }),
  );

  it(
    'knows at a time before a failure what was completed then',
    onDesk(async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { loanId, reference } = await disbursed(desk);
      desk.today = '2026-03-05';
      await desk.done('disbursements.complete', { disbursement_reference: reference, date: '2026-03-03' });
      desk.today = '2026-03-20';
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'came back' });
      const at = async (known_at: string) => {
        const loan = await desk.done('loans.get', { loan_id: loanId, known_at });
        return [loan.disbursement_status, loan.outstanding_balance];
      };
      expect(await at('2026-03-04')).toEqual(['pending', 0]);
      expect(await at('2026-03-19')).toEqual(['completed', 12_000]);
      expect(await at('2026-03-20T11:59:59Z')).toEqual(['completed', 12_000]);
      expect(await at('2026-03-20T14:00:00+02:00')).toEqual(['failed', 0]);
      const unborn = await desk.refused('loans.get', { loan_id: loanId, known_at: '2026-02-28' });
      expect(unborn.code).toBe('loan_not_found');
      expect(await desk.refused('loans.get', { loan_id: loanId, known_at: 'yesterday' })).toMatchObject({
        code: 'invalid_query',
      });
    }),
  );
});

describe('a reversal', () => {
  it(
    'of the payment that settled a loan makes it what it was before',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, 1_134.72);
      desk.today = '2026-04-20';
      const input = { loan_id: loanId };
      const reads = async () => [
        await desk.done('loans.get', input),
        await desk.done('loans.schedule', input),
        await desk.done('loans.payoff', input),
      ];
      const before = await reads();
      await payOffOn(desk, '2026-04-20', loanId);
      expect(await desk.done('loans.get', input)).toMatchObject({ payment_status: 'paid_off' });
      const last = (await desk.done('loans.payments', input)).at(-1);
      const reverse = { payment_id: last?.payment_id as string, reason: returned };
      const answer = await desk.done('payments.reverse', reverse);
      expect(Object.keys(answer).slice(0, 5)).toEqual([
        'payment_id',
        'reversed_at',
        'reason',
        'remaining_balance',
        'corrections',
      ]);
      expect(answer).toMatchObject({
        ...reverse,
        reversed_at: '2026-04-20T12:00:00.000Z',
        remaining_balance: 11_105.28,
        corrections: [],
        account: { before: { payment_status: 'paid_off' }, after: { payment_status: 'current' } },
      });
      expect(await reads()).toEqual(before);
      expect((await desk.refused('payments.reverse', reverse)).code).toBe('already_reversed');
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }),
  );

  it(
    'of one payment by two people at once: one wins, the other conflicts',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const { payment_id } = await payOn(desk, '2026-04-01', loanId, 500);
      const reverse = { payment_id: payment_id as string, reason: returned };
      const answers = await Promise.all([1, 2, 3].map(() => desk.call('payments.reverse', reverse)));
      const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.problem.code)).sort();
      expect(codes).toEqual(['already_reversed', 'already_reversed', 'ok']);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, entries: 3 });
    }),
  );

  it(
    'takes the reference with it: it is booked anew only when that is said, and linked',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const more = { payment_reference: 'FT-1' };
      const first = await payOn(desk, '2026-04-01', loanId, 500, more);
      await desk.done('payments.reverse', { payment_id: first.payment_id as string, reason: returned });
      const input = paymentInput(desk, loanId, 500, more);
      expect(await desk.refused('payments.create', input)).toMatchObject({
        code: 'reversed_before',
        detail: expect.stringContaining(first.payment_id as string),
      });
      const again = await desk.done('payments.create', { ...input, again: true });
      expect(again).toMatchObject({ replayed: false, principal_amount: 260 });
      expect(again.payment_id).not.toBe(first.payment_id);
      const links = await desk.store.read((tx) => tx.repeats.ofLoans([loanId]));
      expect(links).toEqual([{ loanId, paymentId: again.payment_id, repeatsPaymentId: first.payment_id }]);
      // What stands is what a repetition means from now on.
      for (const one of [input, { ...input, again: true }]) {
        expect(await desk.done('payments.create', one)).toMatchObject({
          replayed: true,
          payment_id: again.payment_id,
        });
      }
      const other = paymentInput(desk, loanId, 600, { ...more, again: true });
      expect((await desk.refused('payments.create', other)).code).toBe('reference_conflict');
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }),
  );

  it(
    'waits for a second person where the bank wants two',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const { payment_id } = await payOn(desk, '2026-04-01', loanId, 500);
      await setPolicy(desk, 'four_eyes', 'reversal');
      const reverse = { payment_id: payment_id as string, reason: returned };
      expect(await desk.done('payments.reverse', reverse)).toMatchObject({
        reversed_at: null,
        approvals: { given: 1, needed: 2 },
      });
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({ total_payments_made: 1 });
      desk.as('omar@bank.example', 'servicing');
      expect(await desk.done('payments.reverse', reverse)).toMatchObject({
        reversed_at: '2026-04-01T12:00:00.000Z',
        approvals: { given: 2, needed: 2 },
      });
    }),
  );
});
