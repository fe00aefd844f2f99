import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PENDING_COLUMNS } from './pending-columns.ts';

/** `pending ls`: writes whose answers were lost. */
export const command: CommandDefinition = {
  path: ['pending', 'ls'],
  says: 'List writes to servers whose answers were lost.',
  more: 'JSON shows what was sent.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk pending ls --json', says: 'with what was sent' }],
  writes: false,
  async run(_input, deps) {
    const data = (await deps.rooms.pendingWrites()).list();
    return {
      ok: true,
      data,
      view: { shape: 'list', columns: PENDING_COLUMNS, empty: 'No write waits for its answer.' },
    };
  },
};
