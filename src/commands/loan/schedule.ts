import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';
import { INSTALLMENT_COLUMNS, SCHEDULE_HEADING } from './installment-columns.ts';

/** `loan schedule LOAN`: every installment and what became of it. */
export const command: CommandDefinition = {
  path: ['loan', 'schedule'],
  says: "Show a loan's installments, and which are paid, due or overdue.",
  more: 'Before anything is paid out the schedule is a preview from the business date over the approved amount.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [],
  examples: [{ line: 'loandesk loan schedule LN-7K3QX9B23 --format csv', says: 'for a spreadsheet' }],
  writes: false,
  calls: ['loans.schedule'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.schedule', {
      loan_id: input.args[0] ?? '',
      ...given({ as_of: deps.asOf ?? undefined }),
    });
    if (!answer.ok) return answer;
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
