import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { disbursed, paymentInput, payOn, setPolicy } from './desk-loans.ts';

describe('a statement', () => {
  it(
    'keeps a payment taken back in view; known before, it stands as it stood',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const paid = await payOn(desk, '2026-04-01', loanId, 1_134.72);
      const payment_id = paid.payment_id as string;
      desk.today = '2026-04-20';
      await desk.done('payments.reverse', { payment_id, reason: 'returned' });
      const lines = await desk.done('loans.statement', { loan_id: loanId });
      expect(
        lines.map(({ kind, debit, credit, balance, reversed }) => [kind, debit, credit, balance, reversed]),
      ).toEqual([
        ['disbursement', 12_000, 0, 12_000, false],
        ['payment', 0, 1_134.72, 10_865.28, true],
        ['reversal', 1_134.72, 0, 12_000, true],
      ]);
      const [, , undone] = lines;
      expect(undone).toMatchObject({ value_date: '2026-04-01', reference: payment_id });
      expect(undone?.booked_at).toBe('2026-04-20T12:00:00.000Z');
      const then = await desk.done('loans.statement', { loan_id: loanId, known_at: '2026-04-10' });
      expect(then.map(({ kind, balance }) => [kind, balance])).toEqual([
        ['disbursement', 12_000],
        ['interest', 12_240],
        ['payment', 11_105.28],
      ]);
      const receipt = await desk.done('payments.receipt', { payment_id });
      expect(receipt).toMatchObject({
        status: 'reversed',
        reversed_on: '2026-04-20',
        reversal_reason: 'returned',
        outstanding_balance: 12_000,
      });
    }),
  );

  it(
    'shows the splits that stand now, after a payment entered late',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, 1_134.72);
      desk.today = '2026-04-20';
      await desk.done('payments.create', paymentInput(desk, loanId, 1_000, { payment_date: '2026-03-16' }));
      const lines = await desk.done('loans.statement', { loan_id: loanId });
      const loan = await desk.done('loans.get', { loan_id: loanId });
      expect(lines.map(({ value_date, kind }) => `${value_date} ${kind}`)).toEqual([
        '2026-03-01 disbursement',
        '2026-03-16 interest',
        '2026-03-16 payment',
        '2026-04-01 interest',
        '2026-04-01 payment',
      ]);
      expect(lines.at(-1)?.balance).toBe(loan.outstanding_balance);
      const told = await desk.done('loans.explain', { loan_id: loanId });
      expect(told.map(({ note }) => note).join('\n')).toMatch(
        /corrected: payment PAY-\w+ was booked as interest 240\.00, principal 894\.72, and is divided anew/,
      );
    }),
  );
});

describe('a letterhead', () => {
  it(
    'is what the policy says that day, with the end of the chain',
    onDesk(async (desk) => {
      expect(await desk.done('documents.letterhead', {})).toMatchObject({
        bank_name: '',
        document_language: 'en',
      });
      await setPolicy(desk, 'bank_name', 'Nile Bank');
      await setPolicy(desk, 'document_language', 'ar');
      expect(await desk.done('documents.letterhead', {})).toMatchObject({
        bank_name: 'Nile Bank',
        bank_name_ar: 'Nile Bank',
        document_language: 'ar',
        policy_version: 3,
        printed_on: desk.today,
      });
      await setPolicy(desk, 'bank_name_ar', 'بنك النيل');
      expect(await desk.done('documents.letterhead', {})).toMatchObject({ bank_name_ar: 'بنك النيل' });
      await setPolicy(desk, 'bank_name', 'none');
      expect(await desk.done('documents.letterhead', {})).toMatchObject({ bank_name: '' });
    }),
  );

  it(
    'takes one line without tricks for a name',
    onDesk(async (desk) => {
      for (const value of ['a\nb', 'Nile\u202eBank', '\u001b[2J', 'x'.repeat(141)]) {
        const refused = await desk.call('policy.set', { key: 'bank_name', value });
        expect(refused.ok || refused.problem.code).toBe('invalid_policy_value');
      }
    }),
  );
});
