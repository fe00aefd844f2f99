import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';

describe('the monthly sales of a merchant', () => {
  const order = (id: string, at: string, more: Readonly<Record<string, unknown>> = {}) => ({
    ...{ kind: 'order', merchant: 'm1', store_id: 's1', id, created_at: at, currency: 'EGP' },
    ...{ total_price: '100.00', financial_status: 'paid', ...more },
  });

  it(
    'are what the assessment takes for sales, by month in UTC, partial refunds at half',
    onDesk(async (desk) => {
      const values = [
        { kind: 'merchant', external_id: 'm1' },
        { kind: 'store', merchant: 'm1', id: 's1', type: 'PLATFORM_A', name: 'Web' },
        order('a', '2026-01-31T23:59:59Z'),
        order('b', '2026-02-01T01:00:00+02:00'),
        order('c', '2026-02-01T00:00:00Z', { financial_status: 'partially_refunded', total_price: '0.03' }),
        order('d', '2026-02-02T00:00:00Z', { financial_status: 'pending', fulfillment_status: 'delivered' }),
        order('e', '2026-02-03T00:00:00Z', { financial_status: 'refunded' }),
        order('f', '2026-02-03T00:00:00Z', { currency: 'USD' }),
        order('g', '2026-02-03T00:00:00Z', { cancelled_at: '2026-02-04T00:00:00Z' }),
        order('h', '2026-02-03T00:00:00Z', { confirmed: false }),
      ];
      const records = values.map((value, index) => ({ line: index + 1, source: 'shop.jsonl', value }));
      expect(await desk.done('merchants.import', { records })).toMatchObject({ refused: 0 });
      const sales = await desk.done('merchants.sales', { merchant_id: 'm1' });
      expect(sales.months).toEqual([
        { month: 202601, sales: 2, total: 200 },
        { month: 202602, sales: 2, total: 100.02 },
      ]);
      expect((await desk.refused('merchants.sales', { merchant_id: 'm2' })).code).toBe('merchant_not_found');
    }),
  );
});
