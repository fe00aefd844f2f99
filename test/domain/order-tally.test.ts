import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessAgeMonths } from '../../src/domain/business-age.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { piastres } from '../../src/domain/money.ts';
import { OrderTally, type SalesProfile, type TalliedOrder } from '../../src/domain/order-tally.ts';

const T = Date.parse('2026-07-01T12:00:00Z');
const DAY = 86_400_000;

function order(change: Partial<TalliedOrder> = {}): TalliedOrder {
  return {
    createdAtMs: T - DAY,
    currency: 'EGP',
    confirmed: true,
    cancelled: false,
    financialStatus: 'paid',
    fulfillmentStatus: '',
    totalPiastres: piastres(10_000),
    customerId: 'c1',
    ...change,
  };
}

function tally(...orders: readonly Partial<TalliedOrder>[]): SalesProfile {
  const sums = new OrderTally(T);
  for (const each of orders) sums.add(order(each));
  return sums.profile();
}

/** Newest bucket, gross and returned value, in EGP. */
function values(profile: SalesProfile): readonly number[] {
  return [
    profile.bucketsHalfPiastres[0] ?? 0n,
    profile.grossLast90HalfPiastres,
    profile.returnedLast90HalfPiastres,
  ].map((half) => Number(half) / 200);
}

describe('what counts as a sale, as gross and as returned (an order of 100.00)', () => {
  it.each([
    ['paid', '', {}, [100, 100, 0]],
    ['Partially Paid', '', {}, [100, 100, 0]],
    ['partially-refunded', 'fulfilled', {}, [50, 100, 50]],
    ['pending', 'delivered', {}, [100, 100, 0]],
    ['', 'FULFILLED', {}, [100, 100, 0]],
    ['pending', '', {}, [0, 0, 0]],
    ['authorized', 'in_transit', {}, [0, 0, 0]],
    ['refunded', 'delivered', {}, [0, 100, 100]],
    ['voided', 'delivered', {}, [0, 100, 100]],
    ['voided', 'delivered', { confirmed: false }, [0, 0, 0]],
    ['pending', 'returned', {}, [0, 100, 100]],
    ['paid', 'returned', {}, [100, 100, 100]],
    ['partially_refunded', 'returned', {}, [50, 100, 100]],
    ['paid', '', { confirmed: false }, [0, 0, 0]],
    ['paid', '', { cancelled: true }, [0, 0, 0]],
    ['paid', '', { currency: 'USD' }, [0, 0, 0]],
    ['paid', '', { createdAtMs: T + 1 }, [0, 0, 0]],
  ] as const)('%j and %j with %j gives %j', (financialStatus, fulfillmentStatus, change, expected) => {
    expect(values(tally({ financialStatus, fulfillmentStatus, ...change }))).toEqual(expected);
  });
});

