import { describe, expect, it } from 'vitest';
import { REASON_WORDS, type ReasonCode } from '../../src/domain/reason-codes.ts';
import { type Desk, openDesk } from './desk.ts';
import { applied, approved, disbursed, payOffOn } from './desk-loans.ts';
import { flagLine, importUsers, transactionLine, userLine } from './user-records.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-03-01T10:00:00Z');

type Order = Readonly<Record<string, unknown>>;

interface Shop {
  readonly days?: number;
  readonly status?: string;
  readonly foundedOn?: string;
  readonly owner?: string;
  /** What differs of the order `age` days before the application; null: none that day. */
  order?(age: number): Order | null;
}

/** A merchant that sells for 4,000.00 to somebody new on each of 450 days, unless told otherwise. */
async function openShop(desk: Desk, shop: Shop): Promise<void> {
  const orders = Array.from({ length: shop.days ?? 450 }, (_, age) => ({
    age,
    more: shop.order?.(age) ?? {},
  }))
    .filter(({ age }) => shop.order?.(age) !== null)
    .map(({ age, more }) => ({
      ...{ kind: 'order', merchant: 'm1', store_id: 's1', id: `o${age}`, currency: 'EGP' },
      ...{ total_price: '4000.00', financial_status: 'paid', customer_id: `c${age}` },
      created_at: new Date(NOON_MS - age * DAY_MS).toISOString(),
      ...more,
    }));
  const values = [
    {
      ...{ kind: 'merchant', external_id: 'm1', founded_on: shop.foundedOn ?? '2020-01-01' },
      ...(shop.owner === undefined ? {} : { owner_user_id: shop.owner }),
    },
    {
      kind: 'store',
      merchant: 'm1',
      id: 's1',
      type: 'PLATFORM_A',
      name: 'Web',
      status: shop.status ?? 'READY',
    },
    ...orders,
  ];
  const records = values.map((value, index) => ({ line: index + 1, source: 'shop.jsonl', value }));
  expect(await desk.done('merchants.import', { records })).toMatchObject({ refused: 0 });
}

type Application = Parameters<typeof applied>[1];

/** Reasons and conduct of an application made now. */
async function reasons(desk: Desk, application: Application = {}) {
  const id = await applied(desk, {
    merchant_id: 'm1',
    requested_amount: 50_000,
    requested_term_months: 12,
    ...application,
  });
  const { explanation } = await desk.done('assessments.get', { application_id: id, explain: true });
  const { reasons: codes, rating } = explanation as { reasons: string[]; rating: { k: number } };
  return { codes, k: rating.k };
}

interface Scenario {
  readonly shop?: Shop | null;
  readonly application?: Application;
  before?(desk: Desk): Promise<unknown>;
  after?(desk: Desk): Promise<unknown>;
}

const LARGE = { requested_amount: 400_000 };
const seconds = (age: number): number => NOON_MS / 1000 - age * 86_400;
const owned = (...lines: readonly unknown[]): Scenario => ({
  shop: { owner: 'u1' },
  before: (desk) => importUsers(desk, userLine('u1'), ...lines),
});
const flags = (label: string, ages: readonly number[]) =>
  ages.map((age) => flagLine('u1', `${label}-${age}`, { flag_label: label, timestamp: seconds(age) }));
const airtime = (ages: readonly number[]) =>
  ages.map((age) => transactionLine('u1', age + 1, { timestamp: seconds(age) }));
const loanOf = (desk: Desk) => disbursed(desk, {}, { disbursement_amount: 5_000 }, { merchant_id: 'm1' });

