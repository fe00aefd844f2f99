import type { CommandDefinition } from '../../shell/command-definition.ts';
import { everyRowOrPage } from '../every-page.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';
import { OFFICER_COLUMNS } from './officer-columns.ts';

/** `officers ls`: who may sign in, and who no longer may. */
export const command: CommandDefinition = {
  path: ['officers', 'ls'],
  says: 'List who may sign in to the service, and who no longer may.',
  args: [],
  options: [SEARCH_OPTION, ...PAGE_OPTIONS],
  examples: [{ line: 'loandesk officers ls', says: 'by number' }],
  writes: false,
  calls: ['officers.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({ q: textOption(input, 'search') });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('officers.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: OFFICER_COLUMNS,
        empty: 'No officer yet. Add the first: loandesk officers add --admin',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};
