import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../source-files.ts';
import type { BenchGroup } from './bench-row.ts';
import { cachedLedger } from './cached-ledger.ts';
import { type ImportFigures, importRows, memoryOf } from './import-figures.ts';
import { writeOrders } from './order-lines.ts';
import { insertMs } from './raw-insert.ts';
import { repaymentRows } from './repayment-rows.ts';
import { processMs, sideBySide } from './side-by-side.ts';
import { TELLING_PEAK, toldPeakMb } from './told-peak.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const ORDERS = 1_000_000;
/** Long runs: what starts cold in the first of them is nothing beside the rest. */
const ROUNDS = { warmUps: 0, rounds: 3 };
const COPIED = [{ table: 'merchants' }, { table: 'stores' }, { table: 'orders' }] as const;

/** Imports beside the bare engine that is given the very same rows. */
export const IMPORTS: BenchGroup = {
  name: 'imports',
  async rows(say) {
    const home = await ordersAndLedger(say);
    let imported: Promise<ImportFigures> | undefined;
    const measured = () => {
      imported ??= measureMerchants(home);
      return imported;
    };
    const work = `loandesk merchants import, ${ORDERS.toLocaleString('en')} orders`;
    return [...importRows(work, 1.6, measured), ...(await repaymentRows(say))];
  },
};

/** A folder with the file of orders, and the ledger the product makes of it. */
function ordersAndLedger(say: (line: string) => void): Promise<string> {
  return cachedLedger(
    {
      name: 'orders',
      holds: `${ORDERS.toLocaleString('en')} orders`,
      sources: ['test/bench/import-rows.ts', 'test/bench/order-lines.ts'],
      async make(path) {
        const home = dirname(path);
        await writeOrders(ordersIn(home), ORDERS);
        importOrders(home, path);
      },
    },
    say,
  );
}

function ordersIn(home: string): string {
  return join(home, 'orders.jsonl');
}

async function measureMerchants(home: string): Promise<ImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  const environment = { HOME: folder, LOANDESK_HOME: folder };
  const peaks: number[] = [];
  const onNewLedger = (work: (path: string) => number): number => {
    const path = join(folder, 'ledger.db');
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    processMs([LAUNCHER, 'ledger', 'init', '--ledger', path], environment);
    return work(path);
  };
  try {
    const time = await sideBySide(
      () => onNewLedger((path) => insertMs(join(home, 'ledger.db'), path, COPIED)),
      () =>
        onNewLedger((path) => {
          const peakFile = join(folder, 'peak');
          const took = importOrders(home, path, { ...environment, PEAK_FILE: peakFile }, TELLING_PEAK);
          peaks.push(toldPeakMb(peakFile));
          return took;
        }),
      ROUNDS,
    );
    return {
      time,
      memory: memoryOf(peaks),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long the whole program takes to import the orders into a ledger, in milliseconds. */
function importOrders(
  home: string,
  path: string,
  environment: Readonly<Record<string, string>> = { HOME: home, LOANDESK_HOME: home },
  nodeWords: readonly string[] = [],
): number {
  const words = [LAUNCHER, 'merchants', 'import', ordersIn(home), '--ledger', path];
  return processMs([...nodeWords, ...words], environment, new RegExp(`\\b${ORDERS + 2}\\b`));
}
