import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `auth status`: who is signed in, and where the token is. */
export const command: CommandDefinition = {
  path: ['auth', 'status'],
  says: 'Say who is signed in to a server and where the token is, never what it is.',
  more: 'Exit code 4 when nobody is signed in.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk auth status --profile branch', says: 'asks nothing of the server' }],
  writes: false,
  async run(_input, deps) {
    const answer = await (await deps.rooms.signIn()).status();
    if (!answer.ok) return { ok: false, problem: answer.problem };
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'server', title: 'Server', kind: 'text' },
          { key: 'profile', title: 'Profile', kind: 'text' },
          { key: 'signed_in', title: 'Signed in', kind: 'boolean' },
          { key: 'email', title: 'As', kind: 'text' },
          { key: 'user_id', title: 'Number', kind: 'integer' },
          { key: 'token_in', title: 'Token is in', kind: 'text' },
        ],
      },
    };
  },
};
