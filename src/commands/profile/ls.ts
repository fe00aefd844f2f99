import { rowSays } from '../../domain/search-folding.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { textOption } from '../typed-values.ts';
import { PROFILE_COLUMNS } from './profile-columns.ts';

/** `profile ls`: the profiles there are. */
export const command: CommandDefinition = {
  path: ['profile', 'ls'],
  says: 'List profiles: a ledger or a server, and an officer, under a name.',
  args: [],
  options: [SEARCH_OPTION],
  examples: [{ line: 'loandesk profile ls', says: 'the one in use is marked' }],
  writes: false,
  async run(input, deps) {
    const profiles = (await deps.rooms.profiles()).list();
    if ('code' in profiles) return { ok: false, problem: profiles };
    const wanted = textOption(input, 'search');
    return {
      ok: true,
      data: wanted === undefined ? profiles : profiles.filter((row) => rowSays(row, wanted)),
      view: {
        shape: 'list',
        columns: PROFILE_COLUMNS,
        empty: 'No profile is kept yet: loandesk profile add',
      },
    };
  },
};
