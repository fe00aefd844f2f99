import type { CommandDefinition } from '../../shell/command-definition.ts';
import { DOCUMENT_OPTIONS } from '../document-options.ts';
import { askedOf, KNOWN_AT } from '../known-at.ts';
import { printed, printingOf, printsDocument } from '../print-document.ts';

/** `loan payoff LOAN`: what settles the loan at a date. */
export const command: CommandDefinition = {
  path: ['loan', 'payoff'],
  says: 'Say what settles a loan, today or at any date. Asking changes nothing.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [KNOWN_AT, ...DOCUMENT_OPTIONS],
  examples: [
    { line: 'loandesk loan payoff LN-7K3QX9B23 --as-of 2026-12-31', says: 'the figure for that day' },
    { line: 'loandesk loan payoff LN-7K3QX9B23 --format text', says: 'to print, with the figure in words' },
  ],
  writes: false,
  prints: 'on_request',
  calls: ['loans.payoff', 'loans.get', 'documents.letterhead'],
  async run(input, deps) {
    const backend = await deps.backend();
    const asked = askedOf(input, deps);
    const answer = await backend.call('loans.payoff', asked);
    if (!answer.ok) return answer;
    if (printsDocument(input)) {
      const printing = await printingOf(input, deps);
      if (!printing.ok) return printing;
      const loan = await backend.call('loans.get', asked);
      if (!loan.ok) return loan;
      const { payoffDocument } = await import('../../render/documents/payoff-document.ts');
      const { letterhead, language } = printing.value;
      const document = payoffDocument(loan.value, answer.value, letterhead, language);
      return printed(document, printing.value, input, deps);
    }
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'as_of', title: 'As of', kind: 'date' },
          { key: 'principal_amount', title: 'Principal', kind: 'money' },
          { key: 'interest_amount', title: 'Interest', kind: 'money' },
          { key: 'fee_amount', title: 'Fees', kind: 'money' },
          { key: 'payoff_amount', title: 'Payoff', kind: 'money' },
          { key: 'per_day_amount', title: 'Each further day', kind: 'money' },
        ],
      },
    };
  },
};
