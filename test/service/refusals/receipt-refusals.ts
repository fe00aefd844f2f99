import { heldForLoan, heldTransfer, importedDay, runningLoan } from '../bank-statements.ts';
import type { Desk } from '../desk.ts';
import { payOn, setPolicy } from '../desk-loans.ts';
import { imported, ownCsv } from '../payment-files.ts';
import { feeForWantOfInterest } from './late-fee-refusals.ts';
import { mistyped, NO_BATCH, NO_HELD_ROW, type RefusalCase, refusal } from './refusal-case.ts';

const reason = 'wrong file';
/** A batch of one payment of 900.00 on a running loan. */
async function batchOfOne(desk: Desk): Promise<{ batchId: string; loanId: string }> {
  const { loanId } = await runningLoan(desk);
  const { batchId } = await importedDay(desk, '10', '0.00', [
    { amount: '900.00', reference: 'FT1', text: loanId },
  ]);
  return { batchId, loanId };
}

/** Books a payment by a file of our own instead of by hand. */
function fromFile(keep: (batchId: string) => void): typeof payOn {
  return async (desk, date, loanId, amount) => {
    desk.today = date;
    const { batch_id, rows } = await imported(desk, ownCsv([loanId, `${amount}.00`, date, 'R1']));
    keep(batch_id as string);
    return { payment_id: rows[0]?.payment_id ?? null } as Awaited<ReturnType<typeof payOn>>;
  };
}

const listing: readonly RefusalCase[] = [
  refusal('payment_batches.list', 'invalid_query', 'the page is too long', () => ({
    input: { size: '501' },
    says: ['501'],
  })),
  refusal('payment_batches.get', 'invalid_query', 'the page is none', async (desk) => ({
    input: { batch_id: (await batchOfOne(desk)).batchId, page: '0' },
    says: ['page'],
  })),
  refusal('held_rows.list', 'invalid_query', 'the state is none', () => ({
    input: { state: 'waiting' },
    says: ['waiting', 'open'],
  })),
  ...(
    [
      ['no account', { from: '2026-04-01', to: '2026-04-30' }, 'account'],
      ['no end', { account: 'EG1', from: '2026-04-01' }, 'to is missing'],
      ['a day that is none', { account: 'EG1', from: '2026-04-31', to: '2026-05-01' }, '2026-04-31'],
      ['an end before the beginning', { account: 'EG1', from: '2026-05-01', to: '2026-04-30' }, '2026-04-30'],
    ] as const
  ).map(([when, input, says]) =>
    refusal('reports.reconciliation', 'invalid_query', when, () => ({ input, says: [says] })),
  ),
];

const ids: readonly RefusalCase[] = [
  ...(['payment_batches.get', 'payment_batches.undo'] as const).flatMap((operation) => {
    const inputOf = (batch_id: string) =>
      operation === 'payment_batches.undo' ? { batch_id, reason } : { batch_id };
    return [
      refusal(operation, 'invalid_id', 'a loan id is given', () => ({
        input: inputOf('LN-00000000S'),
        says: ['LN-00000000S', 'is a loan id'],
      })),
      refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
        const { batchId } = await batchOfOne(desk);
        return { input: inputOf(mistyped(batchId)), says: [mistyped(batchId)], hints: batchId };
      }),
      refusal(operation, 'batch_not_found', 'there is none', () => ({
        input: inputOf(NO_BATCH),
        says: [NO_BATCH],
        hints: 'pay batches ls',
      })),
    ];
  }),
  ...(['held_rows.get', 'held_rows.match', 'held_rows.accept', 'held_rows.dismiss'] as const).flatMap(
    (operation) => {
      const inputOf = (held_id: string) => {
        if (operation === 'held_rows.match') return { held_id, allocations: [{ loan_id: 'LN-00000000S' }] };
        return operation === 'held_rows.dismiss' ? { held_id, reason } : { held_id };
      };
      return [
        refusal(operation, 'invalid_id', 'a word is given', () => ({
          input: inputOf('nile'),
          says: ['nile', 'HLD-'],
        })),
        refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
          desk.today = '2026-04-30';
          const heldId = await heldTransfer(desk);
          return { input: inputOf(mistyped(heldId)), says: [mistyped(heldId)], hints: heldId };
        }),
        refusal(operation, 'held_row_not_found', 'there is none', () => ({
          input: inputOf(NO_HELD_ROW),
          says: [NO_HELD_ROW],
          hints: 'pay review ls',
        })),
      ];
    },
  ),
];

