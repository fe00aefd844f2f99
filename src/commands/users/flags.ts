import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `users flags USER`: a user's flags, newest first. */
export const command: CommandDefinition = {
  path: ['users', 'flags'],
  says: "List a user's flags, newest first.",
  more: 'A reminder means a payment is due soon; a warning means it is late.',
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [],
  examples: [{ line: 'loandesk users flags u-1001 --json', says: 'as the service answers' }],
  writes: false,
  calls: ['users.flags'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('users.flags', { userId: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        empty: 'The user has no flag.',
        columns: [
          { key: 'id', title: 'Flag', kind: 'id' },
          { key: 'user_id', title: 'User', kind: 'id', wideOnly: true },
          { key: 'institution_name', title: 'Institution', kind: 'text' },
          { key: 'flag_label', title: 'Label', kind: 'text' },
          { key: 'timestamp', title: 'Time', kind: 'unix_seconds' },
        ],
      },
    };
  },
};
