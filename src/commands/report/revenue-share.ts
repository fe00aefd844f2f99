import type { CommandDefinition } from '../../shell/command-definition.ts';
import { horizonOf, REPORT_OPTIONS } from './report-options.ts';

/** `report revenue-share`: what a share of sales should have brought beside what it brought. */
export const command: CommandDefinition = {
  path: ['report', 'revenue-share'],
  says: "Of loans with a revenue share: the merchant's sales × percent since it was paid out, beside what came.",
  more: 'Received are payments by revenue_share. Sales are counted as an assessment counts them, by the days of Cairo.',
  args: [],
  options: [...REPORT_OPTIONS],
  examples: [{ line: 'loandesk report revenue-share', says: 'until today' }],
  writes: false,
  calls: ['reports.revenue_share'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('reports.revenue_share', horizonOf(input, deps));
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'loans',
        columns: [
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'merchant_id', title: 'Merchant', kind: 'id', wideOnly: true },
          { key: 'business_name', title: 'Business', kind: 'text' },
          { key: 'revenue_share_percent', title: 'Share', kind: 'percent' },
          { key: 'since', title: 'Since', kind: 'date' },
          { key: 'sales_amount', title: 'Sales', kind: 'money' },
          { key: 'expected_amount', title: 'Expected', kind: 'money' },
          { key: 'received_amount', title: 'Received', kind: 'money' },
          { key: 'difference_amount', title: 'Difference', kind: 'money' },
          { key: 'outstanding_balance', title: 'Outstanding', kind: 'money', wideOnly: true },
        ],
        heading: [
          { key: 'as_of', title: 'As of', kind: 'date' },
          { key: 'expected_amount', title: 'Expected', kind: 'money' },
          { key: 'received_amount', title: 'Received', kind: 'money' },
        ],
        empty: 'No loan of the book has a revenue share.',
      },
    };
  },
};
