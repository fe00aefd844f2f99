import type { CommandDefinition } from '../../shell/command-definition.ts';
import { onePageOrAll } from '../every-page.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';
import { MERCHANT_COLUMNS } from './merchant-columns.ts';

/** `merchants ls`: merchants, oldest first. */
export const command: CommandDefinition = {
  path: ['merchants', 'ls'],
  says: 'List merchants, oldest first.',
  args: [],
  options: [
    {
      flag: '--search',
      value: { name: 'TEXT', kind: 'text' },
      says: 'part of a name or id; Arabic spellings are folded',
    },
    ...PAGE_OPTIONS,
  ],
  examples: [{ line: 'loandesk merchants ls --search "nile"', says: 'by part of a name' }],
  writes: false,
  calls: ['merchants.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await onePageOrAll(input, deps, (paging) =>
      backend.call('merchants.list', { ...given({ search: textOption(input, 'search') }), ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'data',
        columns: MERCHANT_COLUMNS,
        empty: 'No merchant fits.',
        totalCount: answer.value.total_count,
      },
    };
  },
};
