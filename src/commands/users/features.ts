import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';

/** `users features USER`: the counters used to score credit. */
export const command: CommandDefinition = {
  path: ['users', 'features'],
  says: 'Count what scoring looks at: airtime bought, reminders and warnings received.',
  more: 'A window a_b holds what happened at least a and less than b times 24 hours before the as-of. --as-of takes Unix seconds or a date, which means the last second of that day in UTC; without it, now.',
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [],
  examples: [
    { line: 'loandesk users features u-1001 --as-of 2026-02-28', says: 'that day counts' },
    { line: 'loandesk users features u-1001 --as-of 1767225599', says: 'to the second' },
  ],
  writes: false,
  calls: ['users.features'],
  asOfTakesSeconds: true,
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('users.features', {
      userId: input.args[0] ?? '',
      ...given({ asOf: deps.asOf ?? undefined }),
    });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.value, view: { shape: 'record', columns: COLUMNS } };
  },
};

const COLUMNS: readonly Column[] = [
  { key: 'user_id', title: 'User', kind: 'id' },
  ...counters('count_of_airtime_purchase_events', 'Airtime', ['0_30', '0_60', '0_90', '30_60', '60_90']),
  ...counters('count_of_repayment_reminder', 'Reminders', ['0_30', '0_60', '0_90']),
  ...counters('count_of_repayment_warning', 'Warnings', ['0_60', '0_90', '30_60']),
];

function counters(name: string, title: string, windows: readonly string[]): Column[] {
  return windows.map((window) => ({
    key: `${name}_${window}`,
    title: `${title}, ${window.replace('_', ' to ')} days`,
    kind: 'integer',
  }));
}
