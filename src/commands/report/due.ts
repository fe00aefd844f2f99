import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { FROM, horizonOf, REPORT_OPTIONS, TO } from './report-options.ts';

/** `report due`: what is to be collected, from whom, by which phone and account. */
export const command: CommandDefinition = {
  path: ['report', 'due'],
  says: 'Every installment due from one day to another or in arrears, with name, phone, account and amounts.',
  more: 'Without --from and --to: what is due today and what is past due. Phones are masked in tables, CSV and TSV.',
  args: [],
  options: [FROM, TO, { flag: '--reveal', says: 'phone numbers in full' }, ...REPORT_OPTIONS],
  examples: [
    { line: 'loandesk report due', says: "today's collections" },
    { line: 'loandesk report due --from 2026-04-01 --to 2026-04-30 --format csv', says: 'all of April' },
  ],
  writes: false,
  calls: ['reports.due'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('reports.due', {
      ...horizonOf(input, deps),
      ...given({ from: textOption(input, 'from'), to: textOption(input, 'to') }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'installments',
        columns: [
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'merchant_id', title: 'Merchant', kind: 'id', wideOnly: true },
          { key: 'business_name', title: 'Business', kind: 'text' },
          { key: 'phone', title: 'Phone', kind: switchOption(input, 'reveal') ? 'text' : 'phone' },
          { key: 'merchant_bank_account', title: 'Account', kind: 'id' },
          { key: 'number', title: 'No.', kind: 'integer' },
          { key: 'due_date', title: 'Due', kind: 'date' },
          { key: 'status', title: 'Status', kind: 'status' },
          { key: 'days_past_due', title: 'Days past due', kind: 'integer' },
          { key: 'installment_amount', title: 'Installment', kind: 'money' },
          { key: 'principal_amount', title: 'Principal', kind: 'money', wideOnly: true },
          { key: 'interest_amount', title: 'Interest', kind: 'money', wideOnly: true },
          { key: 'missing_amount', title: 'To collect', kind: 'money' },
          { key: 'fees_due', title: 'Fees due', kind: 'money' },
        ],
        heading: [
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'to', title: 'To', kind: 'date' },
          { key: 'as_of', title: 'As of', kind: 'date' },
          { key: 'loans', title: 'Loans', kind: 'integer' },
          { key: 'missing_amount', title: 'To collect', kind: 'money' },
          { key: 'overdue_amount', title: 'Of it past due', kind: 'money' },
          { key: 'fees_amount', title: 'Fees due', kind: 'money' },
        ],
        empty: 'Nothing is due.',
      },
    };
  },
};
