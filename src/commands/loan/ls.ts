import type { CommandDefinition } from '../../shell/command-definition.ts';
import { onePageOrAll } from '../every-page.ts';
import { NARROWING_OPTIONS, narrowing } from '../list-options.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { collectionColumns } from './collection-columns.ts';
import { LOAN_LIST_COLUMNS, LOAN_LIST_COLUMNS_WITH_CLOSED } from './loan-columns.ts';

/** `loan ls`: loans by status, lateness, merchant or due date. */
export const command: CommandDefinition = {
  path: ['loan', 'ls'],
  says: 'List loans by status, days past due, merchant or due date.',
  args: [],
  options: [
    {
      flag: '--status',
      value: { name: 'A,B', kind: 'text' },
      says: 'one or several of current, overdue, paid_off, defaulted',
    },
    {
      flag: '--past-due',
      says: 'only loans with an installment past due; with phone, last payment and last note',
    },
    { flag: '--reveal', says: 'phone numbers in full in tables too' },
    { flag: '--min-days', value: { name: 'N', kind: 'integer' }, says: 'at least N days past due' },
    { flag: '--max-days', value: { name: 'N', kind: 'integer' }, says: 'at most N days past due' },
    { flag: '--merchant', value: { name: 'M', kind: 'text', ids: 'merchant' }, says: "one merchant's loans" },
    {
      flag: '--due-before',
      value: { name: 'DATE', kind: 'date' },
      says: 'next installment due before a date',
    },
    { flag: '--closed', says: 'closed loans too' },
    { flag: '--undisbursed', says: 'only loans with something left to pay out' },
    {
      flag: '--search',
      value: { name: 'TEXT', kind: 'text' },
      says: 'part of an id, an alias or a business name',
    },
    {
      flag: '--sort',
      value: { name: 'KEY', kind: 'text' },
      says: 'created, days_past_due, outstanding_balance, arrears_amount, next_payment_due_date or business_name; -KEY for descending',
    },
    ...NARROWING_OPTIONS,
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk loan ls --past-due --sort -days_past_due', says: 'the latest payers first' },
    {
      line: 'loandesk loan ls --status overdue,defaulted --format csv',
      says: 'every such loan, for a spreadsheet',
    },
  ],
  writes: false,
  calls: ['loans.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await onePageOrAll(input, deps, (paging) =>
      backend.call('loans.list', {
        ...given({
          status: textOption(input, 'status'),
          past_due: switchOption(input, 'pastDue') || undefined,
          min_days: textOption(input, 'minDays'),
          max_days: textOption(input, 'maxDays'),
          merchant_id: textOption(input, 'merchant'),
          due_before: textOption(input, 'dueBefore'),
          closed: switchOption(input, 'closed') || undefined,
          undisbursed: switchOption(input, 'undisbursed') || undefined,
          q: textOption(input, 'search'),
          sort: textOption(input, 'sort'),
          as_of: deps.asOf ?? undefined,
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
        columns: [
          ...(switchOption(input, 'closed') ? LOAN_LIST_COLUMNS_WITH_CLOSED : LOAN_LIST_COLUMNS),
          ...(switchOption(input, 'pastDue') ? collectionColumns(switchOption(input, 'reveal')) : []),
        ],
        empty: 'No loan fits.',
        totalCount: answer.value.total_count,
      },
    };
  },
};
