import { rowSays } from '../../domain/search-folding.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { textOption } from '../typed-values.ts';
import { SOURCE_ROW_COLUMNS } from './source-columns.ts';

/** `sources ls`: the source profiles there are. */
export const command: CommandDefinition = {
  path: ['sources', 'ls'],
  says: 'List sources: how the statement files of a bank or wallet are read.',
  args: [],
  options: [SEARCH_OPTION],
  examples: [{ line: 'loandesk sources ls', says: 'those that come with the program, then your own' }],
  writes: false,
  async run(input, deps) {
    const sources = (await deps.rooms.sources()).list();
    if ('code' in sources) return { ok: false, problem: sources };
    const wanted = textOption(input, 'search');
    return {
      ok: true,
      data: wanted === undefined ? sources : sources.filter((row) => rowSays(row, wanted)),
      view: { shape: 'list', columns: SOURCE_ROW_COLUMNS, empty: 'There is no source.' },
    };
  },
};
