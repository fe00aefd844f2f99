import type { CommandDefinition } from '../../shell/command-definition.ts';
import { disclosesPhones, REVEAL, userColumns } from './user-columns.ts';

/** `users show USER`: one user. */
export const command: CommandDefinition = {
  path: ['users', 'show'],
  says: 'Show a user.',
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [REVEAL],
  examples: [{ line: 'loandesk users show u-1001 --reveal', says: 'with the phone number in full' }],
  writes: false,
  calls: ['users.get'],
  discloses: disclosesPhones,
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call(
      'users.get',
      { userId: input.args[0] ?? '' },
      { recorded: deps.disclosing },
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: { shape: 'record', columns: userColumns(deps.disclosing) },
    };
  },
};
