import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PROFILE_COLUMNS } from './profile-columns.ts';

/** `profile rm NAME`: removes a profile. */
export const command: CommandDefinition = {
  path: ['profile', 'rm'],
  says: 'Remove a profile, and the tokens kept under it.',
  args: [{ name: 'NAME', says: 'the profile', required: true, ids: 'profile' }],
  options: [],
  examples: [{ line: 'loandesk profile rm branch', says: 'tokens end on the server by "auth logout"' }],
  writes: false,
  async run(input, deps) {
    const name = input.args[0] ?? '';
    const profile = await (await deps.rooms.profiles()).remove(name);
    if ('code' in profile) return { ok: false, problem: profile };
    return { ok: true, data: profile, view: { shape: 'record', columns: PROFILE_COLUMNS } };
  },
};
