import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { ROOT } from '../source-files.ts';
import type { BenchGroup, Measured } from './bench-row.ts';
import { cachedLedger } from './cached-ledger.ts';
import { writeOrders } from './order-lines.ts';
import { median, processMs, sideBySide } from './side-by-side.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const ORDERS = 1_000_000;
/** Long runs: what starts cold in the first of them is nothing beside the rest. */
const ROUNDS = { warmUps: 0, rounds: 3 };
const TABLES = ['merchants', 'stores', 'orders'] as const;
/** Rows read ahead of the clock: few enough to be held, many enough that stopping it costs nothing. */
const ROWS_A_CHUNK = 20_000;
const MOST_MEGABYTES = 250;
const AIM_MEGABYTES = 180;

/** A process tells the most memory it ever held in the file that is named to it. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`,
)}`;

interface Imported {
  readonly time: Measured;
  readonly memory: Measured;
}

/** Imports beside the bare engine that is given the very same rows. */
export const IMPORTS: BenchGroup = {
  name: 'imports',
  async rows(say) {
    const home = await ordersAndLedger(say);
    let imported: Promise<Imported> | undefined;
    const measured = () => {
      imported ??= measureMerchants(home);
      return imported;
    };
    const work = `loandesk merchants import, ${ORDERS.toLocaleString('en')} orders`;
    return [
      {
        work,
        against: 'better-sqlite3 inserting the same rows, one transaction',
        budgetTimes: 2,
        aimTimes: 1.6,
        measure: async () => (await measured()).time,
      },
      {
        work: `${work}, most memory`,
        against: 'what it may take',
        budgetTimes: 1,
        aimTimes: AIM_MEGABYTES / MOST_MEGABYTES,
        measure: async () => (await measured()).memory,
      },
    ];
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

async function measureMerchants(home: string): Promise<Imported> {
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
      () => onNewLedger((path) => insertMs(join(home, 'ledger.db'), path)),
      () =>
        onNewLedger((path) => {
          const peakFile = join(folder, 'peak');
          const took = importOrders(home, path, { ...environment, PEAK_FILE: peakFile }, [
            '--import',
            TELL_PEAK,
          ]);
          peaks.push(Number(readFileSync(peakFile, 'utf8')) / 1024);
          return took;
        }),
      ROUNDS,
    );
    return {
      time,
      memory: { subject: median(peaks), bound: MOST_MEGABYTES, unit: 'MB', rounds: peaks.length },
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

/**
 * How long the engine takes to make the rows of one ledger durable in another, in milliseconds: opening, and reading
 * the rows in the order the product keeps them in (that of the file, too), are not counted.
 */
function insertMs(from: string, into: string): number {
  const source = new Database(from, { readonly: true });
  const db = new Database(into);
  let tookMs = 0;
  const timed = (work: () => void) => {
    const startMs = performance.now();
    work();
    tookMs += performance.now() - startMs;
  };
  try {
    db.pragma('synchronous = FULL');
    timed(() => db.exec('BEGIN IMMEDIATE'));
    for (const table of TABLES) {
      for (const rows of inChunks(source.prepare(`SELECT * FROM ${table}`).raw().iterate())) {
        const places = Array(rows[0]?.length).fill('?').join(', ');
        const insert = db.prepare(`INSERT INTO ${table} VALUES (${places})`);
        timed(() => {
          for (const row of rows) insert.run(row);
        });
      }
    }
    timed(() => db.exec('COMMIT'));
    return tookMs;
  } finally {
    db.close();
    source.close();
  }
}

function* inChunks(rows: IterableIterator<unknown>): Generator<readonly unknown[][]> {
  let chunk: unknown[][] = [];
  for (const row of rows) {
    chunk.push(row as unknown[]);
    if (chunk.length < ROWS_A_CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
