import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PROFILE_COLUMNS } from './profile-columns.ts';

/** `profile use NAME`: makes a profile the one in use. */
export const command: CommandDefinition = {
  path: ['profile', 'use'],
  says: 'Make a profile the one in use when none is named.',
  args: [{ name: 'NAME', says: 'the profile', required: true, ids: 'profile' }],
  options: [],
  examples: [{ line: 'loandesk profile use branch', says: 'every command then works there' }],
  writes: false,
  async run(input, deps) {
    const name = input.args[0] ?? '';
    const profile = await (await deps.rooms.profiles()).use(name);
    if ('code' in profile) return { ok: false, problem: profile };
    return { ok: true, data: profile, view: { shape: 'record', columns: PROFILE_COLUMNS } };
  },
};
