import { rowSays } from '../../domain/search-folding.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { textOption } from '../typed-values.ts';
import { PENDING_COLUMNS } from './pending-columns.ts';

/** `pending ls`: writes whose answers were lost. */
export const command: CommandDefinition = {
  path: ['pending', 'ls'],
  says: 'List writes to servers whose answers were lost.',
  more: 'JSON shows what was sent.',
  args: [],
  options: [SEARCH_OPTION],
  examples: [{ line: 'loandesk pending ls --json', says: 'with what was sent' }],
  writes: false,
  async run(input, deps) {
    const wanted = textOption(input, 'search');
    const pending = (await deps.rooms.pendingWrites()).list();
    const data = wanted === undefined ? pending : pending.filter((row) => rowSays(row, wanted));
    return {
      ok: true,
      data,
      view: { shape: 'list', columns: PENDING_COLUMNS, empty: 'No write waits for its answer.' },
    };
  },
};
