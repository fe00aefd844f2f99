import type { CommandDefinition } from '../../shell/command-definition.ts';
import { policyValueInWords } from './value-words.ts';

/** `policy history`: every change of the policy. */
export const command: CommandDefinition = {
  path: ['policy', 'history'],
  says: 'List every change of the policy: what, from when, by whom.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk policy history --format csv', says: 'for the auditor' }],
  writes: false,
  calls: ['policy.history'],
  async run(_input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('policy.history', {});
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: [
          { key: 'version', title: 'Version', kind: 'integer' },
          { key: 'key', title: 'Value', kind: 'id' },
          { key: 'value', title: 'Became', kind: 'json', words: policyValueInWords },
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'set_at', title: 'Set at', kind: 'timestamp' },
          { key: 'set_by', title: 'Set by', kind: 'text' },
        ],
        empty: 'The policy has no version.',
      },
    };
  },
};
