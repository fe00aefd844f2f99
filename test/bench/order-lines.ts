import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const FIRST_ORDER_MS = Date.UTC(2016, 0, 1);
const ORDER_EVERY_MS = 300_000;
const ORDERS_A_CHUNK = 1_000;

/** Writes a data file of one merchant, one store and `count` orders, as a shop's history comes: oldest first. */
export async function writeOrders(path: string, count: number): Promise<void> {
  await pipeline(Readable.from(chunks(count)), createWriteStream(path));
}

function* chunks(count: number): Generator<string> {
  yield lines([
    { kind: 'merchant', external_id: 'bench', name: 'Bench' },
    { kind: 'store', merchant: 'bench', id: 'bench-web', type: 'PLATFORM_A', name: 'Web shop' },
  ]);
  for (let first = 0; first < count; first += ORDERS_A_CHUNK) {
    const many = Math.min(ORDERS_A_CHUNK, count - first);
    yield lines(Array.from({ length: many }, (_, at) => order(first + at)));
  }
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function order(at: number) {
  const time = new Date(FIRST_ORDER_MS + at * ORDER_EVERY_MS).toISOString();
  const price = (10 + ((at * 7919) % 100_000) / 100).toFixed(2);
  return {
    kind: 'order',
    merchant: 'bench',
    integration: 'platform_a',
    store_id: 'bench-web',
    channel: 'web',
    id: String(1_000_000 + at),
    confirmed: true,
    created_at: time,
    updated_at: time,
    processed_at: time,
    currency: 'EGP',
    subtotal_price: price,
    total_discounts: '0.00',
    total_price: price,
    financial_status: at % 23 === 0 ? 'refunded' : 'paid',
    fulfillment_status: 'fulfilled',
    payment_gateway_names: 'card',
    customer_id: `c${at % 4000}`,
    shipping_address: { country_code: 'EGY', address_line: `${at % 300} Tahrir Sq, Cairo` },
  };
}