describe('windows', () => {
  it('puts an order exactly 30 days old into the second bucket, one at T into the first', () => {
    const profile = tally(
      { createdAtMs: T },
      { createdAtMs: T - 30 * DAY + 1 },
      { createdAtMs: T - 30 * DAY },
    );
    expect(profile.bucketsHalfPiastres.slice(0, 2)).toEqual([40_000n, 20_000n]);
  });

  it('counts orders, selling days and returns of the last 90 days only', () => {
    const edge = T - 90 * DAY;
    const inside = tally({ createdAtMs: edge + 1 }, { createdAtMs: edge + 2 }, { createdAtMs: T - DAY });
    expect([inside.ordersLast90Days, inside.activeDaysLast90]).toEqual([3, 2]);
    const outside = tally({ createdAtMs: edge, financialStatus: 'refunded' }, { createdAtMs: edge });
    expect([outside.ordersLast90Days, outside.activeDaysLast90, ...values(outside)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts selling days in UTC', () => {
    const late = Date.parse('2026-06-20T23:59:59Z');
    expect(tally({ createdAtMs: late }, { createdAtMs: late + 1000 }).activeDaysLast90).toBe(2);
  });

  it('takes whole buckets and the age from the first order, sale or not, in EGP', () => {
    const profile = tally(
      { createdAtMs: T - 45 * DAY, financialStatus: 'pending' },
      { createdAtMs: T - 500 * DAY, currency: 'EUR' },
    );
    expect([profile.wholeBuckets, profile.firstOrderOn]).toEqual([1, '2026-05-17']);
    expect([profile.orderCount, profile.foreignOrderCount]).toEqual([1, 1]);
    expect(tally({ createdAtMs: T - 30 * DAY }).wholeBuckets).toBe(1);
    expect(tally({ createdAtMs: T - 30 * DAY + 1 }).wholeBuckets).toBe(0);
    expect(tally()).toMatchObject({ wholeBuckets: 0, firstOrderOn: null, orderCount: 0 });
  });

  it('drops sales older than fifteen buckets but keeps the age they prove', () => {
    const profile = tally({ createdAtMs: T - 450 * DAY }, { createdAtMs: T - 450 * DAY + 1 });
    expect(profile.bucketsHalfPiastres[14]).toBe(20_000n);
    expect(profile.wholeBuckets).toBe(15);
  });
});

describe('the largest customer', () => {
  it('is judged on the sales of the last 180 days', () => {
    const profile = tally(
      { customerId: 'a' },
      { customerId: 'a', financialStatus: 'partially_refunded' },
      { customerId: 'b' },
      { customerId: 'b', createdAtMs: T - 180 * DAY },
      { customerId: 'b', financialStatus: 'refunded' },
    );
    expect(profile.topCustomerLast180HalfPiastres).toBe(30_000n);
    expect(profile.salesLast180HalfPiastres).toBe(50_000n);
  });

  it('is never the crowd of unknown ones', () => {
    const profile = tally({ customerId: '' }, { customerId: ' ' }, { customerId: '' }, { customerId: 'a' });
    expect(profile.topCustomerLast180HalfPiastres).toBe(20_000n);
  });
});

it('gives the same sums in any order of feeding and under any names of customers', () => {
  const orders = fc.array(
    fc.record({
      createdAtMs: fc.integer({ min: T - 480 * DAY, max: T + DAY }),
      financialStatus: fc.constantFrom('paid', 'pending', 'refunded', 'voided', 'partially_refunded'),
      fulfillmentStatus: fc.constantFrom('', 'fulfilled', 'returned'),
      totalPiastres: fc.integer({ min: 0, max: 99_999_999_999_999 }).map(piastres),
      customerId: fc.constantFrom('', 'a', 'b', 'c'),
      confirmed: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(orders, (list) => {
      const renamed = list.map((each) => ({ ...each, customerId: each.customerId && `x${each.customerId}` }));
      expect(tally(...renamed.reverse())).toEqual(tally(...list));
    }),
  );
});

describe('businessAgeMonths', () => {
  const day = (text: string | null) => text as CalendarDate | null;
  it.each([
    [null, null, '2026-07-01', 0],
    ['2024-01-01', null, '2026-07-01', 30],
    [null, '2024-01-02', '2026-07-01', 29],
    ['2025-01-01', '2024-01-01', '2026-07-01', 30],
    ['2024-01-01', '2025-01-01', '2026-07-01', 30],
    ['2026-07-02', null, '2026-07-01', 0],
    ['2030-01-01', '2026-01-01', '2026-07-01', 6],
    ['2026-01-31', null, '2026-02-28', 1],
    ['2026-01-31', null, '2026-02-27', 0],
    ['2024-02-29', null, '2025-02-28', 12],
  ] as const)('founded %s, first order %s, on %s: %i', (founded, first, on, months) => {
    expect(businessAgeMonths(day(founded), day(first), on as unknown as CalendarDate)).toBe(months);
  });
});
