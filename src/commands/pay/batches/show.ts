import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { onePageOrAll } from '../../every-page.ts';
import { PAGE_OPTIONS } from '../../shared-options.ts';
import { BATCH_COLUMNS } from './batch-columns.ts';

/** `pay batches show BAT`: an imported file with its rows. */
export const command: CommandDefinition = {
  path: ['pay', 'batches', 'show'],
  says: 'Show an imported file and what became of its rows.',
  more: 'Rows that were known already when it was imported are with the batch they came in first.',
  args: [{ name: 'BAT', says: 'id of the batch', required: true, of: 'batch' }],
  options: PAGE_OPTIONS,
  examples: [
    { line: 'loandesk pay batches show BAT-7K3QX9B23', says: 'on a terminal a page of its rows' },
    { line: 'loandesk pay batches show BAT-7K3QX9B23 --format csv', says: 'every row' },
  ],
  writes: false,
  calls: ['payment_batches.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const batch_id = input.args[0] ?? '';
    const answer = await onePageOrAll(input, deps, (paging) =>
      backend.call('payment_batches.get', { batch_id, ...paging }),
    );
    if (!answer.ok) return answer;
    const { warnings, total_count } = answer.value;
    return {
      ok: true,
      data: answer.value,
      notices: warnings.map(({ message }) => `warning when it was imported: ${message}`),
      view: {
        shape: 'list',
        rowsKey: 'data',
        heading: BATCH_COLUMNS.map(({ wideOnly: _always, ...column }) => column),
        columns: [
          { key: 'line', title: 'Line', kind: 'integer' },
          { key: 'date', title: 'Date', kind: 'date' },
          { key: 'direction', title: 'Direction', kind: 'text' },
          { key: 'amount', title: 'Amount', kind: 'money' },
          { key: 'currency', title: 'Currency', kind: 'text', wideOnly: true },
          { key: 'outcome', title: 'Outcome', kind: 'status' },
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'payment_id', title: 'Payment', kind: 'id' },
          { key: 'held_id', title: 'Held row', kind: 'id' },
          { key: 'reason', title: 'Reason', kind: 'text', wideOnly: true },
        ],
        empty: 'It has no rows.',
        totalCount: total_count,
      },
    };
  },
};
