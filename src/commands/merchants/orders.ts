import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, textOption } from '../typed-values.ts';

/** Orders a terminal shows of a merchant before it is asked for a page. */
const ON_A_TERMINAL = '50';

/** `merchants orders M`: a merchant's orders, newest first. */
export const command: CommandDefinition = {
  path: ['merchants', 'orders'],
  says: "List a merchant's orders, newest first.",
  args: [{ name: 'M', says: 'id or external id of the merchant', required: true, of: 'merchant' }],
  options: [
    {
      flag: '--created-after',
      value: { name: 'TIME', kind: 'text' },
      says: 'later than a date or timestamp',
    },
    {
      flag: '--created-before',
      value: { name: 'TIME', kind: 'text' },
      says: 'earlier than a date or timestamp',
    },
    { flag: '--store-id', value: { name: 'ID', kind: 'text' }, says: 'of one store' },
    {
      flag: '--financial-status',
      value: { name: 'STATUS', kind: 'text' },
      says: 'exactly as the shop writes it, such as paid',
    },
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk merchants orders nile-crafts --financial-status refunded', says: 'what came back' },
    { line: 'loandesk merchants orders nile-crafts --format csv > orders.csv', says: 'every order' },
  ],
  writes: false,
  calls: ['merchants.orders'],
  async run(input, deps) {
    const backend = await deps.backend();
    const size = textOption(input, 'size') ?? (await usualSize(deps));
    const answer = await backend.call('merchants.orders', {
      merchant_id: input.args[0] ?? '',
      ...given({
        created_after: textOption(input, 'createdAfter'),
        created_before: textOption(input, 'createdBefore'),
        store_id: textOption(input, 'storeId'),
        financial_status: textOption(input, 'financialStatus'),
        page: textOption(input, 'page'),
        size,
      }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'orders',
        empty: 'No order fits.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
        columns: [
          { key: 'id', title: 'Order', kind: 'id' },
          { key: 'created_at', title: 'Created', kind: 'timestamp' },
          { key: 'currency', title: 'Currency', kind: 'text' },
          { key: 'total_price', title: 'Total', kind: 'money' },
          { key: 'financial_status', title: 'Paid', kind: 'status' },
          { key: 'fulfillment_status', title: 'Fulfilled', kind: 'status' },
          { key: 'customer_id', title: 'Customer', kind: 'id' },
          { key: 'integration', title: 'Integration', kind: 'text', wideOnly: true },
          { key: 'store_id', title: 'Store', kind: 'id', wideOnly: true },
          { key: 'channel', title: 'Channel', kind: 'text', wideOnly: true },
          { key: 'confirmed', title: 'Confirmed', kind: 'boolean', wideOnly: true },
          { key: 'updated_at', title: 'Updated', kind: 'timestamp', wideOnly: true },
          { key: 'processed_at', title: 'Processed', kind: 'timestamp', wideOnly: true },
          { key: 'subtotal_price', title: 'Subtotal', kind: 'money', wideOnly: true },
          { key: 'total_discounts', title: 'Discounts', kind: 'money', wideOnly: true },
          { key: 'payment_gateway_names', title: 'Gateways', kind: 'text', wideOnly: true },
          { key: 'shipping_address.country_code', title: 'Country', kind: 'text', wideOnly: true },
          { key: 'shipping_address.address_line', title: 'Address', kind: 'text', wideOnly: true },
        ],
      },
    };
  },
};

/** Paging of orders is ours: a server of another make may refuse what the interface does not name. */
async function usualSize(deps: Deps): Promise<string | undefined> {
  if (!deps.tableOnTerminal) return undefined;
  return (await (await deps.backend()).isOurs?.()) === false ? undefined : ON_A_TERMINAL;
}
