import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';
import { DISBURSEMENT_COLUMNS } from './disbursement-columns.ts';

/** `disbursements ls [LOAN]`: registered payouts. */
export const command: CommandDefinition = {
  path: ['disbursements', 'ls'],
  says: 'List disbursements, of one loan or of all.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: false, of: 'loan' }],
  options: [
    {
      flag: '--status',
      value: { name: 'A,B', kind: 'text' },
      says: 'one or several of pending, completed, failed',
    },
    {
      flag: '--search',
      value: { name: 'TEXT', kind: 'text' },
      says: 'part of a reference, of a loan id, of an account or of a business name',
    },
    ...PAGE_OPTIONS,
  ],
  examples: [{ line: 'loandesk disbursements ls --status pending', says: 'what is still to go out' }],
  writes: false,
  calls: ['disbursements.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call(
      'disbursements.list',
      given({
        loan_id: input.args[0],
        status: textOption(input, 'status'),
        q: textOption(input, 'search'),
        page: textOption(input, 'page'),
        size: textOption(input, 'size'),
      }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: { shape: 'list', columns: DISBURSEMENT_COLUMNS, empty: 'No disbursement fits.' },
    };
  },
};
