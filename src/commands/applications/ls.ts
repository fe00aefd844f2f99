import type { CommandDefinition } from '../../shell/command-definition.ts';
import { onePageOrAll } from '../every-page.ts';
import { NARROWING_OPTIONS, narrowing } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';
import { APPLICATION_LIST_COLUMNS } from './application-columns.ts';

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
  examples: [{ line: 'loandesk applications ls --status submitted', says: 'what waits for a decision' }],
  writes: false,
  calls: ['applications.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await onePageOrAll(input, deps, (paging) =>
      backend.call('applications.list', {
        ...given({
          status: textOption(input, 'status'),
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
