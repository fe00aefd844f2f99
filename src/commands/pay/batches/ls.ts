import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { everyRowOrPage } from '../../every-page.ts';
import { PAGE_OPTIONS } from '../../shared-options.ts';
import { BATCH_COLUMNS } from './batch-columns.ts';

/** `pay batches ls`: imported files. */
export const command: CommandDefinition = {
  path: ['pay', 'batches', 'ls'],
  says: 'List imported repayment files and bank statements, the newest first.',
  args: [],
  options: PAGE_OPTIONS,
  examples: [{ line: 'loandesk pay batches ls', says: 'what was imported, and what was undone' }],
  writes: false,
  calls: ['payment_batches.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('payment_batches.list', paging),
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
