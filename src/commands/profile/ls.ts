import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PROFILE_COLUMNS } from './profile-columns.ts';

/** `profile ls`: the profiles there are. */
export const command: CommandDefinition = {
  path: ['profile', 'ls'],
  says: 'List profiles: a ledger or a server, and an officer, under a name.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk profile ls', says: 'the one in use is marked' }],
  writes: false,
  async run(_input, deps) {
    const profiles = (await deps.rooms.profiles()).list();
    if ('code' in profiles) return { ok: false, problem: profiles };
    return {
      ok: true,
      data: profiles,
      view: {
        shape: 'list',
        columns: PROFILE_COLUMNS,
        empty: 'No profile is kept yet: loandesk profile add',
      },
    };
  },
};
