import type { CommandDefinition } from '../../shell/command-definition.ts';
import { everyRowOrPage } from '../every-page.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { APPROVAL_COLUMNS } from './approval-columns.ts';

/** `approvals ls`: what waits for another person. */
export const command: CommandDefinition = {
  path: ['approvals', 'ls'],
  says: 'List what waits for another person to give the same command, newest first.',
  args: [],
  options: [
    { flag: '--all', says: 'also what waited and does not any more' },
    SEARCH_OPTION,
    ...PAGE_OPTIONS,
  ],
  examples: [{ line: 'loandesk approvals ls', says: 'what waits, and who has agreed' }],
  writes: false,
  calls: ['approvals.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({
      all: switchOption(input, 'all') ? 'true' : undefined,
      q: textOption(input, 'search'),
    });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('approvals.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: APPROVAL_COLUMNS,
        empty: 'Nothing waits for another person.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};
