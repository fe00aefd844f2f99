import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `auth logout`: ends the sign-in to a server. */
export const command: CommandDefinition = {
  path: ['auth', 'logout'],
  says: 'Sign out of a server: its tokens end there and are forgotten here.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk auth logout --profile branch', says: 'before the machine changes hands' }],
  writes: false,
  exitCodes: [7],
  async run(_input, deps) {
    const room = await deps.rooms.signIn();
    const answer = await room.signOut();
    if (!answer.ok) return { ok: false, problem: answer.problem };
    const done = answer.value;
    const data = { server: room.server, email: done?.email ?? null, revoked: done?.revoked ?? false };
    return {
      ok: true,
      data,
      view: {
        shape: 'record',
        columns: [
          { key: 'server', title: 'Server', kind: 'text' },
          { key: 'email', title: 'Signed out', kind: 'text' },
          { key: 'revoked', title: 'Ended on the server', kind: 'boolean' },
        ],
      },
      notices:
        done === null
          ? [`Nobody was signed in to ${room.server}.`]
          : done.revoked
            ? []
            : ['The server could not be told; the tokens are forgotten here and end there by themselves.'],
    };
  },
};
