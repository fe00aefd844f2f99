import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `auth token`: the access token, for another program. */
export const command: CommandDefinition = {
  path: ['auth', 'token'],
  says: 'Print the access token, for another program such as curl.',
  more: 'Whoever has it can act in your name for up to an hour. It is printed as it is kept; any command that needs a newer one fetches it.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk auth token --profile branch', says: 'into a variable, not into a file' }],
  writes: false,
  exitCodes: [4, 7],
  async run(_input, deps) {
    const answer = await (await deps.rooms.signIn()).accessToken();
    if (!answer.ok) return { ok: false, problem: answer.problem };
    return {
      ok: true,
      data: { access_token: answer.value },
      view: { shape: 'text', text: `${answer.value}\n` },
    };
  },
};