const undoing: readonly RefusalCase[] = [
  refusal('payment_batches.undo', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { batch_id: (await batchOfOne(desk)).batchId, reason: ' ' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('payment_batches.undo', 'batch_undone', 'it was undone before', async (desk) => {
    const input = { batch_id: (await batchOfOne(desk)).batchId, reason };
    await desk.done('payment_batches.undo', input);
    return { input, says: [input.batch_id, '2026-04-30', 'mona'] };
  }),
  refusal('payment_batches.undo', 'period_closed', 'the books of a payment are closed', async (desk) => {
    const { batchId, loanId } = await batchOfOne(desk);
    await setPolicy(desk, 'books_closed_through', '2026-04-10');
    return { input: { batch_id: batchId, reason }, says: [loanId, '2026-04-10'] };
  }),
  refusal('payment_batches.undo', 'period_closed', 'the books of a held row are closed', async (desk) => {
    desk.today = '2026-04-30';
    const heldId = await heldTransfer(desk);
    const [batch] = await desk.done('payment_batches.list', {});
    await setPolicy(desk, 'books_closed_through', '2026-04-10');
    return { input: { batch_id: batch?.batch_id as string, reason }, says: [heldId, '2026-04-10'] };
  }),
  refusal('payment_batches.undo', 'credit_short', 'what it had too much was refunded', async (desk) => {
    await setPolicy(desk, 'accept_overpayment', 'true');
    const { loanId } = await runningLoan(desk);
    const { batchId } = await importedDay(desk, '10', '0.00', [
      { amount: '20000.00', reference: 'FT1', text: loanId },
    ]);
    const { refund_id } = await desk.done('loans.refund', { loan_id: loanId });
    return { input: { batch_id: batchId, reason }, says: [loanId, refund_id as string] };
  }),
  refusal('payment_batches.undo', 'would_break_later_payment', 'a fee paid later would go', async (desk) => {
    let batch_id = '';
    const { loanId, payoff } = await feeForWantOfInterest(
      desk,
      fromFile((id) => {
        batch_id = id;
      }),
    );
    const last = await payOn(desk, '2026-10-10', loanId, payoff);
    return { input: { batch_id, reason }, says: [loanId, last.payment_id as string, '2026-10-10'] };
  }),
  refusal('payment_batches.undo', 'would_break_write_off', 'a fee paid before it would go', async (desk) => {
    let batch_id = '';
    const { loanId, payoff } = await feeForWantOfInterest(
      desk,
      fromFile((id) => {
        batch_id = id;
      }),
    );
    await payOn(desk, '2026-10-10', loanId, payoff - 20);
    await desk.done('loans.write_off', { loan_id: loanId, reason: 'insolvent' });
    return { input: { batch_id, reason }, says: [loanId, '2026-10-10'], hints: '--reverse' };
  }),
  refusal('payment_batches.undo', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { batch_id: (await batchOfOne(desk)).batchId, reason };
    await setPolicy(desk, 'four_eyes', 'undo');
    await desk.done('payment_batches.undo', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
];

const dismissing: readonly RefusalCase[] = [
  refusal('held_rows.dismiss', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { held_id: (await heldForLoan(desk)).held_id, reason: '' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('held_rows.dismiss', 'held_row_settled', 'it was dismissed before', async (desk) => {
    const input = { held_id: (await heldForLoan(desk)).held_id, reason };
    await desk.done('held_rows.dismiss', input);
    return { input, says: [input.held_id, 'dismissed', '2026-04-30'] };
  }),
  refusal('held_rows.dismiss', 'period_closed', 'the books of today are closed', async (desk) => {
    const { held_id } = await heldForLoan(desk);
    await setPolicy(desk, 'books_closed_through', '2026-04-30');
    return { input: { held_id, reason }, says: ['2026-04-30'] };
  }),
  refusal('held_rows.dismiss', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { held_id: (await heldForLoan(desk)).held_id, reason };
    await setPolicy(desk, 'four_eyes', 'dismiss');
    await desk.done('held_rows.dismiss', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
];

/** Imported files, dismissing what is held of them, and their reconciliation. */
export const RECEIPT_REFUSALS: readonly RefusalCase[] = [...listing, ...ids, ...undoing, ...dismissing];
