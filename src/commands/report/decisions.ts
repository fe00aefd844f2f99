import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';
import { FROM, horizonOf, REPORT_OPTIONS, TO } from './report-options.ts';

const COUNTS: readonly Column[] = [
  { key: 'decisions', title: 'Decisions', kind: 'integer' },
  { key: 'approved', title: 'Approved', kind: 'integer' },
  { key: 'rejected', title: 'Rejected', kind: 'integer' },
  { key: 'pending_review', title: 'To review', kind: 'integer' },
  { key: 'requested_amount', title: 'Requested', kind: 'money' },
  { key: 'approved_amount', title: 'Granted', kind: 'money' },
  { key: 'overrides', title: 'Overrides', kind: 'integer' },
];

/** `report decisions`: how many, over what amounts, how many not as recommended, and by whom. */
export const command: CommandDefinition = {
  path: ['report', 'decisions'],
  says: 'Decisions of a time: counts, amounts, overrides of the recommendation, and by officer.',
  more: 'Every decision counts, so that an application reviewed and then approved counts twice.',
  args: [],
  options: [FROM, TO, ...REPORT_OPTIONS],
  examples: [
    { line: 'loandesk report decisions --from 2026-03-01 --to 2026-03-31', says: 'one month' },
    { line: 'loandesk report decisions --json', says: 'since the beginning, for a script' },
  ],
  writes: false,
  calls: ['reports.decisions'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('reports.decisions', {
      ...horizonOf(input, deps),
      ...given({ from: textOption(input, 'from'), to: textOption(input, 'to') }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'officers',
        columns: [{ key: 'officer', title: 'Officer', kind: 'text' }, ...COUNTS],
        heading: [
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'to', title: 'To', kind: 'date' },
          ...COUNTS,
        ],
        empty: 'Nothing was decided.',
      },
    };
  },
};
