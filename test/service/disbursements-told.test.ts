import { describe, expect, it } from 'vitest';
import { importedDay, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, disbursementInput, setPolicy } from './desk-loans.ts';
import { type BatchPlan, imported, planned } from './payment-files.ts';

/** A loan of 12,000.00 whose payout waits for somebody to complete it, and the desk on 30 April. */
async function payoutUnderWay(desk: Desk): Promise<{ loanId: string; reference: string }> {
  await setPolicy(desk, 'settlement', 'manual');
  const loan = await disbursed(desk);
  desk.today = '2026-04-30';
  return loan;
}

function told({ warnings }: BatchPlan): readonly (readonly [string, string])[] {
  return warnings.map(({ code, message }) => [code, message] as const);
}

const out = (text: string, amount = '12000.00', reference = 'FT1') => ({
  amount: `-${amount}`,
  reference,
  text,
});
const back = (text: string, amount = '12000.00') => ({ amount, reference: 'FT9', text, returned: true });

describe('a debit that names a disbursement', () => {
  it(
    'proposes its completion on the day it went out, once, while it is pending',
    onDesk(async (desk) => {
      const { reference } = await payoutUnderWay(desk);
      const file = statementOf('10', '20000.00', [out(`payout ${reference.toLowerCase()}`)]);
      const proposed = [
        [
          'disbursement_paid',
          `line 5: 12,000.00 EGP went out for ${reference}, which is pending: loandesk disbursements complete ${reference} --date 2026-04-10`,
        ],
      ];
      expect(told(await planned(desk, file))).toEqual(proposed);
      const batch = await imported(desk, file);
      expect(told(batch)).toEqual(proposed);
      const kept = await desk.done('payment_batches.get', { batch_id: batch.batch_id as string });
      expect(kept.warnings).toEqual(batch.warnings);
      // Whoever imports it again has been told.
      expect(told(await imported(desk, file))).toEqual([]);

      await desk.done('disbursements.complete', { disbursement_reference: reference, date: '2026-04-10' });
      expect(told(await planned(desk, statementOf('11', '8000.00', [out(reference)])))).toEqual([]);
    }),
  );

  it(
    'is found by the reference it was sent with, and says of another amount that it differs',
    onDesk(async (desk) => {
      const { reference } = await payoutUnderWay(desk);
      const file = statementOf('10', '20000.00', [out('payout', '12005.00')]);
      expect(told(await planned(desk, file.replace('NONREF//', `${reference}//`)))).toEqual([
        [
          'disbursement_amount_differs',
          `line 5: 12,005.00 EGP went out, but ${reference} is 12,000.00: find out why before ${reference} is completed`,
        ],
      ]);
    }),
  );

  it(
    'for several of them is the sum of all',
    onDesk(async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { loanId, reference: first } = await disbursed(desk, {}, { disbursement_amount: 7_000 });
      const second = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 5_000 }),
      );
      desk.today = '2026-04-30';
      const text = `${first} ${second.disbursement_reference}`;
      const { warnings } = await planned(desk, statementOf('10', '20000.00', [out(text)]));
      expect(warnings.map(({ code }) => code)).toEqual(['disbursement_paid', 'disbursement_paid']);
    }),
  );

  it(
    'proposes nothing of one that completes by itself, that failed, or that nobody knows',
    onDesk(async (desk) => {
      const { loanId, reference } = await payoutUnderWay(desk);
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'no such account' });
      await setPolicy(desk, 'settlement', 'automatic');
      const { disbursement_reference: automatic } = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_date: '2026-05-20' }),
      );
      const file = statementOf('10', '90000.00', [
        out(reference),
        out(automatic as string, '12000.00', 'FT2'),
        out('DSB-4M7Z1K8Q9', '12000.00', 'FT3'),
      ]);
      expect(told(await planned(desk, file))).toEqual([]);
    }),
  );
});

describe('a payout that came back', () => {
  it(
    'proposes the failure of the disbursement it names, completed or not, which is worth a look',
    onDesk(async (desk) => {
      const { reference } = await payoutUnderWay(desk);
      await desk.done('disbursements.complete', { disbursement_reference: reference, date: '2026-04-10' });
      const batch = await imported(desk, statementOf('15', '8000.00', [back(`RETURN ${reference}`)]));
      expect(told(batch)).toEqual([
        [
          'disbursement_returned',
          `line 5: 12,000.00 EGP of ${reference} came back: loandesk disbursements fail ${reference} --reason "returned by the bank", then dismiss the held row`,
        ],
      ]);
      const [row] = await desk.done('held_rows.list', {});
      expect(row).toMatchObject({ kind: 'returned', code: 'returned_debit', suggestions: [reference] });
      expect(row?.reason).toContain(`it is ${reference}: mark that failed, then dismiss the row`);
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'returned' });
      await desk.done('held_rows.dismiss', { held_id: row?.held_id as string, reason: 'failed' });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );

  it(
    'says of one that failed already that nothing is left to do but to dismiss the row',
    onDesk(async (desk) => {
      const { reference } = await payoutUnderWay(desk);
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'returned' });
      const batch = await imported(desk, statementOf('15', '8000.00', [back(reference)]));
      expect(told(batch)).toEqual([]);
      const [row] = await desk.done('held_rows.list', {});
      expect(row).toMatchObject({ suggestions: [] });
      expect(row?.reason).toContain(`${reference} failed already: dismiss the row`);
    }),
  );

  it(
    'with another amount says so and proposes nothing',
    onDesk(async (desk) => {
      const { reference } = await payoutUnderWay(desk);
      const batch = await imported(desk, statementOf('15', '8000.00', [back(reference, '11990.00')]));
      expect(batch.warnings.map(({ code }) => code)).toEqual(['disbursement_amount_differs']);
      const [row] = await desk.done('held_rows.list', {});
      expect(row).toMatchObject({ suggestions: [] });
      expect(row?.reason).toContain(`but ${reference} is 12,000.00`);
    }),
  );

  it(
    'may be a credit that nobody marks as a return, and a credit that quotes a payout a repayment of its loan',
    onDesk(async (desk) => {
      const { loanId, reference } = await payoutUnderWay(desk);
      const { batch } = await importedDay(desk, '15', '8000.00', [
        { amount: '12000.00', reference: 'FT8', text: reference },
        { amount: '300.00', reference: 'FT9', text: `for ${reference}` },
      ]);
      expect(told(batch)).toEqual([
        [
          'disbursement_returned',
          expect.stringContaining(`12,000.00 EGP of ${reference} may have come back`),
        ],
      ]);
      for (const { suggestions } of await desk.done('held_rows.list', {})) {
        expect(suggestions).toEqual([loanId]);
      }
    }),
  );
});
