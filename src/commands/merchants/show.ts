import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Chart } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { switchOption } from '../typed-values.ts';
import { MERCHANT_COLUMNS } from './merchant-columns.ts';

type Months = OperationOutput<'merchants.sales'>['months'];

/** Months a chart shows: two years, so that a season can be seen to come back. */
const MOST_MONTHS = 24;

/** `merchants show M`: one merchant, its stores and, asked for, its sales month by month. */
export const command: CommandDefinition = {
  path: ['merchants', 'show'],
  says: 'Show a merchant and its stores.',
  args: [{ name: 'M', says: 'id or external id of the merchant', required: true, of: 'merchant' }],
  options: [
    { flag: '--chart', says: 'with the sales of each month (UTC, EGP), counted as the assessment counts' },
  ],
  examples: [
    { line: 'loandesk merchants show nile-crafts', says: 'by the external id' },
    { line: 'loandesk merchants show nile-crafts --chart', says: 'sales of the last two years, drawn' },
  ],
  writes: false,
  calls: ['merchants.get', 'merchants.sales'],
  async run(input, deps) {
    const backend = await deps.backend();
    const merchantId = input.args[0] ?? '';
    const answer = await backend.call('merchants.get', { merchant_id: merchantId });
    if (!answer.ok) return answer;
    const sales = switchOption(input, 'chart')
      ? await backend.call('merchants.sales', { merchant_id: merchantId })
      : null;
    if (sales !== null && !sales.ok) return sales;
    const months = sales?.value.months;
    return {
      ok: true,
      data: months === undefined ? answer.value : { ...answer.value, monthly_sales: months },
      view: {
        shape: 'record',
        columns: MERCHANT_COLUMNS,
        ...(months === undefined ? {} : { chart: chartOf(months) }),
        inner: {
          key: 'stores',
          title: 'Stores',
          columns: [
            { key: 'id', title: 'Store', kind: 'id' },
            { key: 'type', title: 'Type', kind: 'text' },
            { key: 'name', title: 'Name', kind: 'text' },
            { key: 'status', title: 'Status', kind: 'status' },
          ],
        },
      },
    };
  },
};

/** The latest months with a sale and those between them, which sold nothing and are shown so. */
function chartOf(months: Months): Chart {
  const totals = new Map(months.map(({ month, total }) => [serialOf(month), total]));
  const [first = 0, last = -1] = [Math.min(...totals.keys()), Math.max(...totals.keys())];
  const from = Math.max(first, last - MOST_MONTHS + 1);
  const points = [];
  for (let serial = from; serial <= last; serial++) {
    points.push({ label: labelOf(serial), amount: totals.get(serial) ?? 0 });
  }
  return { title: 'Sales a month', points };
}

/** Months counted from year 0. */
function serialOf(month: number): number {
  return Math.floor(month / 100) * 12 + (month % 100) - 1;
}

function labelOf(serial: number): string {
  return `${Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
}
