import type { CommandDefinition } from '../../shell/command-definition.ts';
import { PENDING_COLUMNS } from './pending-columns.ts';

/** `pending drop KEY`: forgets a write, whatever became of it. */
export const command: CommandDefinition = {
  path: ['pending', 'drop'],
  says: 'Forget a write whose answer was lost, once you know what became of it.',
  more: 'For what cannot be settled: a server that knows no keys, a sign-in that is gone. Look first whether it was carried out.',
  args: [{ name: 'KEY', says: 'its key, from the list', required: true, ids: 'pending-write' }],
  options: [],
  examples: [
    { line: 'loandesk pending drop 5f0c2a9be1d34c7795a0d2f4b6c81e37', says: 'it is never sent again' },
  ],
  writes: false,
  async run(input, deps) {
    const key = input.args[0] ?? '';
    const dropped = (await deps.rooms.pendingWrites()).drop(key);
    if (dropped === null) {
      const detail = `There is no pending write "${key}".`;
      return { ok: false, problem: { code: 'pending_not_found', detail } };
    }
    return {
      ok: true,
      data: dropped,
      view: { shape: 'record', columns: PENDING_COLUMNS },
      notices: ['Forgotten here; what the server did with it stays as it is.'],
    };
  },
};
