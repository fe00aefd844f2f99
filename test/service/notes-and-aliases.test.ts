import { describe, expect, it } from 'vitest';
import { foldAlias } from '../../src/domain/loan-alias.ts';
import { onDesk } from './desk.ts';
import { disbursed, payOn } from './desk-loans.ts';

describe('notes of a loan', () => {
  it(
    'are kept with who and when, numbered in their order',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await disbursed(desk);
      await desk.done('loans.add_note', { loan_id: loanId, text: 'promised Sunday' });
      desk.today = '2026-03-02';
      desk.caller = { ...desk.caller, actor: 'omar' };
      await desk.done('loans.add_note', { loan_id: applicationId, text: 'paid half\nrest on Monday' });
      const notes = await desk.done('loans.notes', { loan_id: loanId });
      expect(notes).toEqual([
        {
          loan_id: loanId,
          number: 1,
          text: 'promised Sunday',
          noted_at: '2026-03-01T12:00:00.000Z',
          noted_by: 'mona',
        },
        {
          loan_id: loanId,
          number: 2,
          text: 'paid half\nrest on Monday',
          noted_at: '2026-03-02T12:00:00.000Z',
          noted_by: 'omar',
        },
      ]);
      expect(await desk.refused('loans.add_note', { loan_id: loanId, text: ' ' })).toMatchObject({
        code: 'validation_failed',
      });
      const verified = await desk.done('ledger.verify', {});
      expect(verified.violations).toEqual([]);
    }),
  );
});

describe('an alias of a loan', () => {
  it.each([
    ['2019/0441', '2019/0441'],
    ['Old No-7', 'OLDNO7'],
    ['٢٠١٩–٠٤٤١', '20190441'],
    ['قرض ٧', 'قرض7'],
  ])('%s is %s too', (given, same) => {
    expect(foldAlias(given)).toBe(foldAlias(same));
  });

  it(
    'serves wherever the id does, however it is spelt',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await desk.done('loans.add_alias', { loan_id: loanId, alias: 'Old No-٧' });
      for (const spelling of ['old no 7', 'OLD-NO-7', 'Old No-٧', 'oldno7']) {
        expect(await desk.done('loans.get', { loan_id: spelling })).toMatchObject({ loan_id: loanId });
      }
      await disbursed(desk);
      for (const q of ['OLD-no', 'd no ٧', '7']) {
        const { data } = await desk.done('loans.list', { q: `${q} ` });
        expect(data.map((loan) => loan.loan_id)).toContain(loanId);
      }
      for (const q of ['old no 77', '%'])
        expect(await desk.done('loans.list', { q })).toMatchObject({ total_count: 0 });
      const paid = await desk.done('payments.create', {
        loan_id: 'old no 7',
        payment_amount: 100,
        payment_date: desk.today,
        payment_method: 'auto_debit',
      });
      expect(paid.loan_id).toBe(loanId);
      expect(await desk.refused('loans.get', { loan_id: 'old no 8' })).toMatchObject({ code: 'invalid_id' });
    }),
  );

  it(
    'is of one loan for ever, and never looks like an id',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const other = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      await desk.done('loans.add_alias', { loan_id: loanId, alias: 'L-7' });
      const audited = (await desk.audit()).length;
      expect(await desk.done('loans.add_alias', { loan_id: loanId, alias: 'l 7' })).toEqual({
        loan_id: loanId,
        alias: 'L-7',
      });
      expect((await desk.audit()).length).toBe(audited);
      expect(await desk.refused('loans.add_alias', { loan_id: other.loanId, alias: 'l7' })).toMatchObject({
        code: 'alias_taken',
      });
      for (const alias of [other.loanId, loanId.toLowerCase(), '--', ' L9', '']) {
        expect(await desk.refused('loans.add_alias', { loan_id: loanId, alias })).toMatchObject({
          code: 'validation_failed',
        });
      }
    }),
  );
});

describe('loan ls --past-due', () => {
  it(
    'shows whom to call, the last payment and the last note',
    onDesk(async (desk) => {
      const value = { kind: 'merchant', external_id: 'M-1', contact_phone: '+20 100 123 4567' };
      await desk.done('merchants.import', { records: [{ line: 1, source: 'm.jsonl', value }] });
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, 500);
      await payOn(desk, '2026-04-20', loanId, 20);
      await desk.done('loans.add_note', { loan_id: loanId, text: 'first' });
      await desk.done('loans.add_note', { loan_id: loanId, text: 'calls back' });
      desk.today = '2026-04-25';
      const { data } = await desk.done('loans.list', { past_due: true });
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject({
        loan_id: loanId,
        days_past_due: 24,
        phone: '+20 100 123 4567',
        last_payment_date: '2026-04-20',
        last_payment_amount: 20,
        last_note: 'calls back',
        last_note_by: 'mona',
      });
      const before = await desk.done('loans.list', { past_due: true, as_of: '2026-04-10' });
      expect(before.data[0]).toMatchObject({ last_payment_date: '2026-04-01', last_payment_amount: 500 });
      expect((await desk.done('loans.list', {})).data[0]).not.toHaveProperty('phone');
    }),
  );
});
