import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { everyRowOrPage } from '../../every-page.ts';
import { SEARCH_OPTION } from '../../list-options.ts';
import { PAGE_OPTIONS } from '../../shared-options.ts';
import { given, textOption } from '../../typed-values.ts';
import { BATCH_COLUMNS } from './batch-columns.ts';

/** `pay batches ls`: imported files. */
export const command: CommandDefinition = {
  path: ['pay', 'batches', 'ls'],
  says: 'List imported repayment files and bank statements, the newest first.',
  args: [],
  options: [SEARCH_OPTION, ...PAGE_OPTIONS],
  examples: [
    { line: 'loandesk pay batches ls', says: 'what was imported, and what was undone' },
    { line: 'loandesk pay batches ls --search april', says: 'by the name of the file' },
  ],
  writes: false,
  calls: ['payment_batches.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({ q: textOption(input, 'search') });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('payment_batches.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: BATCH_COLUMNS,
        empty: 'No file is imported.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};
