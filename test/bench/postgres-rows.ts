import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgresPrograms } from '../postgres/binaries.ts';
import { PostgresServer } from '../postgres/server.ts';
import { ROOT } from '../source-files.ts';
import { openPostgres } from '../store/temporary-postgres.ts';
import { benchId, benchLoan } from './bench-loan.ts';
import type { BenchGroup, Measured } from './bench-row.ts';
import { BenchServer, benchOfficer, printedBy, sendPayments, signIn } from './bench-server.ts';
import { copiesOf, copyMs } from './copied-rows.ts';
import { fillWithLoans } from './payments-ledger.ts';
import type { RawLoad, RawResult } from './raw-postgres.ts';
import { rawPaymentsOf } from './raw-postgres-rows.ts';
import { REPAYMENTS, repaymentLines } from './repayment-file.ts';
import { processMs, sideBySide } from './side-by-side.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const RAW = join(import.meta.dirname, 'raw-postgres.ts');
const CONNECTIONS = 64;
const WARM_UPS = 1_000;
const PAYMENTS = 4_000;
const PAYMENT_DATE = '2026-02-01';
/** Each round is new processes on a new copy of the ledger. */
const ROUNDS = { warmUps: 0, rounds: 3 };
/** Of the service's loans, those that are paid on. */
const PAID_LOANS = 2_000;

/** The same desk on PostgreSQL, beside the bare server that is given the very same rows. */
export const POSTGRES: BenchGroup = {
  name: 'postgres',
  async rows(say) {
    if (!hasPostgresPrograms()) {
      say('there is no PostgreSQL here: nothing is measured on it');
      return [];
    }
    const work = (services: string) =>
      `serve on PostgreSQL: a payment, ${CONNECTIONS} connections, ${services}, each durable before it is acknowledged`;
    const against = `${CONNECTIONS} connections that write the same rows, a transaction each`;
    const payments = (services: number) => () =>
      onServer(async (bench) => {
        await bench.prepareRaw();
        const measured = await sideBySide(
          () => bench.raw(),
          () => bench.product(services),
          ROUNDS,
        );
        const rate = (perPaymentMs: number) => `${Math.round(1000 / perPaymentMs)} payments a second`;
        say(`${rate(measured.subject)}, raw ${rate(measured.bound)}`);
        return measured;
      });
    return [
      // As 0.4 times as many payments a second.
      {
        work: work('one process'),
        against,
        budgetTimes: 2.5,
        aimTimes: 1.8,
        measure: payments(1),
      },
      {
        work: work('two processes'),
        against,
        budgetTimes: 2.5,
        aimTimes: 1.8,
        measure: payments(2),
      },
      {
        work: `loandesk pay import on PostgreSQL, ${REPAYMENTS.rows.toLocaleString('en')} rows`,
        against: 'COPY of the same rows, one transaction',
        budgetTimes: 2.5,
        aimTimes: 2,
        measure: () => onServer((bench) => bench.imports()),
      },
    ];
  },
};

async function onServer<T>(measure: (bench: PostgresBench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  const server = await PostgresServer.start({
    durable: true,
    settings: { shared_buffers: '256MB', max_wal_size: '4GB' },
  });
  try {
    return await measure(new PostgresBench(server, folder));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A database to begin with, and copies of it for each run. */
class PostgresBench {
  readonly #server: PostgresServer;
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #isMade = false;
  #runs = 0;

  constructor(server: PostgresServer, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.#environment = { HOME: folder, LOANDESK_HOME: folder, PATH: process.env.PATH ?? '' };
  }

  /** Makes the rows the bare server is given: those of a run of the product. */
  async prepareRaw(): Promise<void> {
    await this.#onCopy(async (url) => {
      await this.#serve(url, 1);
      writeFileSync(this.#rowsFile, await rawPaymentsOf(url));
    });
  }

  /** Milliseconds for each payment. */
  product(services: number): Promise<number> {
    return this.#onCopy((url) => this.#serve(url, services));
  }

  /** Milliseconds for each payment, at best. */
  raw(): Promise<number> {
    return this.#onCopy(async (url) => {
      const load: RawLoad = { url, rowsFile: this.#rowsFile, connections: CONNECTIONS, warmUps: WARM_UPS };
      const { seconds, payments } = await printedBy<RawResult>([RAW, JSON.stringify(load)]);
      return (seconds * 1000) / payments;
    });
  }

  /** An import beside COPY of what it made of a ledger. */
  async imports(): Promise<Measured> {
    const file = join(this.#folder, 'repayments.csv');
    writeFileSync(file, repaymentLines(1).join('\n'));
    const copies = await this.#onCopy(async (url) => {
      this.#import(url, file);
      return copiesOf(url, this.#server);
    });
    return sideBySide(
      () => this.#onCopy((url) => copyMs(url, copies)),
      () => this.#onCopy(async (url) => this.#import(url, file)),
      ROUNDS,
    );
  }

  #import(url: string, file: string): number {
    const results = mkdtempSync(join(this.#folder, 'results-'));
    const words = [LAUNCHER, 'pay', 'import', file, '--yes', '--results', results];
    return processMs(
      [...words, '--ledger', url, '--business-date', REPAYMENTS.businessDate],
      this.#environment,
    );
  }

  async #serve(url: string, services: number): Promise<number> {
    const words = ['serve', '--port', '0', '--rate-limit', 'off', '--database-url', url];
    const servers = Array.from(
      { length: services },
      () =>
        new BenchServer(
          [LAUNCHER, ...words, '--business-date', PAYMENT_DATE],
          this.#environment,
          this.#folder,
        ),
    );
    try {
      const ports = await Promise.all(servers.map((server) => server.port()));
      const { seconds } = await sendPayments({
        ports,
        token: await signIn(ports[0] as number),
        connections: CONNECTIONS,
        loanIds: Array.from({ length: PAID_LOANS }, (_, at) => benchId('loan', at)),
        paymentDate: PAYMENT_DATE,
        warmUps: WARM_UPS,
        payments: PAYMENTS,
        perSecond: null,
      });
      return (seconds * 1000) / PAYMENTS;
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }

  /** Has work done on a copy of the ledger of loans. */
  async #onCopy<T>(work: (url: string) => Promise<T>): Promise<T> {
    if (!this.#isMade) {
      await this.#server.sql('CREATE DATABASE model');
      const store = await openPostgres(this.#server.url('model'));
      await fillWithLoans(store, REPAYMENTS.loans, (index) => benchLoan(index, 0));
      await store.close();
      const officer = [...benchOfficer(this.#folder), '--ledger', this.#server.url('model')];
      processMs([LAUNCHER, ...officer], this.#environment);
      this.#isMade = true;
    }
    this.#runs += 1;
    const name = `run_${this.#runs}`;
    await this.#server.sql(`CREATE DATABASE ${name} TEMPLATE model STRATEGY file_copy`, 'CHECKPOINT');
    try {
      return await work(this.#server.url(name));
    } finally {
      await this.#server.sql(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  }

  get #rowsFile(): string {
    return join(this.#folder, 'rows.jsonl');
  }
}
