import { approved, disbursed, payOn } from '../desk-loans.ts';
import { mistyped, NO_PAYMENT, type RefusalCase, refusal } from './refusal-case.ts';

/** Statements and receipts. */
export const DOCUMENT_REFUSALS: readonly RefusalCase[] = [
  refusal('loans.statement', 'invalid_query', 'from is no date', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, from: '2026-02-30' },
    says: ['from', '2026-02-30'],
    hints: 'YYYY-MM-DD',
  })),
  refusal(
    'loans.statement',
    'invalid_query',
    'to is in the future, and is called what it was',
    async (desk) => ({
      input: { loan_id: (await approved(desk)).loanId, to: '2026-03-02' },
      says: ['to is 2026-03-02', '2026-03-01'],
    }),
  ),
  refusal('loans.statement', 'invalid_query', 'as_of is in the future', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, as_of: '2026-03-02' },
    says: ['as_of is 2026-03-02'],
  })),
  refusal('loans.statement', 'invalid_query', 'it would end on two days', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, to: '2026-02-01', as_of: '2026-02-02' },
    says: ['2026-02-01', '2026-02-02'],
  })),
  refusal('loans.statement', 'invalid_query', 'it would end before it begins', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, from: '2026-02-02', to: '2026-02-01' },
    says: ['2026-02-02', '2026-02-01'],
  })),
  refusal('payments.receipt', 'invalid_id', 'a loan id is given', () => ({
    input: { payment_id: 'LN-00000000S' },
    says: ['LN-00000000S', 'is a loan id'],
  })),
  refusal('payments.receipt', 'id_mistyped', 'one character is wrong', async (desk) => {
    const { loanId } = await disbursed(desk);
    const id = (await payOn(desk, '2026-03-15', loanId, 500)).payment_id as string;
    return { input: { payment_id: mistyped(id) }, says: [mistyped(id)], hints: id };
  }),
  refusal('payments.receipt', 'payment_not_found', 'there is none', () => ({
    input: { payment_id: NO_PAYMENT },
    says: [NO_PAYMENT],
  })),
];
