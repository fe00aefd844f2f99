import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';

const COLUMNS: readonly Column[] = [
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'alias', title: 'Alias', kind: 'text' },
];

/** `loan alias LOAN TEXT`: another name for a loan. */
export const command: CommandDefinition = {
  path: ['loan', 'alias'],
  says: 'Give a loan another name, which serves wherever its id does.',
  more: 'A name is of one loan for ever; letter case, blanks, dashes and Arabic digits make no difference.',
  args: [
    { name: 'LOAN', says: 'id of the loan or of its application, or an alias', required: true, of: 'loan' },
    { name: 'TEXT', says: 'the name', asks: 'Under which name?', required: true },
  ],
  options: [],
  examples: [
    { line: 'loandesk loan alias LN-7K3QX9B23 2019/0441', says: 'its number in the system before this one' },
  ],
  writes: true,
  calls: ['loans.add_alias'],
  columns: () => COLUMNS,
  async run(input, deps) {
    const backend = await deps.backend();
    const [loan = '', alias = ''] = input.args;
    const answer = await backend.call('loans.add_alias', { loan_id: loan, alias }, { dryRun: deps.dryRun });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.value, view: { shape: 'record', columns: COLUMNS } };
  },
};
