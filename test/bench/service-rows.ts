import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';
import { benchId, benchLoan } from './bench-loan.ts';
import type { BenchGroup, Measured } from './bench-row.ts';
import { BenchServer, benchOfficer, sendPayments, signIn } from './bench-server.ts';
import type { LoadResult, PaymentLoad } from './payment-load.ts';
import { paymentRowsOf } from './payment-rows.ts';
import { makeLoansLedger } from './payments-ledger.ts';
import { median, processMs, sideBySide } from './side-by-side.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const BARE = join(import.meta.dirname, 'bare-fastify.ts');
const LOANS = 2_000;
const PAYMENTS_A_LOAN = 6;
const CONNECTIONS = 64;
const WARM_UPS = 3_000;
const PAYMENTS = 6_000;
const PAYMENT_DATE = '2026-02-01';
/** Each round is a new process on a new copy of the ledger, which warms up by itself. */
const ROUNDS = { warmUps: 0, rounds: 5 };
const MOST_P99_MS = 50;
const LOAN_IDS = Array.from({ length: LOANS }, (_, at) => benchId('loan', at));

/** Payments through the service beside bare fastify that inserts the very same rows. */
export const SERVICE: BenchGroup = {
  name: 'service',
  async rows(say) {
    let halfLoad = 0;
    return [
      {
        work: `serve: a payment, ${CONNECTIONS} connections, each durable before it is acknowledged`,
        against: 'bare fastify inserting the same rows, grouped',
        // Half as many payments a second are twice the time for each.
        budgetTimes: 2,
        aimTimes: 1.43,
        measure: () =>
          onBench(async (bench) => {
            await bench.prepare();
            const measured = await sideBySide(
              () => bench.bare(),
              () => bench.product(),
              ROUNDS,
            );
            halfLoad = 500 / measured.subject;
            const rate = (perPaymentMs: number) => `${Math.round(1000 / perPaymentMs)} payments a second`;
            say(`${rate(measured.subject)}, bare fastify ${rate(measured.bound)}`);
            return measured;
          }),
      },
      {
        work: 'serve: a payment at half that load, the slowest of a hundred (p99)',
        against: 'what a caller may have to wait',
        budgetTimes: 1,
        aimTimes: 0.4,
        measure: () => onBench((bench) => bench.slowest(halfLoad)),
      },
    ];
  },
};

async function onBench<T>(measure: (bench: ServiceBench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  try {
    return await measure(new ServiceBench(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A ledger to begin with, and copies of it for each run. */
class ServiceBench {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #isMade = false;
  #runs = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#environment = { HOME: folder, LOANDESK_HOME: folder, PATH: process.env.PATH ?? '' };
  }

  /** Makes the rows bare fastify inserts: those of a run of the product. */
  async prepare(): Promise<void> {
    const { ledger } = await this.#runProduct({ perSecond: null });
    writeFileSync(this.#rowsFile, paymentRowsOf(ledger));
  }

  /** Milliseconds for each payment. */
  async product(): Promise<number> {
    const { result } = await this.#runProduct({ perSecond: null });
    return (result.seconds * 1000) / PAYMENTS;
  }

  /** Milliseconds for each payment, at best. */
  async bare(): Promise<number> {
    const ledger = await this.#newLedger();
    const server = new BenchServer([BARE, ledger, this.#rowsFile], this.#environment, this.#folder);
    try {
      const result = await this.#load({ ports: [await server.port()], token: 'none', perSecond: null });
      return (result.seconds * 1000) / PAYMENTS;
    } finally {
      await server.stop();
    }
  }

  async slowest(perSecond: number): Promise<Measured> {
    const p99s: number[] = [];
    for (let round = 0; round < 3; round++) {
      p99s.push((await this.#runProduct({ perSecond })).result.p99Ms);
    }
    return { subject: median(p99s), bound: MOST_P99_MS, unit: 'ms', rounds: p99s.length };
  }

  async #runProduct(how: { perSecond: number | null }): Promise<{ ledger: string; result: LoadResult }> {
    const ledger = await this.#newLedger();
    const words = ['serve', '--port', '0', '--rate-limit', 'off', '--ledger', ledger];
    const server = new BenchServer(
      [LAUNCHER, ...words, '--business-date', PAYMENT_DATE],
      this.#environment,
      this.#folder,
    );
    try {
      const port = await server.port();
      const token = await signIn(port);
      return { ledger, result: await this.#load({ ports: [port], token, ...how }) };
    } finally {
      await server.stop();
    }
  }

  #load(how: Pick<PaymentLoad, 'ports' | 'token' | 'perSecond'>): Promise<LoadResult> {
    return sendPayments({
      ...how,
      connections: CONNECTIONS,
      loanIds: LOAN_IDS,
      paymentDate: PAYMENT_DATE,
      warmUps: WARM_UPS,
      payments: PAYMENTS,
    });
  }

  async #newLedger(): Promise<string> {
    const model = join(this.#folder, 'model.db');
    if (!this.#isMade) {
      await makeLoansLedger(model, LOANS, (index) => benchLoan(index, PAYMENTS_A_LOAN));
      processMs([LAUNCHER, ...benchOfficer(this.#folder), '--ledger', model], this.#environment);
      this.#isMade = true;
    }
    this.#runs += 1;
    const path = join(this.#folder, `run-${this.#runs}.db`);
    copyFileSync(model, path);
    return path;
  }

  get #rowsFile(): string {
    return join(this.#folder, 'rows.jsonl');
  }
}
