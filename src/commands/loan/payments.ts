import type { CommandDefinition } from '../../shell/command-definition.ts';
import { askedOf, KNOWN_AT } from '../known-at.ts';

/** `loan payments LOAN`: every payment and its split. */
export const command: CommandDefinition = {
  path: ['loan', 'payments'],
  says: "List a loan's payments with their splits.",
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [KNOWN_AT],
  examples: [{ line: 'loandesk loan payments LN-7K3QX9B23', says: 'in the order of their dates' }],
  writes: false,
  calls: ['loans.payments'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.payments', askedOf(input, deps));
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        empty: 'No payment is booked.',
        columns: [
          { key: 'payment_id', title: 'Payment', kind: 'id' },
          { key: 'loan_id', title: 'Loan', kind: 'id', wideOnly: true },
          { key: 'payment_date', title: 'Date', kind: 'date' },
          { key: 'payment_amount', title: 'Amount', kind: 'money' },
          { key: 'payment_method', title: 'Method', kind: 'text' },
          { key: 'payment_reference', title: 'Reference', kind: 'id' },
          { key: 'principal_amount', title: 'Principal', kind: 'money' },
          { key: 'interest_amount', title: 'Interest', kind: 'money' },
          { key: 'fee_amount', title: 'Fees', kind: 'money', wideOnly: true },
          { key: 'credit_amount', title: 'Credit', kind: 'money', wideOnly: true },
          { key: 'recovered_amount', title: 'Recovered', kind: 'money', wideOnly: true },
          { key: 'remaining_balance', title: 'Remaining', kind: 'money' },
          { key: 'status', title: 'Status', kind: 'status' },
          { key: 'batch_id', title: 'Batch', kind: 'id', wideOnly: true },
          { key: 'booked_at', title: 'Booked at', kind: 'timestamp', wideOnly: true },
          { key: 'booked_by', title: 'Booked by', kind: 'text', wideOnly: true },
        ],
      },
    };
  },
};
