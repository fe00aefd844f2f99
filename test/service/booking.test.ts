import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import {
  approved,
  disbursed,
  disbursementInput,
  halfDrawn,
  IBAN,
  OTHER_ACCOUNT,
  paymentInput,
  payOn,
  setPolicy,
} from './desk-loans.ts';

async function postings(desk: Desk, loanId: string) {
  const entries = await desk.store.read((tx) => tx.journal.ofLoans([loanId]));
  return entries.map((entry) => [
    entry.kind,
    entry.valueDate,
    entry.reversesEntryNumber,
    Object.fromEntries(entry.postings.map((posting) => [posting.account, posting.amountPiastres])),
  ]);
}

describe('disbursements', () => {
  it(
    'write their entry when they are registered, with their value date',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk, {}, { disbursement_date: '2026-03-10' });
      expect(await postings(desk, loanId)).toEqual([
        [
          'disbursement',
          '2026-03-10',
          null,
          { 'loan principal': 1_200_000, 'disbursement clearing': -1_200_000 },
        ],
      ]);
    }),
  );

  it.each([
    ['EG38 0019 0005 0000 0000 2631 8000 2', 'bank_transfer', IBAN],
    ['eg380019000500000000263180002', 'bank_transfer', IBAN],
    ['10020', 'bank_transfer', '10020'],
    ['100 200 300', 'bank_transfer', '100200300'],
    ['A'.repeat(34), 'bank_transfer', 'A'.repeat(34)],
    ['+20 100 123 4567', 'wallet', '+20 100 123 4567'],
    ['Mona Nile', 'check', 'Mona Nile'],
  ])('take the account %s by %s', async (typed, method, kept) => {
    await onDesk(async (desk) => {
      const { loanId } = await approved(desk);
      const registered = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { merchant_bank_account: typed, disbursement_method: method }),
      );
      expect(registered).toMatchObject({ merchant_bank_account: kept, status: 'completed', warnings: [] });
    })();
  });

  it(
    'warn of a date before the decision and of another account, under any id of the merchant',
    onDesk(async (desk) => {
      await desk.done('merchants.import', {
        records: [{ line: 1, source: 'm.jsonl', value: { kind: 'merchant', external_id: 'nile-1' } }],
      });
      const { id } = await desk.done('merchants.get', { merchant_id: 'nile-1' });
      await disbursed(desk, {}, {}, { merchant_id: 'nile-1' });
      // The same merchant, named by our id in small letters.
      const { loanId } = await approved(desk, {}, { merchant_id: id.toLowerCase() });
      const half = { disbursement_amount: 6_000, disbursement_date: '2026-02-20' };
      const early = await desk.done('disbursements.create', disbursementInput(desk, loanId, half));
      expect(early.warnings).toEqual([
        expect.stringContaining('2026-02-20 is before the decision, 2026-03-01'),
      ]);
      const other = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 100, merchant_bank_account: OTHER_ACCOUNT }),
      );
      expect(other.warnings).toEqual([expect.stringMatching(`${IBAN}.*${OTHER_ACCOUNT}`)]);
      const record = (await desk.audit()).at(-1);
      expect(JSON.parse(record?.beforeJson ?? '')).toEqual({ account: IBAN });
      // A failed payout was no payment: the account before it is the last one again.
      const reference = other.disbursement_reference as string;
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'returned' });
      const again = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 100 }),
      );
      expect(again.warnings).toEqual([]);
    }),
  );

  it(
    'under manual settlement count from the day they are completed',
    onDesk(async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { loanId, reference } = await disbursed(desk);
      await setPolicy(desk, 'settlement', 'automatic');
      desk.today = '2026-03-10';
      // As the policy stood at registration, whatever it says now.
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        disbursement_status: 'pending',
        outstanding_balance: 0,
        undisbursed_amount: 0,
      });
      expect(await postings(desk, loanId)).toEqual([]);
      const early = { disbursement_reference: reference, date: '2026-02-27' };
      expect(await desk.done('disbursements.complete', early, { dryRun: true })).toMatchObject({
        warnings: ['2026-02-27 is before the decision, 2026-03-01'],
      });
      const completed = await desk.done('disbursements.complete', {
        disbursement_reference: reference,
        date: '2026-03-05',
      });
      expect(completed).toMatchObject({
        status: 'completed',
        disbursement_date: '2026-03-05',
        corrections: [],
        warnings: [],
      });
      expect(await postings(desk, loanId)).toMatchObject([['disbursement', '2026-03-05', null, {}]]);
      expect(await desk.done('loans.get', { loan_id: loanId, as_of: '2026-03-04' })).toMatchObject({
        disbursement_status: 'pending',
      });
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        disbursement_status: 'completed',
        next_payment_due_date: '2026-04-05',
      });
    }),
  );

  it(
    'that wait for their settlement do not hold up one another, however late they are',
    onDesk(async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { loanId, reference } = await disbursed(desk, { term_months: 1 }, { disbursement_amount: 6_000 });
      const second = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 6_000 }),
      );
      // Two months later than scheduled, and a month after what would have been maturity.
      desk.today = '2026-05-01';
      await desk.done('disbursements.complete', { disbursement_reference: reference });
      await desk.done('disbursements.complete', {
        disbursement_reference: second.disbursement_reference as string,
      });
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        outstanding_balance: 12_000,
        maturity_date: '2026-06-01',
      });
    }),
  );

  it(
    'that failed are mirrored and free their amount again',
    onDesk(async (desk) => {
      const { loanId, reference } = await disbursed(desk);
      desk.today = '2026-03-04';
      const failed = await desk.done('disbursements.fail', {
        disbursement_reference: reference,
        reason: 'account closed',
      });
      expect(failed).toMatchObject({ status: 'failed', disbursement_reference: reference });
      expect(await postings(desk, loanId)).toEqual([
        [
          'disbursement',
          '2026-03-01',
          null,
          { 'loan principal': 1_200_000, 'disbursement clearing': -1_200_000 },
        ],
        [
          'disbursement_failure',
          '2026-03-01',
          1,
          { 'loan principal': -1_200_000, 'disbursement clearing': 1_200_000 },
        ],
      ]);
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        disbursement_status: 'failed',
        outstanding_balance: 0,
        undisbursed_amount: 12_000,
        next_payment_due_date: null,
      });
      await desk.done('disbursements.create', disbursementInput(desk, loanId));
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, entries: 3 });
    }),
  );
});