const SCENARIOS: Readonly<Record<ReasonCode, Scenario>> = {
  D01: { shop: null },
  D02: { shop: { days: 100 } },
  D03: { shop: { status: 'DISCONNECTED' } },
  D04: { shop: { order: (age) => (age === 3 ? { currency: 'USD' } : {}) } },
  S01: { shop: { order: (age) => (age > 89 ? { total_price: '8000.00' } : {}) } },
  S02: { shop: { order: (age) => (Math.floor(age / 30) % 2 === 0 ? { total_price: '500.00' } : {}) } },
  S03: { shop: { order: (age) => (age % 4 === 0 ? { financial_status: 'refunded' } : {}) } },
  S04: { shop: { order: (age) => (age % 4 === 0 ? { total_price: '16000.00' } : null) } },
  S05: { shop: { order: () => ({ customer_id: 'the one' }) } },
  S06: { application: { monthly_sales_volume: 250_000 } },
  B01: { shop: { days: 200, foundedOn: '2025-08-01' } },
  C01: owned(...flags('repayment_warning', [5])),
  C02: owned(...flags('repayment_reminder', [1, 2, 3, 4, 5]), ...flags('repayment_warning', [80])),
  C03: owned(...airtime([31, 45, 61])),
  C10: owned(...flags('repayment_reminder', [80])),
  C20: {
    before: loanOf,
    after: async (desk) => {
      desk.today = '2026-04-02';
    },
  },
  C21: {
    before: loanOf,
    after: async (desk) => {
      desk.today = '2026-07-30';
    },
  },
  A01: { application: { ...LARGE, requested_term_months: 24 } },
  A02: { application: LARGE },
  A03: {
    application: { ...LARGE, requested_term_months: 24 },
    before: (desk) => approved(desk, {}, { merchant_id: 'm1' }),
  },
  A04: {
    shop: { order: () => ({ total_price: '80000.00' }) },
    application: { monthly_sales_volume: 2_000_000, requested_amount: 5_000_000, requested_term_months: 24 },
  },
  A05: { shop: { order: () => ({ total_price: '10.00' }) }, application: { monthly_sales_volume: 300 } },
};

async function on<T>(scenario: Scenario, look: (desk: Desk) => Promise<T>): Promise<T> {
  const desk = await openDesk();
  try {
    if (scenario.shop !== null) await openShop(desk, scenario.shop ?? {});
    await scenario.before?.(desk);
    await scenario.after?.(desk);
    return await look(desk);
  } finally {
    await desk.close();
  }
}

describe('the reasons of an assessment', () => {
  it('are none for a shop without a fault', async () => {
    expect(await on({}, (desk) => reasons(desk))).toEqual({ codes: [], k: 70 });
  });

  it.each(Object.entries(SCENARIOS))('reach %s', async (code, scenario) => {
    expect(REASON_WORDS).toHaveProperty(code);
    const { codes } = await on(scenario, (desk) => reasons(desk, scenario.application));
    expect(codes).toContain(code);
  });
});

describe('the conduct of the user a merchant is linked to', () => {
  const conduct = (...lines: readonly unknown[]) =>
    on(owned(...lines), async (desk) => (await reasons(desk)).k);

  it('costs and earns by the windows of the features at the time of the application', async () => {
    const recent = flags('repayment_warning', [0, 10, 20, 30, 59]);
    expect(await conduct()).toBe(70);
    expect(await conduct(...recent)).toBe(70 - 4 * 12);
    expect(await conduct(...flags('repayment_warning', [60, 70, 80, 89]))).toBe(70 - 3 * 5);
    expect(await conduct(...flags('repayment_warning', [90, -1]))).toBe(70);
    expect(await conduct(...flags('repayment_reminder', [0, 1, 2, 3, 29]))).toBe(70 - 5 + 10);
    expect(await conduct(...airtime([0, 31, 61]))).toBe(75);
    expect(await conduct(...airtime([31, 45, 61]))).toBe(65);
  });

  it.each([
    ['denied', userLine('u1', { permissions_status: 'denied' })],
    ['revoked', userLine('u1', { permissions_status: 'revoked' })],
  ])('does not count when permission is %s', async (_status, line) => {
    const scenario: Scenario = {
      shop: { owner: 'u1' },
      before: (desk) => importUsers(desk, line, ...flags('repayment_warning', [1, 2, 3])),
    };
    expect(await on(scenario, (desk) => reasons(desk))).toEqual({ codes: [], k: 70 });
  });

  it('does not count of a user nobody knows, or of one the merchant is not linked to', async () => {
    expect(await on({ shop: { owner: 'u9' } }, (desk) => reasons(desk))).toEqual({ codes: [], k: 70 });
    const unlinked: Scenario = {
      before: (desk) => importUsers(desk, userLine('u1'), ...flags('repayment_warning', [1])),
    };
    expect(await on(unlinked, (desk) => reasons(desk))).toEqual({ codes: [], k: 70 });
  });

  it('adds up with an earlier loan that was paid well', async () => {
    const scenario: Scenario = {
      ...owned(...flags('repayment_warning', [1])),
      after: async (desk) => {
        const { loanId } = await loanOf(desk);
        await payOffOn(desk, '2026-03-01', loanId);
      },
    };
    const { codes, k } = await on(scenario, (desk) => reasons(desk));
    expect(k).toBe(70 + 30 - 12);
    expect(codes).toEqual(expect.arrayContaining(['C01', 'C10']));
  });
});
