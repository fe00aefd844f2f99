import type { CommandDefinition } from '../../shell/command-definition.ts';
import { APPROVAL_COLUMNS } from './approval-columns.ts';

/** `approvals withdraw NUMBER`: takes back what waits. */
export const command: CommandDefinition = {
  path: ['approvals', 'withdraw'],
  says: 'Take back what waits for another person.',
  args: [{ name: 'NUMBER', says: 'number in "loandesk approvals ls"', required: true, ids: 'approval' }],
  options: [],
  examples: [
    { line: 'loandesk approvals withdraw 3', says: 'whoever agreed to it may, and an administrator' },
  ],
  writes: true,
  calls: ['approvals.withdraw'],
  columns: () => APPROVAL_COLUMNS,
  async run(input, deps) {
    const backend = await deps.backend();
    const asked = { approval: input.args[0] ?? '' };
    const answer = await backend.call('approvals.withdraw', asked, { dryRun: deps.dryRun });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.value, view: { shape: 'record', columns: APPROVAL_COLUMNS } };
  },
};
