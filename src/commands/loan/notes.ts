import type { CommandDefinition } from '../../shell/command-definition.ts';
import { NOTE_COLUMNS } from './note-columns.ts';

/** `loan notes LOAN`: everything that was noted about a loan. */
export const command: CommandDefinition = {
  path: ['loan', 'notes'],
  says: "List a loan's notes, the oldest first.",
  args: [
    { name: 'LOAN', says: 'id of the loan or of its application, or an alias', required: true, of: 'loan' },
  ],
  options: [],
  examples: [{ line: 'loandesk loan notes LN-7K3QX9B23', says: 'who said what, and when' }],
  writes: false,
  calls: ['loans.notes'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.notes', { loan_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: { shape: 'list', columns: NOTE_COLUMNS, empty: 'Nothing was noted.' },
    };
  },
};
