import type { CommandDefinition } from '../../shell/command-definition.ts';
import { DOCUMENT_OPTIONS } from '../document-options.ts';
import { printed, printingOf, printsDocument } from '../print-document.ts';

/** `pay receipt PAY`: the receipt of a payment. */
export const command: CommandDefinition = {
  path: ['pay', 'receipt'],
  says: 'Print the receipt of a payment, with the amounts in words.',
  more: 'The split is the one that stands now: a correction of an earlier date may have changed it. The receipt of a reversed payment says so. It is a document unless another form is asked for.',
  args: [{ name: 'PAY', says: 'id of the payment', required: true, of: 'payment' }],
  options: DOCUMENT_OPTIONS,
  examples: [
    { line: 'loandesk pay receipt PAY-7K3QX9B23', says: 'as text' },
    { line: 'loandesk pay receipt PAY-7K3QX9B23 --lang ar --out receipt.html', says: 'to print, in Arabic' },
  ],
  writes: false,
  prints: 'always',
  calls: ['payments.receipt', 'documents.letterhead'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('payments.receipt', { payment_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    if (printsDocument(input)) {
      const printing = await printingOf(input, deps);
      if (!printing.ok) return printing;
      const { receiptDocument } = await import('../../render/documents/receipt-document.ts');
      const { letterhead, language } = printing.value;
      return printed(receiptDocument(answer.value, letterhead, language), printing.value, input, deps);
    }
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'payment_id', title: 'Payment', kind: 'id' },
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'merchant_id', title: 'Merchant', kind: 'id' },
          { key: 'business_name', title: 'Business', kind: 'text' },
          { key: 'payment_date', title: 'Date', kind: 'date' },
          { key: 'payment_amount', title: 'Amount', kind: 'money' },
          { key: 'payment_method', title: 'Method', kind: 'text' },
          { key: 'payment_reference', title: 'Reference', kind: 'id' },
          { key: 'interest_amount', title: 'Interest', kind: 'money' },
          { key: 'principal_amount', title: 'Principal', kind: 'money' },
          { key: 'fee_amount', title: 'Fees', kind: 'money' },
          { key: 'credit_amount', title: 'Credit', kind: 'money' },
          { key: 'remaining_balance', title: 'Remaining', kind: 'money' },
          { key: 'status', title: 'Status', kind: 'status' },
          { key: 'batch_id', title: 'Imported with', kind: 'id' },
          { key: 'reversed_on', title: 'Reversed on', kind: 'date' },
          { key: 'reversal_reason', title: 'Reason', kind: 'text' },
          { key: 'booked_at', title: 'Booked at', kind: 'timestamp' },
          { key: 'booked_by', title: 'Booked by', kind: 'text' },
          { key: 'outstanding_balance', title: 'Outstanding now', kind: 'money' },
        ],
      },
    };
  },
};
