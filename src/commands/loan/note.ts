import type { CommandDefinition } from '../../shell/command-definition.ts';
import { NOTE_COLUMNS } from './note-columns.ts';

/** `loan note LOAN TEXT`: what the desk has to say about a loan. */
export const command: CommandDefinition = {
  path: ['loan', 'note'],
  says: 'Add a note to a loan, with who wrote it and when.',
  args: [
    { name: 'LOAN', says: 'id of the loan or of its application, or an alias', required: true, of: 'loan' },
    { name: 'TEXT', says: 'the note, in quotes', asks: 'What is to be noted?', required: true },
  ],
  options: [],
  examples: [
    {
      line: 'loandesk loan note LN-7K3QX9B23 "promised to pay Sunday"',
      says: 'shown beside the loan in "loan ls --past-due"',
    },
  ],
  writes: true,
  calls: ['loans.add_note'],
  columns: () => NOTE_COLUMNS,
  async run(input, deps) {
    const backend = await deps.backend();
    const [loan = '', text = ''] = input.args;
    const answer = await backend.call('loans.add_note', { loan_id: loan, text }, { dryRun: deps.dryRun });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.value, view: { shape: 'record', columns: NOTE_COLUMNS } };
  },
};