describe('payments', () => {
  it(
    'are split as published: 26,205.33 at 17.25 %, one schedule month, 5,200.00',
    onDesk(async (desk) => {
      const terms = { approved_amount: '26205.33', interest_rate: '17.25' };
      const { loanId } = await disbursed(desk, terms, { disbursement_amount: '26205.33' });
      expect(await payOn(desk, '2026-04-01', loanId, 5_200)).toMatchObject({
        interest_amount: 376.7,
        principal_amount: 4_823.3,
        remaining_balance: 21_382.03,
        fee_amount: 0,
        credit_amount: 0,
        replayed: false,
        corrections: [],
        equal_payment_id: null,
        reference_on_other_loan: null,
      });
      expect((await postings(desk, loanId)).at(-1)).toEqual([
        'payment',
        '2026-04-01',
        null,
        { 'collection clearing': 520_000, 'loan principal': -482_330, 'interest income': -37_670 },
      ]);
    }),
  );

  it(
    'with a reference known already answer the first result and post nothing',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const first = await payOn(desk, '2026-04-01', loanId, 500, { payment_reference: 'FT-1' });
      await payOn(desk, '2026-04-05', loanId, 100);
      const [facts, audit] = [await desk.fingerprint(), await desk.audit()];
      const again = await desk.done(
        'payments.create',
        paymentInput(desk, loanId, '500.00', { payment_reference: 'FT-1', payment_date: '2026-04-01' }),
      );
      expect(again).toEqual({ ...first, replayed: true });
      expect(await desk.fingerprint()).toEqual(facts);
      expect(await desk.audit()).toEqual(audit);
      // Another loan may have a payment of the same reference.
      const other = await halfDrawn(desk);
      await desk.done(
        'payments.create',
        paymentInput(desk, other.loanId, 500, { payment_reference: 'FT-1' }),
      );
    }),
  );

  it(
    'with a reference known already are answered even when the loan is paid off since',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const whole = { payment_reference: 'FT-2' };
      const first = await payOn(desk, '2026-04-01', loanId, 12_240, whole);
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({ payment_status: 'paid_off' });
      const again = await desk.done('payments.create', paymentInput(desk, loanId, 12_240, whole));
      expect(again).toEqual({ ...first, replayed: true });
    }),
  );

  it(
    'equal to one booked are booked and named when no reference tells them apart',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const first = await payOn(desk, '2026-04-01', loanId, 500);
      const second = await payOn(desk, '2026-04-01', loanId, 500);
      expect(second).toMatchObject({ equal_payment_id: first.payment_id, replayed: false });
      expect(second.payment_id).not.toBe(first.payment_id);
      const third = await payOn(desk, '2026-04-01', loanId, 500, { payment_reference: 'FT-3' });
      expect(third.equal_payment_id).toBeNull();
      expect((await payOn(desk, '2026-04-02', loanId, 500)).equal_payment_id).toBeNull();
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({ total_payments_made: 4 });
    }),
  );

  it(
    'less than the interest due leave the principal and carry the rest',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const first = await payOn(desk, '2026-04-01', loanId, 100);
      expect(first).toMatchObject({ interest_amount: 100, principal_amount: 0, remaining_balance: 12_000 });
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({ accrued_interest: 140 });
      const second = await payOn(desk, '2026-05-01', loanId, 400);
      expect(second).toMatchObject({ interest_amount: 380, principal_amount: 20, remaining_balance: 11_980 });
    }),
  );

  it(
    'find their loan by its application, in any letter case',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await disbursed(desk);
      const booked = await payOn(desk, '2026-04-01', applicationId.toLowerCase(), 500);
      expect(booked.loan_id).toBe(loanId);
      expect(await desk.done('loans.payments', { loan_id: ` ${loanId.toLowerCase()} ` })).toHaveLength(1);
    }),
  );
});
