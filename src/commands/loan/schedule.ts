import type { CommandDefinition } from '../../shell/command-definition.ts';
import { DOCUMENT_OPTIONS } from '../document-options.ts';
import { askedOf, KNOWN_AT } from '../known-at.ts';
import { printed, printingOf, printsDocument } from '../print-document.ts';
import { INSTALLMENT_COLUMNS, SCHEDULE_HEADING } from './installment-columns.ts';

/** `loan schedule LOAN`: every installment and what became of it. */
export const command: CommandDefinition = {
  path: ['loan', 'schedule'],
  says: "Show a loan's installments, and which are paid, due or overdue.",
  more: 'Before anything is paid out the schedule is a preview from the business date over the approved amount.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [KNOWN_AT, ...DOCUMENT_OPTIONS],
  examples: [
    { line: 'loandesk loan schedule LN-7K3QX9B23 --format csv', says: 'for a spreadsheet' },
    {
      line: 'loandesk loan schedule LN-7K3QX9B23 --lang ar --out schedule.html',
      says: 'to print, in Arabic',
    },
  ],
  writes: false,
  prints: 'on_request',
  calls: ['loans.schedule', 'loans.get', 'documents.letterhead'],
  async run(input, deps) {
    const backend = await deps.backend();
    const asked = askedOf(input, deps);
    const answer = await backend.call('loans.schedule', asked);
    if (!answer.ok) return answer;
    if (printsDocument(input)) {
      const printing = await printingOf(input, deps);
      if (!printing.ok) return printing;
      const loan = await backend.call('loans.get', asked);
      if (!loan.ok) return loan;
      const { scheduleDocument } = await import('../../render/documents/schedule-document.ts');
      const { letterhead, language } = printing.value;
      const document = scheduleDocument(loan.value, answer.value, letterhead, language);
      return printed(document, printing.value, input, deps);
    }
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'installments',
        heading: SCHEDULE_HEADING,
        columns: [
          ...INSTALLMENT_COLUMNS,
          { key: 'status', title: 'Status', kind: 'status' },
          { key: 'paid_amount', title: 'Paid', kind: 'money' },
        ],
        empty: 'The schedule has no installment.',
      },
    };
  },
};
