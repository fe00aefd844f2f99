import type { Desk } from '../desk.ts';
import { disbursed, payOn, setPolicy } from '../desk-loans.ts';
import { mistyped, NO_PAYMENT, type RefusalCase, refusal } from './refusal-case.ts';

/** A payment of 500.00 on 15 March. */
async function paid(desk: Desk): Promise<string> {
  const { loanId } = await disbursed(desk);
  return (await payOn(desk, '2026-03-15', loanId, 500)).payment_id as string;
}

const reason = 'returned by the bank';

/** Taking payments back. */
export const REVERSAL_REFUSALS: readonly RefusalCase[] = [
  refusal('payments.reverse', 'invalid_id', 'a loan id is given', () => ({
    input: { payment_id: 'LN-00000000S', reason },
    says: ['LN-00000000S', 'is a loan id'],
  })),
  refusal('payments.reverse', 'id_mistyped', 'one character is wrong', async (desk) => {
    const id = await paid(desk);
    return { input: { payment_id: mistyped(id), reason }, says: [mistyped(id)], hints: id };
  }),
  refusal('payments.reverse', 'payment_not_found', 'there is none', () => ({
    input: { payment_id: NO_PAYMENT, reason },
    says: [NO_PAYMENT],
  })),
  refusal('payments.reverse', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { payment_id: await paid(desk), reason: ' ' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('payments.reverse', 'already_reversed', 'it was taken back before', async (desk) => {
    const input = { payment_id: await paid(desk), reason };
    await desk.done('payments.reverse', input);
    desk.today = '2026-03-20';
    return { input, says: [input.payment_id, '2026-03-15'] };
  }),
  refusal('payments.reverse', 'period_closed', 'its books are closed', async (desk) => {
    const id = await paid(desk);
    desk.today = '2026-04-10';
    await setPolicy(desk, 'books_closed_through', '2026-03-31');
    return { input: { payment_id: id, reason }, says: ['2026-03-15', '2026-03-31'] };
  }),
  refusal(
    'payments.reverse',
    'period_closed',
    'the business date is set back before the closing',
    async (desk) => {
      const id = await paid(desk);
      desk.today = '2026-04-10';
      await setPolicy(desk, 'books_closed_through', '2026-03-31');
      desk.today = '2026-03-20';
      return { input: { payment_id: id, reason }, says: ['2026-03-15', '2026-03-31'] };
    },
  ),
  refusal('payments.reverse', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { payment_id: await paid(desk), reason };
    await setPolicy(desk, 'four_eyes', 'reversal');
    await desk.done('payments.reverse', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
];
