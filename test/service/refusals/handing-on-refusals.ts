import { approved, disbursementInput, handedOn } from '../desk-loans.ts';
import { mistyped, NO_MERCHANT, type RefusalCase, refusal } from './refusal-case.ts';

/** What goes out to the bank and its books, and what comes in by the addresses of merchants. */
export const HANDING_ON_REFUSALS: readonly RefusalCase[] = [
  refusal('disbursements.export', 'validation_failed', 'the date is none', () => ({
    input: { date: '2026-02-30' },
    says: ['2026-02-30'],
    faults: ['/date invalid_date'],
  })),
  refusal(
    'disbursements.export',
    'payout_account_missing',
    'the bank has no account to pay from',
    async (desk) => {
      const { loanId } = await approved(desk);
      await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_date: '2026-03-09' }),
      );
      return { input: {}, says: ['account'], hints: 'payout_account' };
    },
  ),
  refusal('disbursements.exported', 'invalid_id', 'the id is of another kind', () => ({
    input: { batch_id: 'LN-00000000S' },
    says: ['LN-00000000S'],
  })),
  refusal('disbursements.exported', 'id_mistyped', 'a character is wrong', async (desk) => {
    const wrong = mistyped(await handedOn(desk));
    return { input: { batch_id: wrong }, says: [wrong] };
  }),
  refusal('disbursements.exported', 'batch_not_found', 'there is no such batch', () => ({
    input: { batch_id: 'BAT-00000000S' },
    says: ['BAT-00000000S'],
  })),
  refusal('journal.list', 'invalid_query', 'the sequence is no number', () => ({
    input: { after: 'yesterday' },
    says: ['after', 'yesterday'],
  })),
  refusal('merchants.put', 'validation_failed', 'a store has a status that is none', () => ({
    input: {
      merchant_id: 'nile-1',
      stores: [{ id: 'S1', type: 'PLATFORM_A', name: 'Main', status: 'BUSY' }],
    },
    says: ['status', 'READY'],
    faults: ['/stores/0/status invalid_value'],
  })),
  refusal('merchants.add_orders', 'id_mistyped', 'a character of the service id is wrong', () => {
    const wrong = mistyped(NO_MERCHANT);
    return { input: { merchant_id: wrong, records: [] }, says: [wrong] };
  }),
  refusal('merchants.add_orders', 'merchant_not_found', 'nobody knows the merchant', () => ({
    input: { merchant_id: 'nobody', records: [] },
    says: ['nobody'],
  })),
];
