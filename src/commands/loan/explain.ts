import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';

/** `loan explain LOAN`: the arithmetic behind the account, line by line. */
export const command: CommandDefinition = {
  path: ['loan', 'explain'],
  says: "Show every line of arithmetic behind a loan's interest.",
  more: 'Each line is balance x rate x days / basis = interest; what was carried unpaid and what rounding did stand beside it. An officer with a calculator gets the same piastre.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [],
  examples: [{ line: 'loandesk loan explain LN-7K3QX9B23 --as-of 2026-06-30', says: 'up to a date' }],
  writes: false,
  calls: ['loans.explain'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.explain', {
      loan_id: input.args[0] ?? '',
      ...given({ as_of: deps.asOf ?? undefined }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        empty: 'Nothing is paid out, so there is no interest to explain.',
        columns: [
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'to', title: 'To', kind: 'date' },
          { key: 'balance', title: 'Balance', kind: 'money' },
          { key: 'rate', title: 'Rate', kind: 'percent' },
          { key: 'days', title: 'Days', kind: 'decimal' },
          { key: 'basis', title: 'Basis', kind: 'integer' },
          { key: 'interest', title: 'Interest', kind: 'unrounded_money' },
          { key: 'carried', title: 'Carried', kind: 'money' },
          { key: 'rounding', title: 'Rounding', kind: 'unrounded_money' },
          { key: 'note', title: 'Note', kind: 'text' },
        ],
      },
    };
  },
};
