import type { CommandDefinition } from '../../shell/command-definition.ts';
import { MERCHANT_COLUMNS } from './merchant-columns.ts';

/** `merchants show M`: one merchant and its stores. */
export const command: CommandDefinition = {
  path: ['merchants', 'show'],
  says: 'Show a merchant and its stores.',
  args: [{ name: 'M', says: 'id or external id of the merchant', required: true, of: 'merchant' }],
  options: [],
  examples: [{ line: 'loandesk merchants show nile-crafts', says: 'by the external id' }],
  writes: false,
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('merchants.get', { merchant_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: MERCHANT_COLUMNS,
        inner: {
          key: 'stores',
          title: 'Stores',
          columns: [
            { key: 'id', title: 'Store', kind: 'id' },
            { key: 'type', title: 'Type', kind: 'text' },
            { key: 'name', title: 'Name', kind: 'text' },
            { key: 'status', title: 'Status', kind: 'status' },
          ],
        },
      },
    };
  },
};
