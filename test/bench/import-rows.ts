import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ROOT } from '../source-files.ts';
import type { BenchGroup } from './bench-row.ts';
import { processMs, sideBySide } from './side-by-side.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const ORDERS = 100_000;
const ROUNDS = { warmUps: 1, rounds: 5 };
const FIRST_ORDER_MS = Date.UTC(2024, 0, 1);
const ORDER_EVERY_MS = 300_000;
const TABLES = ['merchants', 'stores', 'orders'] as const;

/** Imports beside the bare engine that is given the very same rows. */
export const IMPORTS: BenchGroup = {
  name: 'imports',
  async rows() {
    return [
      {
        work: `loandesk merchants import, ${ORDERS.toLocaleString('en')} orders`,
        against: 'better-sqlite3 inserting the same rows, one transaction',
        // The budget is of a million orders, which later rows measure.
        budgetTimes: null,
        aimTimes: null,
        measure: measureMerchants,
      },
    ];
  },
};

async function measureMerchants() {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  try {
    const file = join(folder, 'orders.jsonl');
    writeFileSync(file, orderLines());
    const environment = { HOME: folder, LOANDESK_HOME: folder };
    const ledger = (name: string) => join(folder, `${name}.db`);
    const imported = (path: string) =>
      processMs(
        [LAUNCHER, 'merchants', 'import', file, '--ledger', path],
        environment,
        new RegExp(`\\b${ORDERS + 2}\\b`),
      );
    imported(ledger('model'));
    const rows = rowsOf(ledger('model'));
    let round = 0;
    return await sideBySide(
      () => {
        const path = ledger(`raw-${round}`);
        processMs([LAUNCHER, 'ledger', 'init', '--ledger', path], environment);
        return insertMs(path, rows);
      },
      () => {
        round += 1;
        return imported(ledger(`product-${round}`));
      },
      ROUNDS,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Rows = ReadonlyMap<string, readonly unknown[][]>;

/** The rows the product made of the file, in the order it keeps them in. */
function rowsOf(path: string): Rows {
  const db = new Database(path, { readonly: true });
  try {
    return new Map(
      TABLES.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][]]),
    );
  } finally {
    db.close();
  }
}

/** How long the engine takes to make the rows durable, in milliseconds: opening and reading them not counted. */
function insertMs(path: string, rows: Rows): number {
  const db = new Database(path);
  try {
    db.pragma('synchronous = FULL');
    const start = performance.now();
    db.exec('BEGIN IMMEDIATE');
    for (const [table, values] of rows) {
      const width = values[0]?.length ?? 0;
      const insert = db.prepare(`INSERT INTO ${table} VALUES (${Array(width).fill('?').join(', ')})`);
      for (const row of values) insert.run(row);
    }
    db.exec('COMMIT');
    return performance.now() - start;
  } finally {
    db.close();
  }
}

function orderLines(): string {
  const lines = [
    { kind: 'merchant', external_id: 'bench', name: 'Bench' },
    { kind: 'store', merchant: 'bench', id: 'bench-web', type: 'PLATFORM_A', name: 'Web shop' },
    ...Array.from({ length: ORDERS }, (_, at) => order(at)),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
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
    id: String(100_000 + at),
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
