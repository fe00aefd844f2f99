import type { Desk } from '../desk.ts';
import { disbursed, disbursementInput, halfDrawn, payOn, setPolicy } from '../desk-loans.ts';
import { mistyped, NO_DISBURSEMENT, type RefusalCase, refusal } from './refusal-case.ts';

/** A disbursement of 1 March under manual settlement, looked at on 10 March. */
async function awaiting(desk: Desk) {
  await setPolicy(desk, 'settlement', 'manual');
  const loan = await disbursed(desk);
  desk.today = '2026-03-10';
  return loan;
}

const completing: readonly RefusalCase[] = [
  refusal('disbursements.complete', 'validation_failed', 'the date does not exist', async (desk) => ({
    input: { disbursement_reference: (await awaiting(desk)).reference, date: '2026-13-01' },
    says: ['2026-13-01'],
    faults: ['/date invalid_date'],
  })),
  refusal('disbursements.complete', 'date_in_future', 'tomorrow', async (desk) => ({
    input: { disbursement_reference: (await awaiting(desk)).reference, date: '2026-03-11' },
    says: ['2026-03-11', '2026-03-10'],
  })),
  refusal('disbursements.complete', 'already_completed', 'by hand already', async (desk) => {
    const { reference } = await awaiting(desk);
    await desk.done('disbursements.complete', { disbursement_reference: reference, date: '2026-03-05' });
    return { input: { disbursement_reference: reference }, says: [reference, '2026-03-05'] };
  }),
  refusal(
    'disbursements.complete',
    'already_completed',
    'an automatic one completes by itself',
    async (desk) => {
      const { reference } = await disbursed(desk, {}, { disbursement_date: '2026-03-09' });
      return { input: { disbursement_reference: reference }, says: [reference, 'by itself', '2026-03-09'] };
    },
  ),
  refusal('disbursements.complete', 'already_failed', 'it failed', async (desk) => {
    const { reference } = await awaiting(desk);
    await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'account closed' });
    return { input: { disbursement_reference: reference }, says: [reference, '2026-03-10'] };
  }),
  refusal(
    'disbursements.complete',
    'date_before_disbursement',
    'before the first completed one',
    async (desk) => {
      const { loanId } = await halfDrawn(desk);
      await setPolicy(desk, 'settlement', 'manual');
      const second = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 100 }),
      );
      return {
        input: { disbursement_reference: second.disbursement_reference as string, date: '2026-02-28' },
        says: ['2026-02-28', '2026-03-01'],
      };
    },
  ),
  refusal('disbursements.complete', 'date_after_maturity', 'too late', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    await setPolicy(desk, 'settlement', 'manual');
    const second = await desk.done(
      'disbursements.create',
      disbursementInput(desk, loanId, { disbursement_amount: 100 }),
    );
    desk.today = '2027-03-01';
    return {
      input: { disbursement_reference: second.disbursement_reference as string },
      says: ['2027-03-01'],
    };
  }),
  refusal('disbursements.complete', 'disbursement_before_decision', 'the policy refuses it', async (desk) => {
    await setPolicy(desk, 'disbursement_before_decision', 'refuse');
    const { reference } = await awaiting(desk);
    return {
      input: { disbursement_reference: reference, date: '2026-02-28' },
      says: ['2026-02-28', '2026-03-01'],
    };
  }),
  refusal('disbursements.complete', 'period_closed', 'the books of the day are closed', async (desk) => {
    const { reference } = await awaiting(desk);
    await setPolicy(desk, 'books_closed_through', '2026-03-05');
    return { input: { disbursement_reference: reference, date: '2026-03-05' }, says: ['2026-03-05'] };
  }),
];

const failing: readonly RefusalCase[] = [
  refusal('disbursements.fail', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { disbursement_reference: (await disbursed(desk)).reference, reason: ' ' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('disbursements.fail', 'already_failed', 'it failed before', async (desk) => {
    const { reference } = await disbursed(desk);
    const input = { disbursement_reference: reference, reason: 'account closed' };
    await desk.done('disbursements.fail', input);
    return { input, says: [reference, '2026-03-01'], hints: 'disburse' };
  }),
  refusal('disbursements.fail', 'would_break_later_payment', 'a payment rests on it', async (desk) => {
    const { loanId, reference } = await disbursed(desk);
    const { payment_id } = await payOn(desk, '2026-03-15', loanId, 500);
    return {
      input: { disbursement_reference: reference, reason: 'account closed' },
      says: [payment_id as string, '500.00', '2026-03-15', '0.00'],
      hints: `pay reverse ${payment_id}`,
    };
  }),
  refusal('disbursements.fail', 'period_closed', 'its books are closed', async (desk) => {
    const { reference } = await disbursed(desk);
    desk.today = '2026-03-10';
    await setPolicy(desk, 'books_closed_through', '2026-03-05');
    return {
      input: { disbursement_reference: reference, reason: 'account closed' },
      says: ['2026-03-01', '2026-03-05'],
    };
  }),
];

const ids: readonly RefusalCase[] = (['disbursements.complete', 'disbursements.fail'] as const).flatMap(
  (operation) => {
    const inputOf = (id: string) =>
      operation === 'disbursements.fail'
        ? { disbursement_reference: id, reason: 'account closed' }
        : { disbursement_reference: id };
    return [
      refusal(operation, 'invalid_id', 'a loan id is given', () => ({
        input: inputOf('LN-00000000S'),
        says: ['LN-00000000S', 'is a loan id'],
      })),
      refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
        const { reference } = await disbursed(desk);
        return { input: inputOf(mistyped(reference)), says: [mistyped(reference)], hints: reference };
      }),
      refusal(operation, 'disbursement_not_found', 'there is none', () => ({
        input: inputOf(NO_DISBURSEMENT),
        says: [NO_DISBURSEMENT],
        hints: 'disbursements ls',
      })),
    ];
  },
);

/** Completion and failure of disbursements. */
export const SETTLEMENT_REFUSALS: readonly RefusalCase[] = [...completing, ...failing, ...ids];
