import type { CommandDefinition } from '../../shell/command-definition.ts';
import { everyRowOrPage } from '../every-page.ts';
import { SEARCH_OPTION } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { AUDIT_COLUMNS } from './audit-columns.ts';

/** `audit ls`: who did what, and what was refused. */
export const command: CommandDefinition = {
  path: ['audit', 'ls'],
  says: 'List who did what and what was refused, newest first.',
  more: 'Reading the trail is recorded too, apart from it: --reads lists those readings.',
  args: [],
  options: [
    { flag: '--since', value: { name: 'TIME', kind: 'text' }, says: 'from a date or timestamp (UTC) on' },
    {
      flag: '--until',
      value: { name: 'TIME', kind: 'text' },
      says: 'up to a date, that day included, or a timestamp (UTC)',
    },
    { flag: '--actor', value: { name: 'WHO', kind: 'text' }, says: 'an officer or operating-system user' },
    { flag: '--action', value: { name: 'NAME', kind: 'text' }, says: 'such as payments.create' },
    {
      flag: '--object',
      value: { name: 'ID', kind: 'text' },
      says: 'id of anything it touched, such as a loan that an import booked on',
    },
    SEARCH_OPTION,
    { flag: '--reads', says: 'who read the audit trail, instead of the trail' },
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk audit ls --object LN-7K3QX9B23', says: 'everything done to a loan' },
    {
      line: 'loandesk audit ls --since 2026-03-01 --action policy.set',
      says: 'who changed the policy since',
    },
  ],
  writes: false,
  calls: ['audit.list'],
  discloses: () => true,
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({
      since: textOption(input, 'since'),
      until: textOption(input, 'until'),
      actor: textOption(input, 'actor'),
      action: textOption(input, 'action'),
      object: textOption(input, 'object'),
      q: textOption(input, 'search'),
      reads: switchOption(input, 'reads') ? 'true' : undefined,
    });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('audit.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: AUDIT_COLUMNS,
        empty: 'No record fits.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};
