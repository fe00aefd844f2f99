import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SOURCE_ROW_COLUMNS } from './source-columns.ts';

/** `sources ls`: the source profiles there are. */
export const command: CommandDefinition = {
  path: ['sources', 'ls'],
  says: 'List sources: how the statement files of a bank or wallet are read.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk sources ls', says: 'those that come with the program, then your own' }],
  writes: false,
  async run(_input, deps) {
    const sources = (await deps.rooms.sources()).list();
    if ('code' in sources) return { ok: false, problem: sources };
    return {
      ok: true,
      data: sources,
      view: { shape: 'list', columns: SOURCE_ROW_COLUMNS, empty: 'There is no source.' },
    };
  },
};
