import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Outcome } from '../../contract/problem.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { everyPage } from '../every-page.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';
import { disclosesPhones, REVEAL, userColumns } from './user-columns.ts';

type Users = OperationOutput<'users.list'>;

/** `users ls`: users by their creation. */
export const command: CommandDefinition = {
  path: ['users', 'ls'],
  says: 'List users, oldest first.',
  more: 'Phones are masked in tables, CSV and TSV. JSON and --reveal show them in full, and who read them is recorded.',
  args: [],
  options: [
    {
      flag: '--search',
      value: { name: 'TEXT', kind: 'text' },
      says: 'part of an id, name or phone; Arabic spellings are folded',
    },
    {
      flag: '--created-after',
      value: { name: 'TIME', kind: 'text' },
      says: 'later than a date or timestamp',
    },
    {
      flag: '--updated-after',
      value: { name: 'TIME', kind: 'text' },
      says: 'changed later than a date or timestamp',
    },
    REVEAL,
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk users ls --search "amal"', says: 'by part of a name' },
    { line: 'loandesk users ls --updated-after 2026-03-01T00:00:00Z', says: 'what changed since' },
  ],
  writes: false,
  calls: ['users.list'],
  discloses: disclosesPhones,
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({
      search: textOption(input, 'search'),
      createdAfter: textOption(input, 'createdAfter'),
      updatedAfter: textOption(input, 'updatedAfter'),
    });
    const asked = given({ page: textOption(input, 'page'), size: textOption(input, 'size') });
    const fetchPage = (paging: { page?: string; size?: string }): Promise<Outcome<Users>> =>
      backend.call('users.list', { ...filter, ...paging }, { recorded: deps.disclosing });
    const everyRow = deps.everyRow && asked.page === undefined && asked.size === undefined;
    const answer = everyRow ? await everyPage(deps, fetchPage) : await fetchPage(asked);
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: userColumns(deps.disclosing),
        empty: 'No user fits.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};
