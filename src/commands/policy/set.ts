import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';

/** `policy set KEY=VALUE`: changes a value from a date on. */
export const command: CommandDefinition = {
  path: ['policy', 'set'],
  says: 'Change a policy value from a date on; what was posted never changes.',
  args: [{ name: 'KEY=VALUE', says: 'the value and what it is to be', required: true }],
  options: [
    {
      flag: '--from',
      value: { name: 'DATE', kind: 'date' },
      says: 'first day it holds (default: the business date)',
    },
  ],
  examples: [{ line: 'loandesk policy set default_days=60 --from 2027-01-01', says: 'from the new year on' }],
  writes: true,
  foundsLedger: true,
  async run(input, deps) {
    const [assignment = ''] = input.args;
    const cut = assignment.indexOf('=');
    if (cut < 1) {
      return {
        ok: false,
        problem: {
          code: 'usage',
          detail: `"${assignment}" is not KEY=VALUE`,
          hint: 'Write it like: loandesk policy set default_days=60',
        },
      };
    }
    const backend = await deps.backend();
    const answer = await backend.call(
      'policy.set',
      {
        key: assignment.slice(0, cut).trim(),
        value: assignment.slice(cut + 1),
        ...given({ from: textOption(input, 'from') }),
      },
      { dryRun: deps.dryRun },
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'version', title: 'Policy version', kind: 'integer' },
          { key: 'key', title: 'Value', kind: 'id' },
          { key: 'value', title: 'Is', kind: 'text' },
          { key: 'from', title: 'From', kind: 'date' },
        ],
      },
    };
  },
};
