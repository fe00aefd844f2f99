import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, switchOption } from '../typed-values.ts';
import { horizonOf, REPORT_OPTIONS } from './report-options.ts';

/** `report ageing`: the book by days past due. */
export const command: CommandDefinition = {
  path: ['report', 'ageing'],
  says: 'The book by days past due: none, 1 to 30, 31 to 60, 61 to 90, 91 and more.',
  args: [],
  options: [
    { flag: '--detail', says: 'the loans themselves, the longest past due first' },
    ...REPORT_OPTIONS,
  ],
  examples: [
    { line: 'loandesk report ageing', says: 'today' },
    { line: 'loandesk report ageing --detail --format csv', says: 'every loan, for a spreadsheet' },
  ],
  writes: false,
  calls: ['reports.ageing'],
  async run(input, deps) {
    const backend = await deps.backend();
    const detail = switchOption(input, 'detail');
    const answer = await backend.call('reports.ageing', {
      ...horizonOf(input, deps),
      ...given({ detail: detail || undefined }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: detail
        ? {
            shape: 'list',
            rowsKey: 'loans',
            columns: [
              { key: 'loan_id', title: 'Loan', kind: 'id' },
              { key: 'merchant_id', title: 'Merchant', kind: 'id', wideOnly: true },
              { key: 'business_name', title: 'Business', kind: 'text' },
              { key: 'payment_status', title: 'Status', kind: 'status' },
              { key: 'days_past_due', title: 'Days past due', kind: 'integer' },
              { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
              { key: 'arrears_amount', title: 'Arrears', kind: 'money' },
              { key: 'next_payment_due_date', title: 'Next due', kind: 'date' },
            ],
            empty: 'No loan is in the book.',
          }
        : {
            shape: 'list',
            rowsKey: 'buckets',
            columns: [
              { key: 'from_days', title: 'From days', kind: 'integer' },
              { key: 'to_days', title: 'To days', kind: 'integer' },
              { key: 'loans', title: 'Loans', kind: 'integer' },
              { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
              { key: 'arrears_amount', title: 'Arrears', kind: 'money' },
            ],
            heading: [
              { key: 'as_of', title: 'As of', kind: 'date' },
              { key: 'policy_version', title: 'Policy', kind: 'integer' },
            ],
            empty: '',
          },
    };
  },
};
