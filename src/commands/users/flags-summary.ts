import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `users flags-summary USER`: how many flags of each kind a month had. */
export const command: CommandDefinition = {
  path: ['users', 'flags-summary'],
  says: "Count a user's flags by month, label, institution and account type.",
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [],
  examples: [{ line: 'loandesk users flags-summary u-1001', says: 'months are those of UTC' }],
  writes: false,
  calls: ['users.flags_summary'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('users.flags_summary', { userId: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'months',
        empty: 'The user has no flag.',
        columns: [
          { key: 'month', title: 'Month', kind: 'month' },
          { key: 'flag_label', title: 'Label', kind: 'text' },
          { key: 'institution_name', title: 'Institution', kind: 'text' },
          { key: 'account_type', title: 'Account', kind: 'text' },
          { key: 'count', title: 'Count', kind: 'integer' },
        ],
      },
    };
  },
};
