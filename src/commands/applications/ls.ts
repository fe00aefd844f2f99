import type { CommandDefinition } from '../../shell/command-definition.ts';
import { onePageOrAll } from '../every-page.ts';
import { NARROWING_OPTIONS, narrowing } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { APPLICATION_LIST_COLUMNS } from './application-columns.ts';

const UNDECIDED = 'submitted,pending_review';

/** `applications ls`: applications, oldest first. */
export const command: CommandDefinition = {
  path: ['applications', 'ls'],
  says: 'List applications, oldest first unless sorted.',
  args: [],
  options: [
    {
      flag: '--status',
      value: { name: 'A,B', kind: 'text' },
      says: 'one or several of submitted, pending_review, approved, rejected',
    },
    { flag: '--undecided', says: 'those of --status submitted,pending_review' },
    {
      flag: '--merchant',
      value: { name: 'M', kind: 'text', ids: 'merchant' },
      says: "one merchant's applications",
    },
    { flag: '--search', value: { name: 'TEXT', kind: 'text' }, says: 'part of an id or of a business name' },
    {
      flag: '--sort',
      value: { name: 'KEY', kind: 'text' },
      says: 'created, requested_amount or business_name; -KEY for descending',
    },
    ...NARROWING_OPTIONS,
    ...PAGE_OPTIONS,
  ],
  examples: [{ line: 'loandesk applications ls --undecided', says: 'what waits for a decision' }],
  writes: false,
  calls: ['applications.list'],
  conflict(input) {
    const isBoth = switchOption(input, 'undecided') && textOption(input, 'status') !== undefined;
    const detail = '--undecided stands for a --status and cannot be given beside one.';
    return isBoth ? { code: 'usage', detail, hint: 'Leave out one of them.' } : null;
  },
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await onePageOrAll(input, deps, (paging) =>
      backend.call('applications.list', {
        ...given({
          status: switchOption(input, 'undecided') ? UNDECIDED : textOption(input, 'status'),
          merchant_id: textOption(input, 'merchant'),
          q: textOption(input, 'search'),
          sort: textOption(input, 'sort'),
        }),
        ...narrowing(input),
        ...paging,
      }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'data',
        columns: APPLICATION_LIST_COLUMNS,
        empty: 'No application fits.',
        totalCount: answer.value.total_count,
      },
    };
  },
};
